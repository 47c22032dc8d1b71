import type { Cluster } from '../cluster/cluster.ts'
import { ClusterError } from '../cluster/cluster-error.ts'
import type { ResourceType } from '../cluster/discovery.ts'
import { digestList } from '../cluster/requests.ts'
import { formatKey, keyOf, type ObjectKey } from '../kube/object-key.ts'
import { type Claimant, otherGitOpsManager } from '../policy/other-gitops-manager.ts'
import { clientSideApplyMigration } from './migrate-client-side-apply.ts'
import { allWaves, applySteps, type PlannedPhases } from './plan-order.ts'
import { fieldManager } from './record-store.ts'

interface Asking extends Claimant {
  readonly migratesFrom?: string
}

/** More objects of one kind and namespace than this are worth a LIST. */
const mostGets = 2

/**
 * Which objects bear no mark of somebody whom an apply would run over: another GitOps manager, or a client that
 * applied. One LIST says it for all of a kind and namespace, for as long as one call works.
 */
export class UnmarkedObjects {
  readonly #cluster: Cluster
  readonly #lists = new Map<string, Promise<ReadonlySet<string> | 'unknown'>>()
  readonly #expected: ReadonlyMap<string, number>
  readonly #asking: Asking

  constructor(cluster: Cluster, plan: PlannedPhases, asking: Asking) {
    this.#cluster = cluster
    this.#expected = placesOf(plan)
    this.#asking = asking
  }

  /** False also where it is not known: then the object itself is to be looked at. */
  async has(key: ObjectKey, type: ResourceType): Promise<boolean> {
    const place = placeOf(key)
    if ((this.#expected.get(place) ?? 0) <= mostGets) return false
    const list = this.#lists.get(place) ?? this.#marked(type, key.namespace)
    this.#lists.set(place, list)
    const marked = await list
    return marked !== 'unknown' && !marked.has(formatKey(key))
  }

  async #marked(type: ResourceType, namespace: string): Promise<ReadonlySet<string> | 'unknown'> {
    try {
      const marked = await digestList(this.#cluster, type, namespace, (live) =>
        otherGitOpsManager(live, this.#asking) === undefined &&
        clientSideApplyMigration(live, fieldManager, this.#asking.migratesFrom) === undefined
          ? []
          : [formatKey(keyOf(live))],
      )
      return new Set(marked)
    } catch (error) {
      if (!(error instanceof ClusterError)) throw error
      return 'unknown'
    }
  }
}

/** How many objects the plan applies in each place that were not seen to be absent. */
function placesOf(plan: PlannedPhases): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  for (const { key, reason } of allWaves(plan).flatMap(applySteps)) {
    if (reason !== 'missing') places.set(placeOf(key), (places.get(placeOf(key)) ?? 0) + 1)
  }
  return places
}

function placeOf({ group, kind, namespace }: ObjectKey): string {
  return [group, kind, namespace].join(' ')
}
