import type { ModedEntry } from '../../git/build-tree.ts'
import type { CommitSha, ObjectId } from '../../git/commit.ts'
import { hashCommit, hashObject, hashTree } from '../../git/object-id.ts'
import { joinPath } from '../../git/path.ts'
import { formatRepository, type Repository } from '../../git/repository.ts'
import type { BlobRequest, GitHost } from '../git-host.ts'
import { GitHostError, type GitHostErrorCode } from '../git-host-error.ts'
import type { LocalEntry, LocalFile, LocalFiles } from './local-files.ts'

interface Snapshot {
  readonly root: ObjectId
  readonly trees: Map<ObjectId, readonly ModedEntry[]>
}

const keptSnapshots = 4
const mostEntries = 100_000
const modes = { file: '100644', executable: '100755', directory: '40000', symlink: '120000' } as const

/**
 * A working folder as a repository, whatever revision is asked for: the commit is made up from the content, so that
 * the same files are the same commit. Resolving reads every file; `.git` is left out, and what `.gitignore` names is
 * not. A file that changes while it is read is a `hash-mismatch`, and can be tried again. There are no statuses.
 */
export function createLocalHost(name: string, files: LocalFiles): GitHost {
  const snapshots = new Map<CommitSha, Snapshot>()

  async function resolve(repository: Repository): Promise<CommitSha> {
    const snapshot = await readSnapshot(repository, files).catch((error: unknown) => {
      throw error instanceof GitHostError ? error : failure('not-found', repository, 'cannot be read')
    })
    const commit = commitOf(snapshot.root)
    snapshots.delete(commit)
    snapshots.set(commit, snapshot)
    for (const oldest of snapshots.keys()) {
      if (snapshots.size <= keptSnapshots) break
      snapshots.delete(oldest)
    }
    return commit
  }

  async function rootTree(repository: Repository, commit: CommitSha): Promise<ObjectId> {
    const snapshot = snapshots.get(commit)
    if (snapshot === undefined) throw failure('not-found', repository, `has changed since commit ${commit}`)
    return snapshot.root
  }

  async function listTree(repository: Repository, tree: ObjectId): Promise<readonly ModedEntry[]> {
    for (const { trees } of snapshots.values()) {
      const entries = trees.get(tree)
      if (entries !== undefined) return entries
    }
    throw failure('not-found', repository, `has no directory ${tree} any more`)
  }

  async function readBlobs(repository: Repository, blobs: readonly BlobRequest[]) {
    const found = new Map<ObjectId, Uint8Array>()
    for (const { id, path } of blobs) found.set(id, await readBlob(repository, id, path, files))
    return found
  }

  return { name, kind: 'local', resolve, rootTree, listTree, readBlobs }
}

async function readSnapshot(repository: Repository, files: LocalFiles): Promise<Snapshot> {
  const trees: Snapshot['trees'] = new Map()
  let seen = 0

  async function readDirectory(path: string): Promise<ObjectId> {
    const entries: ModedEntry[] = []
    for (const entry of await files.readDirectory(path)) {
      if (entry.name === '.git') continue
      seen += 1
      if (seen > mostEntries) {
        throw failure(
          'too-large',
          repository,
          `holds more than ${mostEntries} files; name the folder of the manifests`,
        )
      }
      entries.push(await readEntry(joinPath(path, entry.name), entry))
    }
    const id = hashTree(entries)
    trees.set(id, entries)
    return id
  }

  async function readEntry(path: string, { name, kind }: LocalEntry): Promise<ModedEntry> {
    if (kind === 'directory') return { name, mode: modes[kind], kind, id: await readDirectory(path) }
    const { bytes, isExecutable } = await contentAt(path, kind, files)
    const id = hashObject('blob', bytes)
    return { name, mode: modes[isExecutable ? 'executable' : kind], kind, id, size: bytes.length }
  }

  return { root: await readDirectory(''), trees }
}

async function readBlob(
  repository: Repository,
  id: ObjectId,
  path: string,
  files: LocalFiles,
): Promise<Uint8Array> {
  for (const kind of ['file', 'symlink'] as const) {
    const content = await contentAt(path, kind, files).catch(() => undefined)
    if (content !== undefined && hashObject('blob', content.bytes) === id) return content.bytes
  }
  throw failure('hash-mismatch', repository, `${path} changed while it was read; try again`, true)
}

async function contentAt(path: string, kind: 'file' | 'symlink', files: LocalFiles): Promise<LocalFile> {
  if (kind === 'file') return files.readFile(path)
  return { bytes: new TextEncoder().encode(await files.readLink(path)), isExecutable: false }
}

/** Without author and time, which a working folder does not have. */
function commitOf(root: ObjectId): CommitSha {
  return hashCommit(new TextEncoder().encode(`tree ${root}\n\nworking folder\n`))
}

function failure(
  code: GitHostErrorCode,
  repository: Repository,
  what: string,
  retryable = false,
): GitHostError {
  const subject = { repository: formatRepository(repository) }
  return new GitHostError(code, `${subject.repository}: the folder ${what}`, {
    subject,
    turn: 'author',
    retryable,
  })
}
