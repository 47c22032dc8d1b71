import { declaredObjects, outlineOf } from '../diff/outline.ts'
import { sameRepository } from '../git/repository.ts'
import { formatKey } from '../kube/object-key.ts'
import type { Declarer, Neighbours } from '../plan/neighbours.ts'
import type { Ports } from './ports.ts'
import { type Roster, type RosterEntry, repositoryOf } from './roster.ts'

/** Which applications of a roster declare an object, cluster by cluster. */
export interface Owners {
  neighboursOf(entry: RosterEntry): Promise<Neighbours>
}

/** What stands for the others where there is no roster: nothing of them is known, so nothing is pruned. */
export const unknownNeighbours: Neighbours = { declarersOf: () => [], use: () => false, isComplete: false }

/** The index is made when it is first asked for, once for each cluster. */
export function ownersOf(ports: Pick<Ports, 'cluster'>, roster: Roster): Owners {
  const indexes = new Map<string, Promise<ClusterIndex>>()

  function indexOf(cluster: string): Promise<ClusterIndex> {
    const made = indexes.get(cluster) ?? indexCluster(ports, roster, cluster)
    indexes.set(cluster, made)
    return made
  }

  return {
    async neighboursOf(entry) {
      const { name } = entry.application
      const { objects, namespaces } = await indexOf(entry.cluster)
      const isOther = (application: string) => application !== name
      return {
        declarersOf: (key) =>
          (objects.get(formatKey(key)) ?? []).filter(({ application }) => isOther(application)),
        use: (namespace) => [...(namespaces.get(namespace) ?? [])].some(isOther),
        isComplete: !roster.gaps.some((gap) => concerns(gap, entry)),
      }
    },
  }
}

interface ClusterIndex {
  /** By formatted key. */
  readonly objects: ReadonlyMap<string, readonly Declarer[]>
  /** Names of the applications that declare something in a namespace. */
  readonly namespaces: ReadonlyMap<string, ReadonlySet<string>>
}

async function indexCluster(
  ports: Pick<Ports, 'cluster'>,
  { entries }: Roster,
  cluster: string,
): Promise<ClusterIndex> {
  const discovery = await ports.cluster(cluster).discovery('cached')
  const objects = new Map<string, Declarer[]>()
  const namespaces = new Map<string, Set<string>>()
  for (const { application, source, cluster: own } of entries) {
    if (own !== cluster || source.kind === 'unusable') continue
    const outline = source.kind === 'rendered' ? outlineOf(source.rendered) : source.outline
    for (const { key, origin } of declaredObjects(application, outline, discovery)) {
      added(objects, formatKey(key), []).push({ application: application.name, origin })
      added(namespaces, key.namespace, new Set<string>()).add(application.name)
    }
  }
  return { objects, namespaces }
}

function added<T>(map: Map<string, T>, key: string, fresh: T): T {
  const value = map.get(key) ?? fresh
  map.set(key, value)
  return value
}

function concerns(gap: Roster['gaps'][number], entry: RosterEntry): boolean {
  if (gap === 'anywhere') return true
  return sameRepository(gap, entry.declaredBy.repository) || sameRepository(gap, repositoryOf(entry))
}
