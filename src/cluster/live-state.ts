import type { LiveObject } from '../kube/manifest.ts'
import { formatKey, keyOf } from '../kube/object-key.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Cluster } from './cluster.ts'
import { ClusterError } from './cluster-error.ts'
import type { ResourceType } from './discovery.ts'
import { digestList } from './requests.ts'

/** What is to be listed; an absent or empty namespace means a cluster-scoped kind, or all namespaces. */
export interface LiveStateQuery {
  readonly type: ResourceType
  readonly namespace?: string
}

export interface LiveState {
  /**
   * By formatted object key. An object that was asked for in two versions is there in the first one: compare its
   * apiVersion before its fields.
   */
  readonly objects: ReadonlyMap<string, LiveObject>
  /** What is not known: absence from `objects` means nothing for these. */
  readonly unreadable: readonly UnreadableList[]
}

export interface UnreadableList {
  readonly type: ResourceType
  readonly namespace: string
  readonly error: ClusterError
}

export interface LiveStateOptions {
  /** LISTs at a time, 8 unless told. */
  readonly concurrency?: number
  /** What it does not want is dropped as its page comes; all is kept unless told. */
  readonly wants?: (object: LiveObject) => boolean
}

/** One LIST per distinct resource and namespace. */
export async function readLiveState(
  cluster: Cluster,
  queries: readonly LiveStateQuery[],
  { concurrency = 8, wants = () => true }: LiveStateOptions = {},
): Promise<LiveState> {
  const read = (query: LiveStateQuery) => readList(cluster, query, wants)
  const lists = await mapBounded(distinctQueries(queries), concurrency, read)
  const objects = new Map<string, LiveObject>()
  for (const object of lists.flatMap((list) => list.objects)) {
    const key = formatKey(keyOf(object))
    if (!objects.has(key)) objects.set(key, object)
  }
  return { objects, unreadable: lists.flatMap((list) => list.unreadable) }
}

interface OneList {
  readonly objects: readonly LiveObject[]
  readonly unreadable: readonly UnreadableList[]
}

async function readList(
  cluster: Cluster,
  { type, namespace = '' }: LiveStateQuery,
  wants: (object: LiveObject) => boolean,
): Promise<OneList> {
  try {
    const keep = (object: LiveObject) => (wants(object) ? [object] : [])
    return { objects: await digestList(cluster, type, namespace, keep), unreadable: [] }
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    return { objects: [], unreadable: [{ type, namespace, error }] }
  }
}

function distinctQueries(queries: readonly LiveStateQuery[]): readonly LiveStateQuery[] {
  const placeOf = ({ type, namespace = '' }: LiveStateQuery) =>
    [type.group, type.version, type.resource, type.namespaced ? namespace : ''].join(' ')
  return [...new Map(queries.toReversed().map((query) => [placeOf(query), query])).values()].toReversed()
}
