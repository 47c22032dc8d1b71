import type { FieldValue, Writer } from './comparison.ts'

/** One leaf in which Git before a pull request, Git after it and the cluster are not all the same. */
export interface FieldPreview {
  /** As people read it: `spec.template.spec.containers[name=web].image`. */
  readonly path: string
  /** What the tip of the base branch says. */
  readonly base: FieldValue
  /** What the merge result says. */
  readonly head: FieldValue
  /** Absent when nothing live was asked: a fork, or a cluster that could not be reached. */
  readonly live?: FieldValue
  /** Which of them mean the same; the only thing that is told of masked values. */
  readonly equal: Equalities
  /** Who last wrote the live value; absent when nobody owns it. */
  readonly writer?: Writer
  readonly cause: Cause
  readonly will: FieldWill
  /** Why it is kept: the ignore rule, or the controller that owns it. */
  readonly keptBy?: string
}

export interface Equalities {
  readonly baseHead: boolean
  readonly baseLive: boolean
  readonly headLive: boolean
}

/** Where a difference between the merge result and the cluster comes from. */
export type Cause =
  /** The pull request changes it, and the cluster is as the base says. */
  | 'pull-request'
  /** The pull request does not touch it; somebody changed the cluster. */
  | 'drift'
  /** Somebody changed the cluster, and the pull request changes it too. */
  | 'both'
  /** The base says it already, and no sync has brought it about. */
  | 'not-yet-synced'

/** What the sync after the merge will do to a field. The words are those of the comment, and there are no others. */
export type FieldWill =
  | 'set'
  | 'add'
  | 'remove'
  | 'revert'
  | 'overwrite-live-edit'
  | 'keep'
  | 'recreate'
  | 'reject'
  | 'prune'
  | 'adopt'
  | 'hand-over'
  | 'no-op'
