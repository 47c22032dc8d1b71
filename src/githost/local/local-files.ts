/** One name in a folder. What is neither file, folder nor symlink is left out. */
export interface LocalEntry {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'symlink'
}

export interface LocalFile {
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
}

/** Reads a folder; paths are relative to it, `/`-separated, the folder itself is ''. */
export interface LocalFiles {
  readDirectory(path: string): Promise<readonly LocalEntry[]>
  readFile(path: string): Promise<LocalFile>
  /** The target as it is written in the symlink. */
  readLink(path: string): Promise<string>
}
