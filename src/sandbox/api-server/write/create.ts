import type { JsonObject } from '../../../kube/json.ts'
import type { Kernel } from '../kernel.ts'
import { type KubeObject, objectAt, textAt, valueAt, withAt } from '../object.ts'
import { internalError } from '../refusal.ts'
import { placed, readBody } from './body.ts'
import { assertNamespace, insert } from './commit.ts'
import { ownedByUpdate } from './ownership.ts'
import type { WriteRequest } from './write-request.ts'

/** POST: the answer is 201 and the object as it was made. */
export function create(request: WriteRequest): KubeObject {
  const object = named(request.kernel, placed(request, readBody(request)))
  return createRead(request, object)
}

/** Makes an object that was read already. */
export function createRead(request: WriteRequest, object: JsonObject): KubeObject {
  assertNamespace(request, textAt(object, 'metadata', 'name'))
  if (textAt(object, 'metadata', 'resourceVersion') !== '') {
    throw internalError('resourceVersion should not be set on objects to be created')
  }
  return insert(request, object, ownedByUpdate(request, undefined, object))
}

const suffixLetters = 'bcdfghjklmnpqrstvwxz2456789'

function named({ random }: Kernel, object: JsonObject): JsonObject {
  const prefix = textAt(object, 'metadata', 'generateName')
  if (prefix === '' || valueAt(object, 'metadata', 'name') !== undefined) return object
  const letters = Array.from({ length: 5 }, () =>
    suffixLetters.charAt(Math.floor(random() * suffixLetters.length)),
  )
  const name = `${prefix.slice(0, 58)}${letters.join('')}`
  const known = objectAt(object, 'metadata')
  return withAt(object, ['metadata'], () => ({ ...known, name }))
}
