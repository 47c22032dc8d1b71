import { isList, type JsonObject } from '../kube/json.ts'
import type { LiveMap, LiveObject, LiveValue, Manifest } from '../kube/manifest.ts'
import { apiVersionOf } from '../kube/object-key.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import type { Cluster, ClusterRequest, RequestOptions } from './cluster.ts'
import { ClusterError } from './cluster-error.ts'
import type { ResourceType } from './discovery.ts'
import { liveObject, malformed } from './live-object.ts'

/** One object in a cluster; `namespace` is absent or empty for cluster-scoped kinds. */
export interface ObjectAddress {
  readonly type: ResourceType
  readonly namespace?: string
  readonly name: string
}

export interface ListOptions {
  readonly pageSize?: number
  readonly labelSelector?: string
  readonly metadataOnly?: boolean
}

/**
 * All objects of a type, in one namespace or in all, read page by page. A list whose continue token died is begun again
 * once; a part of a list is never returned. A list that does not come to an end is `malformed`.
 */
export async function listObjects(
  cluster: Cluster,
  type: ResourceType,
  namespace?: string,
  options: ListOptions = {},
): Promise<readonly LiveObject[]> {
  return digestList(cluster, type, namespace, (object) => [object], options)
}

/** The same, of which only what `digest` makes of each object is held: the whole list is never in memory. */
export async function digestList<T>(
  cluster: Cluster,
  type: ResourceType,
  namespace: string | undefined,
  digest: (object: LiveObject) => readonly T[],
  options: ListOptions = {},
): Promise<readonly T[]> {
  try {
    return await listPages(cluster, type, namespace, digest, options)
  } catch (error) {
    if (!(error instanceof ClusterError) || error.code !== 'expired') throw error
    return listPages(cluster, type, namespace, digest, options)
  }
}

/** The object, or undefined where there is none. An unknown kind is an error, not an absence. */
export async function getObject(cluster: Cluster, address: ObjectAddress): Promise<LiveObject | undefined> {
  try {
    return liveObject(await cluster.send({ verb: 'get', ...target(address) }))
  } catch (error) {
    if (error instanceof ClusterError && error.code === 'not-found') return undefined
    throw error
  }
}

/** Server-side apply: `fieldManager` is needed, `force` takes fields from other managers. */
export async function applyObject(
  cluster: Cluster,
  type: ResourceType,
  manifest: Manifest,
  options: Pick<RequestOptions, 'dryRun' | 'force' | 'fieldValidation'> & { readonly fieldManager: string },
): Promise<LiveObject> {
  const { namespace, name } = manifest.metadata
  const at = { ...place(type, namespace, 'one'), name: name ?? '' }
  return liveObject(await cluster.send({ verb: 'apply', ...at, options, body: manifest }))
}

/** `already-exists` also when the answer to an earlier attempt of this call was lost: compare what is there. */
export async function createObject(
  cluster: Cluster,
  type: ResourceType,
  manifest: Manifest,
  options: Pick<RequestOptions, 'dryRun' | 'fieldManager' | 'fieldValidation'> = {},
): Promise<LiveObject> {
  const { namespace } = manifest.metadata
  const at = place(type, namespace, 'one')
  return liveObject(await cluster.send({ verb: 'create', ...at, options, body: manifest }))
}

/** Replaces an object; with `metadata.resourceVersion` a compare-and-swap that throws `conflict` when it lost. */
export async function updateObject(
  cluster: Cluster,
  type: ResourceType,
  manifest: Manifest,
  options: Pick<RequestOptions, 'dryRun' | 'fieldManager'> & Pick<ClusterRequest, 'subresource'> = {},
): Promise<LiveObject> {
  const { namespace, name } = manifest.metadata
  const { subresource, ...rest } = options
  const at = { ...place(type, namespace, 'one'), name: name ?? '' }
  return liveObject(
    await cluster.send({ verb: 'update', ...at, ...sub(subresource), options: rest, body: manifest }),
  )
}

