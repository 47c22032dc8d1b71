import type { CommitSha, ObjectId } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import type { TreeEntry } from '../git/source-tree.ts'
import type { Feedback } from './feedback.ts'
import type { HostSetup } from './host-setup.ts'
import type { PullRequests } from './pull-requests.ts'

/**
 * The port to a Git host. Everything but `resolve` is read by object id, so answers never go stale.
 * Errors are `GitHostError`; bodies, headers and tokens never enter them.
 */
export interface GitHost {
  readonly name: string
  readonly kind: 'github' | 'gitea' | 'local'
  /**
   * The commit that a revision names now: a full SHA, `HEAD` (the default branch), a branch, a tag,
   * `refs/heads/x` or `refs/tags/x`. With `known`, a host that can answers conditionally.
   */
  resolve(repository: Repository, revision: string, known?: CommitSha): Promise<CommitSha>
  /** Id of the root tree of a commit. */
  rootTree(repository: Repository, commit: CommitSha): Promise<ObjectId>
  /** All entries of one tree, paging hidden, its hash verified. */
  listTree(repository: Repository, tree: ObjectId): Promise<readonly TreeEntry[]>
  /**
   * A directory and those below it, each verified, as far as they can be told in few requests; undefined where there are
   * too many. Absent where listing one of them does as much.
   */
  listTreesBelow?(
    repository: Repository,
    tree: ObjectId,
  ): Promise<ReadonlyMap<ObjectId, readonly TreeEntry[]> | undefined>
  /** The bytes of blobs, each verified against its id. `commit` and `path` serve hosts that batch by path. */
  readBlobs(repository: Repository, blobs: readonly BlobRequest[]): Promise<ReadonlyMap<ObjectId, Uint8Array>>
  /** Commit statuses; absent where there are none (a local working folder). */
  readonly feedback?: Feedback
  /** Absent where there are none. */
  readonly pullRequests?: PullRequests
  /** Absent where there is nothing to set up. */
  readonly setup?: HostSetup
}

export interface BlobRequest {
  readonly id: ObjectId
  readonly commit: CommitSha
  readonly path: string
  readonly size?: number
}
