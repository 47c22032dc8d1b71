import type { CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'

/** Value 1 of the pipe: what made us look. It is a hint; what is true is read from the Git host afterwards. */
export type Trigger =
  | PushTrigger
  | PullRequestTrigger
  | CommentTrigger
  | MergeGroupTrigger
  | SweepTrigger
  | ManualTrigger

/**
 * A branch or tag moved. `before` is absent when it was created (Gitea tells a moved tag so, too), `after` when it was
 * deleted. Of an annotated tag, they are ids of the tag object.
 */
export interface PushTrigger {
  readonly kind: 'push'
  readonly host: string
  readonly repository: Repository
  /** Full: `refs/heads/main`, `refs/tags/v1`. */
  readonly ref: string
  readonly before?: CommitSha
  readonly after?: CommitSha
  readonly forced?: boolean
  readonly deliveryId: string
}

/** A pull request was opened, changed, closed or merged: which, and how it stands, is read from the host. */
export interface PullRequestTrigger {
  readonly kind: 'pullRequest'
  readonly host: string
  readonly repository: Repository
  readonly number: number
  readonly deliveryId: string
  readonly asked?: Asked
}

/** What somebody who may write here asked for by a comment, of one commit and of no later one. */
export interface Asked {
  /** Login name. */
  readonly by: string
  /** Of a fork, this head is worth a full plan. Ignored when the head is another by now. */
  readonly head: CommitSha
  /** They agree to the deletions of this digest, if the merge result waits for it. */
  readonly acknowledges?: string
}

/** A comment on a pull request that speaks to Plumbline. Whether its author may is read from the host. */
export interface CommentTrigger {
  readonly kind: 'comment'
  readonly host: string
  readonly repository: Repository
  readonly number: number
  readonly commentId: number
  /** Login name. */
  readonly author: string
  readonly command: Command
  /** The head as it was when they wrote; absent where the host does not tell. */
  readonly head?: CommitSha
  readonly deliveryId: string
}

/** A merge queue asks about what merging its next pull requests together would give. */
export interface MergeGroupTrigger {
  readonly kind: 'mergeGroup'
  readonly host: string
  readonly repository: Repository
  /** The queue's own branch; its tip is the merged commit. Full. */
  readonly ref: string
  /** Short name of the branch that is to become it. */
  readonly baseRef: string
  readonly deliveryId: string
}

export type Command =
  /** `/plumbline plan` */
  | { readonly kind: 'plan' }
  /** `/plumbline ack DIGEST` */
  | { readonly kind: 'acknowledge'; readonly digest: string }
  | OperatingCommand

/** About applications as they are deployed, whatever the pull request holds. Without a name, those that its merge touched. */
export type OperatingCommand =
  /** `/plumbline terminate [APP]` */
  | { readonly kind: 'terminate'; readonly application?: string }
  /** `/plumbline adopt [APP]` */
  | { readonly kind: 'adopt'; readonly application?: string }

export interface SweepTrigger {
  readonly kind: 'sweep'
}

/** A person asked by command line: one application, or all of them. */
export interface ManualTrigger {
  readonly kind: 'manual'
  readonly application?: string
}
