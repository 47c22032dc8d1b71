import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalEntry, LocalFiles } from '../../src/githost/local/local-files.ts'

/**
 * The files of a folder on this machine. Symlinks are read, not followed; sockets and devices are left out. A disk
 * answers faster than a thread that is asked to wait for it.
 */
export function localFiles(folder: string): LocalFiles {
  return {
    readDirectory: async (path) => readDirectory(join(folder, path)),
    readFile: async (path) => readRegularFile(join(folder, path)),
    readLink: async (path) => readlinkSync(join(folder, path)),
  }
}

function readDirectory(path: string): readonly LocalEntry[] {
  const entries: LocalEntry[] = []
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const { name } = entry
    if (entry.isDirectory()) entries.push({ name, kind: 'directory' })
    else if (entry.isSymbolicLink()) entries.push({ name, kind: 'symlink' })
    else if (entry.isFile()) entries.push({ name, kind: 'file' })
  }
  return entries
}

/** A path that became a symlink since it was listed is not read through it. */
function readRegularFile(path: string): Awaited<ReturnType<LocalFiles['readFile']>> {
  const stats = lstatSync(path)
  if (!stats.isFile()) throw new Error(`${path} is no file`)
  const bytes = readFileSync(path)
  return {
    bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    isExecutable: (stats.mode & 0o100) !== 0,
  }
}
