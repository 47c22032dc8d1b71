import { type SourceLimits, sourceLimits } from './blob-budget.ts'
import { buildTree, type FileContent, fileObject } from './build-tree.ts'
import type { ObjectId } from './commit.ts'
import { objectTree } from './object-tree.ts'
import type { SourceTree } from './source-tree.ts'

/** A source tree of files that are at hand, with the ids that git would give them. */
export function memoryTree(
  files: { readonly [path: string]: FileContent },
  limits: SourceLimits = sourceLimits,
): SourceTree {
  const blobs = new Map<ObjectId, Uint8Array>()
  const flat = Object.entries(files).map(([path, content]) => {
    const { mode, id, bytes } = fileObject(content)
    if (bytes === undefined) return { path, mode, id }
    blobs.set(id, bytes)
    return { path, mode, id, size: bytes.length }
  })
  const { root, trees } = buildTree(flat)
  return objectTree(root, { tree: async (id) => trees.get(id) ?? [], blobs: async () => blobs }, limits)
}
