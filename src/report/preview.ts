import type { Rejected, Unverified } from '../diff/comparison.ts'
import type { Cause, FieldPreview } from '../diff/field-preview.ts'
import type { CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { Health } from '../health/health.ts'
import type { Origin } from '../kube/manifest.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import type { SyncPhase } from '../plan/plan.ts'
import type { ReportProblem, SyncStatus } from './report.ts'

/**
 * What merging a pull request would do to the clusters: value 8 of the pipe for a preview. It holds no secret; texts
 * from outside are not yet escaped for any medium.
 */
export interface Preview {
  readonly installation: string
  readonly repository: Repository
  readonly number: number
  readonly head: CommitSha
  /** Name of the base branch, and its tip. */
  readonly baseRef: string
  readonly base: CommitSha
  /** RFC 3339: when the live state was read. */
  readonly at: string
  /** `rendered`: of a fork, or of a draft; nothing live was asked and nothing dry-run. */
  readonly depth: 'full' | 'rendered'
  readonly draft: boolean
  readonly fork: boolean
  /** Paths changed differently on both sides since the merge base: the branch has to be updated first. */
  readonly needsUpdate: readonly string[]
  /** Every application that the pull request touches, by name. */
  readonly applications: readonly ApplicationPreview[]
  /** Applications of the base that it does not touch, and why. */
  readonly skipped: readonly SkippedApplication[]
  /** What is wrong with what the merge result declares. */
  readonly problems: readonly ReportProblem[]
}

export interface SkippedApplication {
  readonly name: string
  readonly reason: string
}

export interface ApplicationPreview {
  readonly name: string
  readonly cluster: string
  readonly namespace: string
  readonly change: 'added' | 'changed' | 'removed'
  readonly mode: 'observe' | 'sync'
  /** A sync follows the merge by itself. */
  readonly automated: boolean
  /** As it stands now, at the tip of the base; Unknown where nothing was asked. */
  readonly sync: SyncStatus
  readonly health: Health
  /** Everything that the sync would not leave as it is, and everything that differs; in the order of the sync. */
  readonly objects: readonly ObjectPreview[]
  /** Objects that are in order and stay so. */
  readonly inSync: number
  /** Hooks that the sync would run, in order. */
  readonly hooks: readonly HookPreview[]
  /** What the sync would wait for before it deletes; absent when nothing needs it. */
  readonly acknowledgement?: AcknowledgementPreview
  /** What forbids the sync, or makes it impossible to tell what it would do. */
  readonly problems: readonly ReportProblem[]
}

export interface ObjectPreview {
  readonly key: ObjectKey
  readonly origin?: Origin
  readonly action: ObjectAction
  /** Where its difference comes from. */
  readonly cause: Cause
  readonly phase?: SyncPhase
  readonly wave?: number
  readonly fields: readonly FieldPreview[]
  readonly flags: readonly ObjectFlag[]
  readonly rejected?: Pick<Rejected, 'reason' | 'field' | 'message' | 'remedy'>
  readonly unverified?: Pick<Unverified, 'reason' | 'message'>
  /** Of an object that is kept although Git has it no more, or that moves: why, or where to. */
  readonly note?: string
}

export type ObjectAction =
  | 'create'
  | 'change'
  | 'prune'
  | 'hand-over'
  /** It left Git and stays. */
  | 'keep'
  | 'reject'
  /** It differs, and the sync would not touch it. */
  | 'no-op'

export type ObjectFlag = 'restart' | 'immutable' | 'co-owned' | 'unverified' | 'protected' | 'live-edit'

export interface HookPreview {
  readonly key: ObjectKey
  readonly phase: SyncPhase
  readonly wave: number
}

export interface AcknowledgementPreview {
  /** What people write behind `/plumbline ack`. */
  readonly digest: string
  readonly given: boolean
  readonly reasons: readonly string[]
}
