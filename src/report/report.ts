import type { Comparison } from '../diff/comparison.ts'
import type { Turn } from '../errors.ts'
import type { CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { Health } from '../health/health.ts'
import type { Plan } from '../plan/plan.ts'
import type { Outcome } from '../sync/outcome.ts'

export type SyncStatus = 'Synced' | 'OutOfSync' | 'Unknown'

/** The neutral verdict; D12a says what a commit status makes of it. */
export type Verdict = 'success' | 'pending' | 'failure' | 'error'

/** Value 8 of the pipe: one verdict and a section for each application of the trigger. It holds no secret. */
export interface Report {
  readonly repository: Repository
  readonly commit: CommitSha
  readonly verdict: Verdict
  readonly applications: readonly ApplicationReport[]
  /** What concerns the commit as a whole: declarations that cannot be used, roots that cannot be read. */
  readonly problems: readonly ReportProblem[]
}

export interface ApplicationReport {
  readonly name: string
  readonly cluster: string
  readonly sync: SyncStatus
  readonly health: Health
  /** Of the root that declares it. */
  readonly mode?: 'observe' | 'sync'
  /** The commit of its own source that all of this is about. */
  readonly commit?: CommitSha
  readonly verdict: Verdict
  /** One line: why the verdict is what it is. */
  readonly summary: string
  readonly comparison?: Comparison
  readonly plan?: Plan
  readonly outcome?: Outcome
  readonly problems: readonly ReportProblem[]
}

export interface ReportProblem {
  readonly code: string
  readonly message: string
  readonly turn: Turn
  readonly retryable: boolean
  readonly file?: string
  readonly line?: number
  readonly field?: string
  readonly object?: string
  /** It only informs: it changes no verdict. */
  readonly warning?: true
}
