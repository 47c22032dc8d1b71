import type { Commit, CommitSha } from '../git/commit.ts'
import { formatOf, hashCommit } from '../git/object-id.ts'
import { objectTree } from '../git/object-tree.ts'
import { overlayReader, overlayTrees, type Sides } from '../git/overlay-tree.ts'
import type { Repository } from '../git/repository.ts'
import type { SourceTree } from '../git/source-tree.ts'
import type { GitHost } from './git-host.ts'
import type { ObjectCache } from './object-cache.ts'
import { readerAt, rootOf } from './source-tree.ts'

/** What a branch would become by a merge. */
export interface MergeResult {
  /** It is on no host: its id stands for the two commits and what they give together. */
  readonly commit: Commit
  readonly tree: SourceTree
  /** Paths that both sides changed, each otherwise. */
  readonly conflicts: readonly string[]
}

/** Opens what merging would give, read from the repository of the base. Errors: `GitHostError`. */
export async function openMergeResult(
  host: GitHost,
  repository: Repository,
  { base, head, ancestor }: Sides<CommitSha>,
  cache: ObjectCache,
): Promise<MergeResult> {
  const objects = readerAt(host, { repository, sha: base }, cache)
  const root = (sha: CommitSha) => rootOf(host, { repository, sha }, cache)
  const roots = { base: await root(base), head: await root(head), ancestor: await root(ancestor) }
  const overlay = await overlayTrees(roots, (id) => objects.tree(id))
  const body = new TextEncoder().encode(`tree ${overlay.root}\nparent ${base}\nparent ${head}\n`)
  return {
    commit: { repository, sha: hashCommit(body, formatOf(base)) },
    tree: objectTree(overlay.root, overlayReader(overlay, objects)),
    conflicts: overlay.conflicts,
  }
}
