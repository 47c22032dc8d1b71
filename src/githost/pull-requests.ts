import type { CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'

/** A pull request as it stands now. Texts in it are written by whoever opened it. */
export interface PullRequest {
  readonly number: number
  readonly state: 'open' | 'closed'
  readonly merged: boolean
  readonly draft: boolean
  readonly head: CommitSha
  /** Short name of the branch it is to be merged into. */
  readonly baseRef: string
  /** The tip that the host believes that branch has; absent when it is gone. */
  readonly base?: CommitSha
  /** Where the host last saw head and base part; absent when they share nothing. In lists it may lag for a while. */
  readonly mergeBase?: CommitSha
  /** The commit on the base branch that brought it, once it is merged. */
  readonly mergeCommit?: CommitSha
  /** Its branch lies in another repository, or in none: its author need not be allowed to write here. */
  readonly fork: boolean
}

export interface Comment {
  readonly id: number
  /** Login name. */
  readonly author: string
  readonly body: string
  /** RFC 3339. */
  readonly createdAt: string
}

export type Reaction = 'eyes' | '+1' | '-1' | 'confused'

/** Reading pull requests and answering on them. Every list is complete: paging is hidden. */
export interface PullRequests {
  /** Undefined when there is none of this number. `unavailable` while the host does not know yet how it stands. */
  get(repository: Repository, number: number): Promise<PullRequest | undefined>
  /** All open ones into a branch, or into any. */
  open(repository: Repository, baseRef?: string): Promise<readonly PullRequest[]>
  /** The merged one whose merge made this commit; undefined where there is none. */
  mergedAs(repository: Repository, commit: CommitSha): Promise<PullRequest | undefined>
  comments(repository: Repository, number: number): Promise<readonly Comment[]>
  createComment(repository: Repository, number: number, body: string): Promise<Comment>
  /** `gone` when it was deleted meanwhile. */
  updateComment(repository: Repository, id: number, body: string): Promise<'updated' | 'gone'>
  deleteComment(repository: Repository, id: number): Promise<'deleted' | 'gone'>
  /** The same reaction again changes nothing. `not-found` when the comment is gone, `forbidden` where it is not allowed. */
  react(repository: Repository, commentId: number, reaction: Reaction): Promise<void>
  /**
   * Asked of the host each time: what a payload says of it is not trusted. `forbidden` where the token's own account
   * may not know it.
   */
  mayWrite(repository: Repository, login: string): Promise<boolean>
  /** Login name of whoever the token belongs to. */
  self(): Promise<string>
}