/** A merge patch (an object) or a JSON patch (a list of operations). */
export async function patchObject(
  cluster: Cluster,
  address: ObjectAddress,
  patch: JsonObject | readonly JsonObject[],
  options: Pick<RequestOptions, 'dryRun' | 'fieldManager'> & Pick<ClusterRequest, 'subresource'> = {},
): Promise<LiveObject> {
  const { subresource, ...rest } = options
  const patchType = isList(patch) ? 'json' : 'merge'
  return liveObject(
    await cluster.send({
      verb: 'patch',
      ...target(address),
      ...sub(subresource),
      options: { ...rest, patchType },
      body: patch,
    }),
  )
}

/** `not-found` when it is gone already, `conflict` when a precondition does not hold. */
export async function deleteObject(
  cluster: Cluster,
  address: ObjectAddress,
  options: Pick<RequestOptions, 'dryRun' | 'preconditions' | 'propagationPolicy'> = {},
): Promise<void> {
  await cluster.send({ verb: 'delete', ...target(address), options })
}

const mostPages = 2_000
const mostObjects = 200_000

async function listPages<T>(
  cluster: Cluster,
  type: ResourceType,
  namespace: string | undefined,
  digest: (object: LiveObject) => readonly T[],
  options: ListOptions,
): Promise<readonly T[]> {
  const { pageSize = 500, ...rest } = options
  const at = place(type, namespace, 'any')
  const digested: T[] = []
  let objects = 0
  let token: string | undefined
  for (let page = 1; ; page += 1) {
    const answer = await cluster.send({
      verb: 'list',
      ...at,
      options: { ...rest, limit: pageSize, ...(token === undefined ? {} : { continue: token }) },
    })
    for (const object of itemsOf(answer, type)) {
      objects += 1
      digested.push(...digest(object))
    }
    const next = continueToken(answer)
    if (next === undefined) return digested
    if (next === token) throw malformed('a list goes on where it was')
    if (page === mostPages || objects > mostObjects) throw malformed('a list does not come to an end')
    token = next
  }
}

/** Items are given the kind of the list: the server leaves it out, and calls metadata by another one. */
function itemsOf(page: LiveMap, type: ResourceType): readonly LiveObject[] {
  const items = page.items ?? []
  if (typeof page.kind !== 'string' || !page.kind.endsWith('List') || !isList<LiveValue, LiveValue>(items)) {
    throw malformed('the answer is no list')
  }
  const stamp = { apiVersion: apiVersionOf(type.group, type.version), kind: type.kind }
  return items.map((item) => liveObject(isLiveMap(item) ? { ...item, ...stamp } : item))
}

function continueToken(page: LiveMap): string | undefined {
  const token = isLiveMap(page.metadata) ? page.metadata.continue : undefined
  return typeof token === 'string' && token !== '' ? token : undefined
}

type Place = Pick<ClusterRequest, 'group' | 'version' | 'resource' | 'namespace'>

/** Without its namespace the URL of a namespaced object would mean something else. */
function place(type: ResourceType, namespace: string | undefined, scope: 'one' | 'any'): Place {
  const { group, version, resource } = type
  if (!type.namespaced) return { group, version, resource }
  if (namespace !== undefined && namespace !== '') return { group, version, resource, namespace }
  if (scope === 'any') return { group, version, resource }
  throw new ClusterError('bad-name', `${type.kind}: it needs a namespace; name one`, {
    turn: 'author',
    retryable: false,
    subject: { field: 'metadata.namespace' },
  })
}

function target({ type, namespace, name }: ObjectAddress): Place & { readonly name: string } {
  return { ...place(type, namespace, 'one'), name }
}

function sub(subresource: ClusterRequest['subresource']): Pick<ClusterRequest, 'subresource'> {
  return subresource === undefined ? {} : { subresource }
}
