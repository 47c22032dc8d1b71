import type { LiveMap, LiveObject } from '../kube/manifest.ts'
import type { Cluster, ClusterRequest } from './cluster.ts'
import { ClusterError } from './cluster-error.ts'
import type { ResourceType } from './discovery.ts'
import { listObjects } from './requests.ts'

/** Objects that are read one by one and can be had by one LIST. */
export interface ListedOnce {
  readonly type: ResourceType
  readonly namespace: string
  readonly labelSelector: string
}

/** Objects that are kept of all answers together, about 100 MB of usual ones; what was not used longest goes first. */
const keptObjects = 20_000

/**
 * A cluster whose reads are shared by all who look at it within one pass: each is asked once, and a GET of what
 * `listed` holds is answered from its LIST. What was read is as old as the pass: whoever wants to act on it reads anew
 * from the cluster itself. Everything but reads goes through.
 */
export function withSharedReads(cluster: Cluster, listed: ListedOnce): Cluster {
  const answers = new Map<string, { readonly answer: Promise<LiveMap>; objects: number }>()
  let records: Promise<ReadonlyMap<string, LiveObject>> | undefined
  let fresh: ReturnType<Cluster['discovery']> | undefined

  function once(request: ClusterRequest): Promise<LiveMap> {
    const key = JSON.stringify(request)
    const known = answers.get(key)
    answers.delete(key)
    const entry = known ?? { answer: cluster.send(request), objects: 1 }
    answers.set(key, entry)
    if (known === undefined)
      entry.answer.then(
        (answer) => count(key, answer),
        () => forget(request),
      )
    return entry.answer
  }

  function count(key: string, { items }: LiveMap): void {
    const counted = answers.get(key)
    if (counted !== undefined && Array.isArray(items)) counted.objects = items.length
    let all = [...answers.values()].reduce((sum, { objects }) => sum + objects, 0)
    for (const [oldest, { objects }] of answers) {
      if (all <= keptObjects || oldest === key) break
      answers.delete(oldest)
      all -= objects
    }
  }

  /** A page whose continue token died makes the pages before it worthless. */
  function forget(failed: ClusterRequest): void {
    for (const key of answers.keys()) {
      const request: ClusterRequest = JSON.parse(key)
      if (placeOf(request) === placeOf(failed)) answers.delete(key)
    }
  }

  async function record(name: string): Promise<LiveObject> {
    const { type, namespace, labelSelector } = listed
    records ??= listObjects(cluster, type, namespace, { labelSelector }).then(byName)
    const found = (await records).get(name)
    if (found !== undefined) return found
    throw new ClusterError('not-found', `${type.resource} ${namespace}/${name}: there is none`, {
      turn: 'author',
      retryable: false,
      status: 404,
    })
  }

  function isListed({ verb, group, resource, namespace, subresource }: ClusterRequest): boolean {
    const { type } = listed
    const isOfType = group === type.group && resource === type.resource
    return verb === 'get' && isOfType && namespace === listed.namespace && subresource === undefined
  }

  return {
    name: cluster.name,
    send(request) {
      if (isListed(request)) return record(request.name ?? '')
      return request.verb === 'list' || request.verb === 'get' ? once(request) : cluster.send(request)
    },
    discovery(freshness) {
      if (freshness !== 'fresh') return cluster.discovery(freshness)
      fresh ??= cluster.discovery('fresh')
      return fresh
    },
    openApi: (group, version) => cluster.openApi(group, version),
  }
}

function byName(objects: readonly LiveObject[]): ReadonlyMap<string, LiveObject> {
  return new Map(objects.map((object) => [object.metadata.name, object]))
}

function placeOf({ verb, group, resource, namespace, name }: ClusterRequest): string {
  return JSON.stringify([verb, group, resource, namespace, name])
}
