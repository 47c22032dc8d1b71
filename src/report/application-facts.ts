import type { Comparison } from '../diff/comparison.ts'
import type { CommitSha } from '../git/commit.ts'
import type { Health } from '../health/health.ts'
import type { Plan } from '../plan/plan.ts'
import type { Outcome } from '../sync/outcome.ts'
import type { ReportProblem } from './report.ts'

/** All that is known of one application when it is reported. */
export interface ApplicationFacts {
  readonly name: string
  readonly cluster: string
  readonly mode: 'observe' | 'sync'
  readonly commit?: CommitSha
  readonly health: Health
  /** Of the live state as it is now: where there was a sync, taken after it. */
  readonly comparison?: Comparison
  readonly plan?: Plan
  readonly outcome?: Outcome
  /** Why it is not being synced. */
  readonly held?: Held
  /** What somebody keeps changing back, and self-heal leaves alone by now. */
  readonly contested?: readonly Contested[]
  readonly problems: readonly ReportProblem[]
}

/** A field that one manager set otherwise after each of so many self-heals. */
export interface Contested {
  /** Its object's formatted key. */
  readonly object: string
  readonly path: string
  /** Empty where nobody owns the field: it was taken away. */
  readonly manager: string
  readonly times: number
}

export interface Held {
  readonly reason: HeldReason | UnderWay
  /** After which it goes on by itself. */
  readonly seconds?: number
  /** What the last sync ended with, or has come to, where that is the reason. */
  readonly message?: string
  /** How it ended: what was not the objects' fault stays an error while it is tried again. */
  readonly after?: 'Failed' | 'Error'
}

/** Nothing holds it: whoever only looks does not go on with it. */
export type UnderWay = 'sync-under-way' | 'sync-due'

export type HeldReason =
  | 'in-sync'
  | 'prune-only'
  | 'blocked'
  | 'observed-only'
  | 'no-automation'
  | 'self-heal-off'
  | 'fight'
  | 'failed-waits-for-a-new-commit'
  | 'error-waits-for-a-sync'
  | 'retry-backoff'
  | 'self-heal-backoff'
