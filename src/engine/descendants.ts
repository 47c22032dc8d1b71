import type { Cluster } from '../cluster/cluster.ts'
import { preferredResource } from '../cluster/discovery.ts'
import { type LiveStateQuery, readLiveState } from '../cluster/live-state.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { groupOf } from '../kube/object-key.ts'

export interface Descendants {
  readonly objects: readonly LiveObject[]
  /** Kinds that could not be listed: what descends through them is not known. */
  readonly unreadable: readonly string[]
}

/** What controllers make of an object of a kind, down to its pods. */
const made: { readonly [owner: string]: readonly string[] } = {
  'apps/Deployment': ['apps/ReplicaSet', '/Pod'],
  'apps/ReplicaSet': ['/Pod'],
  'apps/StatefulSet': ['/Pod'],
  'apps/DaemonSet': ['/Pod'],
  'batch/CronJob': ['batch/Job', '/Pod'],
  'batch/Job': ['/Pod'],
}

const mostLists = 24

/** What descends from these objects: one LIST for each such kind in each namespace that one of them is in. */
export async function readDescendants(cluster: Cluster, owners: readonly LiveObject[]): Promise<Descendants> {
  const wanted = new Map(
    owners.flatMap(({ apiVersion, kind, metadata: { namespace = '' } }) =>
      (made[`${groupOf(apiVersion)}/${kind}`] ?? []).map((one) => [
        `${one} ${namespace}`,
        { one, namespace },
      ]),
    ),
  )
  if (wanted.size === 0) return { objects: [], unreadable: [] }
  const discovery = await cluster.discovery('cached')
  const queries = [...wanted.values()].flatMap(({ one, namespace }): readonly LiveStateQuery[] => {
    const [group = '', kind = ''] = one.split('/')
    const type = preferredResource(discovery, group, kind)
    return type === undefined ? [] : [{ type, namespace }]
  })
  const { objects, unreadable } = await readLiveState(cluster, queries.slice(0, mostLists))
  return {
    objects: descending([...objects.values()], owners),
    unreadable: unreadable.map(({ type, namespace }) => `${type.kind} in ${namespace}`),
  }
}

/** Those that a chain of owners leads to one of `owners` from, and not these themselves. */
function descending(objects: readonly LiveObject[], owners: readonly LiveObject[]): readonly LiveObject[] {
  const known = new Set(owners.flatMap(({ metadata }) => metadata.uid ?? []))
  const found: LiveObject[] = []
  for (;;) {
    const next = objects.filter((one) => !isKnown(one, known) && ownersOf(one).some((uid) => known.has(uid)))
    if (next.length === 0) return found
    found.push(...next)
    for (const { metadata } of next) known.add(metadata.uid ?? '')
  }
}

function isKnown({ metadata: { uid = '' } }: LiveObject, known: ReadonlySet<string>): boolean {
  return known.has(uid)
}

export function ownersOf({ metadata: { ownerReferences = [] } }: LiveObject): readonly string[] {
  return ownerReferences.map(({ uid }) => uid)
}
