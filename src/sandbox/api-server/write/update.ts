import type { JsonObject } from '../../../kube/json.ts'
import { inVersion, storedKey } from '../kernel.ts'
import { type KubeObject, textAt } from '../object.ts'
import { conflict, notFound } from '../refusal.ts'
import { placed, readBody } from './body.ts'
import { replace } from './commit.ts'
import { createRead } from './create.ts'
import { ownedByUpdate } from './ownership.ts'
import type { WriteRequest } from './write-request.ts'

export interface Written {
  readonly object: KubeObject
  readonly isNew: boolean
}

/** PUT: a compare-and-swap where the body names a revision. */
export function update(request: WriteRequest): Written {
  const object = placed(request, readBody(request))
  const old = find(request)
  if (old === undefined) {
    if (!request.kind.rules.createOnUpdate) throw notFound(request.kind, request.name)
    return { object: createRead(request, object), isNew: true }
  }
  assertUid(request, object, old)
  return { object: replaceRead(request, object, old), isNew: false }
}

export function find({ kernel, kind, namespace, name }: WriteRequest): KubeObject | undefined {
  const found = kernel.store.get(storedKey(kind, namespace, name))
  return found && inVersion(kind, found)
}

/** Puts an object that was read already in the place of another. */
export function replaceRead(request: WriteRequest, object: JsonObject, old: KubeObject): KubeObject {
  return replace(request, object, old, ownedByUpdate(request, old, object))
}

function assertUid({ kind, namespace, name }: WriteRequest, object: JsonObject, old: KubeObject): void {
  const uid = textAt(object, 'metadata', 'uid')
  if (uid === '' || uid === old.metadata.uid) return
  const key = ['/registry', kind.resource, namespace, name].filter((part) => part !== '').join('/')
  const why = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`
  const storage = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`
  throw conflict(kind, name, storage)
}
