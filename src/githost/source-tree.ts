import { type SourceLimits, sourceLimits, type WantedBlob } from '../git/blob-budget.ts'
import type { Commit, ObjectId } from '../git/commit.ts'
import { type ObjectReader, objectTree } from '../git/object-tree.ts'
import { formatRepository } from '../git/repository.ts'
import type { SourceTree, TreeEntry } from '../git/source-tree.ts'
import type { GitHost } from './git-host.ts'
import { GitHostError } from './git-host-error.ts'
import type { ObjectCache } from './object-cache.ts'

type Trees = ReadonlyMap<ObjectId, readonly TreeEntry[]>

/**
 * The files of a commit on a Git host, read by object id through the cache. Opening asks for the root tree; a path
 * costs one request for each directory on it that the cache does not hold. Errors: `GitHostError`; from the tree,
 * also `SourceError`.
 */
export async function openSourceTree(
  host: GitHost,
  commit: Commit,
  cache: ObjectCache,
  limits: SourceLimits = sourceLimits,
): Promise<SourceTree> {
  return objectTree(await rootOf(host, commit, cache), readerAt(host, commit, cache), limits)
}

/** Whoever needs more of a commit's directories than these most likely needs them all. */
const singleTrees = 8

/** The objects of a commit's repository, through the cache; files are asked for in batches at that commit. */
export function readerAt(host: GitHost, commit: Commit, cache: ObjectCache): ObjectReader {
  const { repository, sha } = commit
  const scope = formatRepository(repository)
  let asked = 0
  let all: Promise<Trees> | undefined

  async function tree(id: ObjectId): Promise<readonly TreeEntry[]> {
    const known = cache.get(scope, id)
    if (known?.kind === 'tree') return known.entries
    asked += 1
    if (asked > singleTrees) all ??= readAll()
    const entries = (await all)?.get(id) ?? (await host.listTree(repository, id))
    cache.put(scope, id, { kind: 'tree', entries })
    return entries
  }

  async function readAll(): Promise<Trees> {
    const root = await rootOf(host, commit, cache)
    return (await host.listTreesBelow?.(repository, root)) ?? new Map()
  }

  async function blobs(wanted: readonly WantedBlob[]): Promise<ReadonlyMap<ObjectId, Uint8Array>> {
    const found = new Map<ObjectId, Uint8Array>()
    for (const { id } of wanted) {
      const known = cache.get(scope, id)
      if (known?.kind === 'blob') found.set(id, known.bytes)
    }
    const missing = wanted.filter(({ id }) => !found.has(id)).map((blob) => ({ ...blob, commit: sha }))
    if (missing.length === 0) return found
    const read = await host.readBlobs(repository, missing)
    for (const { id, path } of missing) {
      const bytes = read.get(id)
      if (bytes === undefined) throw blobMissing(scope, path)
      cache.put(scope, id, { kind: 'blob', bytes })
      found.set(id, bytes)
    }
    return found
  }

  return { tree, blobs }
}

export async function rootOf(
  host: GitHost,
  { repository, sha }: Commit,
  cache: ObjectCache,
): Promise<ObjectId> {
  const scope = formatRepository(repository)
  const known = cache.get(scope, sha)
  if (known?.kind === 'commit') return known.root
  const root = await host.rootTree(repository, sha)
  cache.put(scope, sha, { kind: 'commit', root })
  return root
}

function blobMissing(repository: string, file: string): GitHostError {
  const subject = { repository, file }
  const message = `${repository}: the Git host did not give the content of ${file}`
  return new GitHostError('malformed', message, { subject, turn: 'platform', retryable: true })
}
