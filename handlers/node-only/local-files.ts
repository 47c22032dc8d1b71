import { lstat, readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalEntry, LocalFiles } from '../../src/githost/local/local-host.ts'

/** The files of a folder on this machine. Symlinks are read, not followed; sockets and devices are left out. */
export function localFiles(folder: string): LocalFiles {
  return {
    readDirectory: (path) => readDirectory(join(folder, path)),
    readFile: (path) => readRegularFile(join(folder, path)),
    readLink: (path) => readlink(join(folder, path)),
  }
}

async function readDirectory(path: string): Promise<readonly LocalEntry[]> {
  const entries: LocalEntry[] = []
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const { name } = entry
    if (entry.isDirectory()) entries.push({ name, kind: 'directory' })
    else if (entry.isSymbolicLink()) entries.push({ name, kind: 'symlink' })
    else if (entry.isFile()) entries.push({ name, kind: await fileKind(join(path, name)) })
  }
  return entries
}

async function fileKind(path: string): Promise<'file' | 'executable'> {
  const { mode } = await lstat(path)
  return (mode & 0o100) === 0 ? 'file' : 'executable'
}

/** A path that became a symlink since it was listed is not read through it. */
async function readRegularFile(path: string): Promise<Uint8Array> {
  if (!(await lstat(path)).isFile()) throw new Error(`${path} is no file`)
  const bytes = await readFile(path)
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
