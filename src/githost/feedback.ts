import type { CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'

export type CommitStatusState = 'pending' | 'success' | 'failure' | 'error'

/** A commit status as every host knows it. `description` is at most 140 characters. */
export interface CommitStatus {
  readonly context: string
  readonly state: CommitStatusState
  readonly description: string
  readonly targetUrl?: string
}

/** Where the answer is written. Every write is idempotent: it is made only when it changes what is there. */
export interface Feedback {
  /** The newest status of each context. */
  statuses(repository: Repository, commit: CommitSha): Promise<readonly CommitStatus[]>
  /** Of a commit, the one that it was made on first. */
  parents(repository: Repository, commit: CommitSha): Promise<readonly CommitSha[]>
  /** `standing` is what `statuses` has just told; without it that is read. */
  ensureStatus(
    repository: Repository,
    commit: CommitSha,
    status: CommitStatus,
    standing?: readonly CommitStatus[],
  ): Promise<'written' | 'same'>
}
