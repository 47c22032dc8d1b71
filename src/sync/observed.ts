import type { KeepReason } from '../diff/comparison.ts'
import type { Health } from '../health/health.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import type { SyncPhase } from '../plan/plan.ts'

/** One live object, reduced to what the step function asks of it. */
export interface Sighting {
  readonly uid: string
  readonly resourceVersion: string
  /** It has a deletionTimestamp. */
  readonly deleting: boolean
  /** Absent for a kind without a check: such an object is healthy as soon as it exists. */
  readonly health?: Health
  /** For hooks: the run that created it, from its annotations. */
  readonly run?: HookRun
  /** For hooks: it bears this application's mark, so that an earlier run of ours may be deleted. */
  readonly ours: boolean
  /** For hooks: the finalizer of hooks is on it. */
  readonly held?: boolean
  /** Why it must not be pruned, by what the object says of itself. */
  readonly keep?: KeepReason
}

/** One run of a hook: at most one object ever carries it. */
export interface HookRun {
  readonly operation: string
  readonly phase: SyncPhase
}

/** What was looked at, by formatted key. A key that is not in it was not looked at, which is not `absent`. */
export type Observed = ReadonlyMap<string, Sighting | 'absent'>

export function sightingOf(observed: Observed, key: ObjectKey): Sighting | 'absent' | undefined {
  return observed.get(formatKey(key))
}
