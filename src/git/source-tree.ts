import type { ObjectId } from './commit.ts'

/** One name in a directory. `id` is the id of the blob or tree; of a submodule, the commit it points at. */
export interface TreeEntry {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'symlink' | 'submodule'
  readonly id: ObjectId
  /** Bytes, where the host says it. */
  readonly size?: number
}

/** `path` is where the entry really lies: another than the one asked for when symlinks lead there. */
export interface LocatedEntry extends TreeEntry {
  readonly path: string
}

/** A file's text with the id of its blob. */
export interface SourceFile {
  readonly id: ObjectId
  readonly text: string
}

/** A file that need not be text. */
export interface SourceBytes {
  readonly id: ObjectId
  readonly bytes: Uint8Array
}

/**
 * The files of one commit, read only and lazily. Paths are relative to the root, `/`-separated, without `.` or `..`
 * segments; the root is the empty string. Symlinks inside the repository are followed; those that leave it,
 * submodules, LFS pointers and text that is not UTF-8 are refused by name (`SourceError`).
 */
export interface SourceTree {
  /** The entry at a path after following symlinks, or undefined where nothing is. */
  lookup(path: string): Promise<LocatedEntry | undefined>
  /** Entries of a directory in byte order of their names; an error when it is no directory. */
  list(path: string): Promise<readonly TreeEntry[]>
  /** A file's text; an error when it is missing or no file. */
  read(path: string): Promise<SourceFile>
  /** As `read`, of a file that may hold anything. */
  readBytes(path: string): Promise<SourceBytes>
  /** Fetches many files in few requests; reading them afterwards costs none. Missing ones are left out. */
  prefetch(paths: readonly string[]): Promise<void>
}
