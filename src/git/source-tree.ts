import type { ObjectId } from './commit.ts'

/** One name in a directory. `id` is the id of the blob or tree; of a submodule, the commit it points at. */
export interface TreeEntry {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'symlink' | 'submodule'
  readonly id: ObjectId
  /** Bytes, where the host says it. */
  readonly size?: number
}

/** A file's text with the id of its blob. */
export interface SourceFile {
  readonly id: ObjectId
  readonly text: string
}

/**
 * The files of one commit, read only and lazily. Paths are relative to the root, `/`-separated, without `.` or `..`
 * segments; the root is the empty string. Symlinks inside the repository are followed; those that leave it,
 * submodules, LFS pointers and text that is not UTF-8 are refused by name (`SourceError`).
 */
export interface SourceTree {
  /** The entry at a path after following symlinks, or undefined where nothing is. */
  lookup(path: string): Promise<TreeEntry | undefined>
  /** Entries of a directory in byte order of their names; an error when it is no directory. */
  list(path: string): Promise<readonly TreeEntry[]>
  /** A file's text; an error when it is missing or no file. */
  read(path: string): Promise<SourceFile>
  /** Fetches many files in few requests; reading them afterwards costs none. Missing ones are left out. */
  prefetch(paths: readonly string[]): Promise<void>
}
