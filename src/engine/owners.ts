import type { Discovery } from '../cluster/discovery.ts'
import { declaredObjects, outlineOf } from '../diff/outline.ts'
import { sameRepository } from '../git/repository.ts'
import { formatKey } from '../kube/object-key.ts'
import type { Declarer, Neighbours } from '../plan/neighbours.ts'
import type { Ports } from './ports.ts'
import type { Roster, RosterEntry } from './roster.ts'
import { repositoryOf } from './roster-entry.ts'

/** Which applications of a roster declare an object, cluster by cluster. */
export interface Owners {
  neighboursOf(entry: RosterEntry): Promise<Neighbours>
}

/** What stands for the others where there is no roster: nothing of them is known, so nothing is pruned. */
export const unknownNeighbours: Neighbours = {
  declarersOf: () => [],
  use: () => false,
  knows: () => false,
  isComplete: false,
}

type Needs = Pick<Ports, 'cluster' | 'pause' | 'rosters'>

/** The index is made when it is first asked for, once for each cluster and what it knows of kinds. */
export function ownersOf(ports: Needs, roster: Roster): Owners {
  async function indexOf(cluster: string): Promise<ClusterIndex> {
    const discovery = await ports.cluster(cluster).discovery('cached')
    const index = await ports.rosters.derive(roster, discovery, `owners in ${cluster}`, () =>
      indexCluster(ports, roster, cluster, discovery),
    )
    if (index instanceof ClusterIndex) return index
    throw new TypeError('this is no index of owners')
  }

  const names = new Set(roster.entries.map(({ application }) => application.name))
  return {
    async neighboursOf(entry) {
      const { name } = entry.application
      const { objects, namespaces } = await indexOf(entry.cluster)
      const isOther = (application: string) => application !== name
      return {
        declarersOf: (key) =>
          (objects.get(formatKey(key)) ?? []).filter(({ application }) => isOther(application)),
        use: (namespace) => [...(namespaces.get(namespace) ?? [])].some(isOther),
        knows: (application) => names.has(application),
        isComplete: !roster.gaps.some((gap) => concerns(gap, entry)),
      }
    },
  }
}

class ClusterIndex {
  /** By formatted key. */
  readonly objects = new Map<string, Declarer[]>()
  /** Names of the applications that declare something in a namespace. */
  readonly namespaces = new Map<string, Set<string>>()
}

async function indexCluster(
  { pause }: Needs,
  { entries }: Roster,
  cluster: string,
  discovery: Discovery,
): Promise<ClusterIndex> {
  const index = new ClusterIndex()
  const { objects, namespaces } = index
  for (const { application, source, cluster: own } of entries) {
    if (own !== cluster || source.kind === 'unusable') continue
    await pause?.()
    const outline = source.kind === 'rendered' ? outlineOf(source.rendered) : source.outline
    for (const { key, origin } of declaredObjects(application, outline, discovery)) {
      added(objects, formatKey(key), []).push({ application: application.name, origin })
      added(namespaces, key.namespace, new Set<string>()).add(application.name)
    }
  }
  return index
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
