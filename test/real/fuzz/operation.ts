import { isJsonObject, type Json, type JsonObject } from '../../../src/kube/json.ts'
import { objectAt, textAt, withAt, withKeys } from '../../../src/sandbox/api-server/object.ts'
import { applyMergePatch } from '../../../src/sandbox/api-server/write/merge-patch.ts'
import type { Api, ApiAnswer, ApiRequest } from './api.ts'

/** One step of a sequence: data, so that a failing sequence can be shown and shrunk. */
export type Operation =
  | (Common & { readonly verb: 'apply'; readonly force: boolean; readonly body: JsonObject })
  | (Common & { readonly verb: 'create' | 'replace'; readonly body: JsonObject })
  /** The live object with a merge patch laid over it, put back. */
  | (Common & {
      readonly verb: 'update'
      readonly revision: 'live' | 'none' | 'old'
      readonly patch: JsonObject
    })
  | (Common & { readonly verb: 'merge' | 'strategic'; readonly patch: Json })
  | (Common & { readonly verb: 'json'; readonly patch: readonly Json[] })
  | Deletion

interface Common {
  readonly by: string
  readonly dryRun: boolean
  /** Which of the kind's versions is written through. */
  readonly version: number
  readonly subresource: '' | 'status'
}

interface Deletion {
  readonly verb: 'delete'
  readonly dryRun: boolean
  readonly policy: 'Foreground' | 'Background' | 'Orphan' | undefined
  readonly precondition: 'none' | 'uid' | 'otherUid' | 'otherRevision'
}

/** The one object that a sequence is about. */
export interface Place {
  readonly apiVersions: readonly string[]
  readonly kind: string
  readonly resource: string
  /** Absent for cluster-scoped kinds. */
  readonly namespace?: string
  readonly name: string
}

export async function perform(api: Api, place: Place, operation: Operation): Promise<ApiAnswer> {
  return api(await requestOf(api, place, operation))
}

/** The object as the server has it. */
export function read(api: Api, place: Place, version: number = 0): Promise<ApiAnswer> {
  return api({ method: 'GET', path: pathOf(place, version) })
}

/** Lets the object go, whatever holds it: addresses and names are few. */
export async function clear(api: Api, place: Place): Promise<void> {
  const path = pathOf(place, 0)
  const patch = { metadata: { finalizers: null } }
  await api({ method: 'DELETE', path, body: { propagationPolicy: 'Background', gracePeriodSeconds: 0 } })
  await api({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body: patch })
}

async function requestOf(api: Api, place: Place, operation: Operation): Promise<ApiRequest> {
  if (operation.verb === 'delete') return deletion(api, place, operation)
  const { verb, version, subresource } = operation
  const path = `${pathOf(place, version, verb === 'create' ? 'list' : 'object')}${subresource && `/${subresource}`}?${queryOf(operation)}`
  switch (operation.verb) {
    case 'apply':
      return patchRequest(path, 'application/apply-patch+yaml', named(place, version, operation.body))
    case 'create':
      return { method: 'POST', path, body: named(place, version, operation.body) }
    case 'replace':
      return { method: 'PUT', path, body: named(place, version, operation.body) }
    case 'update':
      return { method: 'PUT', path, body: await updated(api, place, operation) }
    case 'json':
      return patchRequest(path, 'application/json-patch+json', operation.patch)
    case 'merge':
      return patchRequest(path, 'application/merge-patch+json', operation.patch)
    case 'strategic':
      return patchRequest(path, 'application/strategic-merge-patch+json', operation.patch)
  }
}

function patchRequest(path: string, contentType: string, body: Json): ApiRequest {
  return { method: 'PATCH', path, contentType, body }
}

function queryOf(operation: Exclude<Operation, Deletion>): string {
  const force = operation.verb === 'apply' && operation.force
  const query = {
    fieldManager: operation.by,
    ...(operation.dryRun && { dryRun: 'All' }),
    ...(force && { force: 'true' }),
  }
  return new URLSearchParams(query).toString()
}

function named({ apiVersions, kind, namespace, name }: Place, version: number, body: JsonObject): JsonObject {
  const placed = withAt(body, ['metadata'], (metadata) => ({
    ...(isJsonObject(metadata) ? metadata : {}),
    name,
    ...(namespace === undefined ? {} : { namespace }),
  }))
  return { apiVersion: apiVersions[version] ?? '', kind, ...placed }
}

async function updated(
  api: Api,
  place: Place,
  { version, revision, patch }: Operation & { readonly verb: 'update' },
): Promise<JsonObject> {
  const { status, body } = await read(api, place, version)
  if (status !== 200) return named(place, version, patch)
  const merged = applyMergePatch(body, patch)
  if (!isJsonObject(merged)) return {}
  if (revision === 'live') return merged
  const resourceVersion = revision === 'old' ? '1' : undefined
  return withAt(merged, ['metadata'], (metadata) =>
    withKeys(objectAt({ metadata: metadata ?? {} }, 'metadata'), { resourceVersion }),
  )
}

async function deletion(
  api: Api,
  place: Place,
  { dryRun, policy, precondition }: Deletion,
): Promise<ApiRequest> {
  const body = {
    ...(dryRun && { dryRun: ['All'] }),
    ...(policy !== undefined && { propagationPolicy: policy }),
    ...(precondition !== 'none' && { preconditions: await preconditions(api, place, precondition) }),
  }
  return { method: 'DELETE', path: pathOf(place, 0), body }
}

async function preconditions(
  api: Api,
  place: Place,
  kind: 'uid' | 'otherUid' | 'otherRevision',
): Promise<JsonObject> {
  if (kind === 'otherUid') return { uid: '00000000-0000-4000-8000-000000000000' }
  if (kind === 'otherRevision') return { resourceVersion: '1' }
  return { uid: textAt((await read(api, place)).body, 'metadata', 'uid') }
}

function pathOf(place: Place, version: number, what: 'object' | 'list' = 'object'): string {
  const { apiVersions, namespace, resource, name } = place
  const apiVersion = apiVersions[version] ?? ''
  const root = apiVersion.includes('/') ? 'apis' : 'api'
  const parts = [root, apiVersion, ...(namespace === undefined ? [] : ['namespaces', namespace]), resource]
  return `/${[...parts, ...(what === 'object' ? [name] : [])].join('/')}`
}
