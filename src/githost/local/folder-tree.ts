import type { WantedBlob } from '../../git/blob-budget.ts'
import type { ObjectId } from '../../git/commit.ts'
import { objectTree } from '../../git/object-tree.ts'
import { joinPath } from '../../git/path.ts'
import { SourceError } from '../../git/source-error.ts'
import type { SourceTree, TreeEntry } from '../../git/source-tree.ts'
import type { LocalFiles } from './local-files.ts'

/**
 * A folder as it is being read: of what lies in it only what is asked for is looked at, and nothing is hashed. The ids
 * name paths and no content, so that they are good for one reading alone.
 */
export function folderTree(files: LocalFiles): SourceTree {
  async function tree(id: ObjectId): Promise<readonly TreeEntry[]> {
    const entries = await readable(id, () => files.readDirectory(id))
    return entries
      .filter(({ name }) => name !== '.git')
      .map(({ name, kind }) => ({ name, kind, id: idOf(joinPath(id, name)) }))
  }

  async function blobs(wanted: readonly WantedBlob[]): Promise<ReadonlyMap<ObjectId, Uint8Array>> {
    const found = new Map<ObjectId, Uint8Array>()
    for (const { id, path } of wanted) found.set(id, await readable(path, () => bytesAt(path)))
    return found
  }

  /** Of a file, or the target of a symlink. */
  async function bytesAt(path: string): Promise<Uint8Array> {
    try {
      return (await files.readFile(path)).bytes
    } catch (error) {
      const target = await files.readLink(path).catch(() => undefined)
      if (target === undefined) throw error
      return new TextEncoder().encode(target)
    }
  }

  return objectTree(idOf(''), { tree, blobs })
}

function idOf(path: string): ObjectId {
  return path as ObjectId
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'it is gone',
}

/** What a disk refuses is told by the path in the tree. */
async function readable<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const code = 'code' in error ? String(error.code) : 'changed while it was read'
    throw new SourceError('unreadable', path, `cannot be read: ${reasons[code] ?? code}`)
  }
}
