import type { SourceTree } from '../git/source-tree.ts'

/**
 * Awaited between two pieces of work that need nothing from outside: a large roster is read from memory alone, and no
 * webhook would be answered meanwhile.
 */
export type Pause = () => Promise<void>

/** Pauses before each file that is read. */
export function pausingTree(tree: SourceTree, pause: Pause): SourceTree {
  return {
    lookup: (path) => tree.lookup(path),
    list: (path) => tree.list(path),
    prefetch: (paths) => tree.prefetch(paths),
    readBytes: (path) => pause().then(() => tree.readBytes(path)),
    read: (path) => pause().then(() => tree.read(path)),
  }
}
