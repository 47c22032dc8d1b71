import type { JsonObject } from '../../../kube/json.ts'
import { groupVersionOf, gvkText } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { textAt, valueAt, withAt } from '../object.ts'
import { badRequest, conflict, internalError, notFound, type Refusal } from '../refusal.ts'
import { DecodeError } from '../types/decode-error.ts'
import { placed, readApplyBody } from './body.ts'
import { assertNamespace, insert, replace } from './commit.ts'
import { applyOwned } from './ownership.ts'
import { find, type Written } from './update.ts'
import type { WriteRequest } from './write-request.ts'

/**
 * Server-side apply. Defaults come after the merge: they are owned by nobody.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export function apply(request: WriteRequest, authoriseCreate: () => void): Written {
  const config = readApplyBody(request)
  assertVersion(request, config)
  const old = find(request)
  if (old === undefined) {
    if (request.subresource !== '') throw notFound(request.kind, request.name)
    authoriseCreate()
    assertPlace(request, config)
    return { object: applyNew(request, config), isNew: true }
  }
  assertPlace(request, config)
  const applied = applyOwned(request, old, config)
  if (applied.object === undefined) {
    return { object: replace(request, old, old, applied.managedFields), isNew: false }
  }
  const read = placed(request, readMerged(request, config, applied.object))
  return { object: replace(request, read, old, applied.managedFields), isNew: false }
}

function applyNew(request: WriteRequest, config: JsonObject): Written['object'] {
  const { kind, name } = request
  const uid = textAt(config, 'metadata', 'uid')
  const applied = applyOwned(request, undefined, config)
  const read = placed(request, readMerged(request, config, applied.object ?? config))
  assertNamespace(request, name)
  if (uid !== '') {
    const why = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`
    throw conflict(kind, name, why)
  }
  return insert(request, read, applied.managedFields)
}

function assertVersion({ kind }: WriteRequest, config: JsonObject): void {
  const apiVersion = textAt(config, 'apiVersion')
  const name = textAt(config, 'kind')
  if (apiVersion === groupVersionOf(kind) && name === kind.kind) return
  const group = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`
  throw badRequest(`invalid object type: ${group}, Kind=${name}`)
}

function assertPlace(request: WriteRequest, config: JsonObject): void {
  if (valueAt(config, 'metadata', 'managedFields') !== undefined) {
    throw badRequest('metadata.managedFields must be nil')
  }
  placed(request, config)
}

/** The merged object in its type, with defaults. */
function readMerged({ kind }: WriteRequest, config: JsonObject, merged: JsonObject): JsonObject {
  const named = withAt(merged, ['metadata', 'name'], () => textAt(config, 'metadata', 'name'))
  const { codec } = kind
  try {
    return (codec.readMerged?.(named) ?? codec.read(named)).object
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw cannotConvert(kind, config, error.message)
  }
}

function cannotConvert(kind: ServedKind, config: JsonObject, message: string): Refusal {
  const [key, gvk] = [
    `${textAt(config, 'metadata', 'namespace')}/${textAt(config, 'metadata', 'name')}`,
    gvkText(kind),
  ]
  const why = message.includes('base64') ? `error decoding from json: ${message}` : message
  return internalError(
    `failed to convert new object (${key}; ${gvk}) to proper version: unable to convert unstructured object to ${gvk}: ${why}`,
  )
}
