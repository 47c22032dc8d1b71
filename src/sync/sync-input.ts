import type { Cluster } from '../cluster/cluster.ts'
import type { Desired } from '../diff/desired-objects.ts'
import type { CommitSha } from '../git/commit.ts'
import type { Plan } from '../plan/plan.ts'
import type { Permit } from '../policy/permit.ts'
import type { TimeLimits } from './decision.ts'
import type { Operation } from './operation.ts'
import type { StoredOperation } from './operation-record.ts'

/** Everything that one call of `runSync` needs; nothing of it outlives the call. */
export interface SyncInput {
  readonly cluster: Cluster
  readonly installation: string
  readonly application: string
  /** The commit to bring about; a running operation of another one is stopped instead. */
  readonly commit: CommitSha
  readonly render?: Operation['render']
  /** What a new operation remembers of the fields that it and those before it set back. */
  readonly healed?: Operation['healed']
  /** What a new operation does. A running one goes on with the plan that it began with, and this is not looked at. */
  readonly plan: Plan
  readonly kind: Operation['kind']
  /** Start of a new operation, RFC 3339: the same that the plan was made with, since names of hooks hold it. */
  readonly startedAt: string
  /**
   * What the commit wants of this cluster; for a running operation, rendered from the operation's commit. Absent where
   * an operation is only to be stopped.
   */
  readonly desired?: Desired
  /** The last operation, read before the live state that the plan rests on; undefined when there was none. */
  readonly last: StoredOperation | undefined
  /** Unique to this call, whatever process it runs in. */
  readonly holder: string
  /** Milliseconds of Unix time. */
  readonly now: () => number
  readonly limits: TimeLimits
  /** Asked before every write of every phase. */
  readonly permit: Permit
}
