import type { ObjectId } from '../git/commit.ts'
import type { TreeEntry } from '../git/source-tree.ts'

/** An object by its id: never stale. `commit` remembers its root tree. */
export type CachedObject =
  | { readonly kind: 'blob'; readonly bytes: Uint8Array }
  | { readonly kind: 'tree'; readonly entries: readonly TreeEntry[] }
  | { readonly kind: 'commit'; readonly root: ObjectId }

/** `scope` is the repository, so that an id known from one repository reads nothing of another. */
export interface ObjectCache {
  get(scope: string, id: ObjectId): CachedObject | undefined
  put(scope: string, id: ObjectId, object: CachedObject): void
}

const entryOverhead = 160

/** Forgets what was not asked for longest when more than `maxBytes` (about) are held. */
export function createObjectCache(maxBytes: number = 64_000_000): ObjectCache {
  const objects = new Map<string, CachedObject>()
  let held = 0

  function drop(key: string, object: CachedObject): void {
    objects.delete(key)
    held -= sizeOf(key, object)
  }

  function get(scope: string, id: ObjectId): CachedObject | undefined {
    const key = `${scope} ${id}`
    const object = objects.get(key)
    if (object === undefined) return undefined
    objects.delete(key)
    objects.set(key, object)
    return object
  }

  function put(scope: string, id: ObjectId, object: CachedObject): void {
    const key = `${scope} ${id}`
    const known = objects.get(key)
    if (known !== undefined) drop(key, known)
    if (sizeOf(key, object) > maxBytes) return
    objects.set(key, object)
    held += sizeOf(key, object)
    for (const [oldest, value] of objects) {
      if (held <= maxBytes) break
      drop(oldest, value)
    }
  }

  return { get, put }
}

function sizeOf(key: string, object: CachedObject): number {
  if (object.kind === 'blob') return key.length + entryOverhead + object.bytes.length
  if (object.kind === 'commit') return key.length + entryOverhead
  return object.entries.reduce((sum, entry) => sum + entryOverhead + 2 * entry.name.length, key.length)
}
