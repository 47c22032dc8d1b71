import type { Repository } from '../git/repository.ts'
import type { ApplicationReport, ReportProblem } from './report.ts'

/** What one pass over all applications found and did. It holds no secret. */
export interface Swept {
  readonly applications: readonly SweptApplication[]
  /** What is wrong with declarations and roots. */
  readonly problems: readonly ReportProblem[]
  /** Recorded and declared no more; empty while a declaration may only be unreadable. */
  readonly orphans: readonly Orphan[]
  /** Open, and its head had no plan, or one that nobody finished. */
  readonly pullRequests: readonly UnplannedPullRequest[]
  readonly skipped: readonly SkippedCluster[]
}

export interface SweptApplication {
  readonly found: Finding
  /** As it is after the pass. */
  readonly report: ApplicationReport
}

export type Finding =
  /** As it was told last. */
  | 'unchanged'
  /** What it follows has changed since, and nobody told us. */
  | 'missed-push'
  /** A sync is to be begun, healed, tried again or gone on with. */
  | 'due'
  /** Another verdict than the one that was told. */
  | 'changed'
  /** It could not be looked at, for a passing reason: what was told of it stands. */
  | 'not-known'

export interface Orphan {
  readonly application: string
  readonly cluster: string
  /** No sync of it ever began: nothing in the cluster is its work. */
  readonly neverSynced?: true
  /** Its last declaration asked that its objects go with it: how that stands. */
  readonly going?: string
}

export interface UnplannedPullRequest {
  readonly repository: Repository
  readonly number: number
}

export interface SkippedCluster {
  readonly cluster: string
  /** `another-sweeper`: it sweeps this cluster now, or has just done so. */
  readonly reason: 'another-sweeper' | 'unreachable'
  readonly message: string
}
