import { execFile } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')

/** The built command line: what `npm ci` made, and what `npx plumbline` runs. */
export const builtEntry: string = join(root, 'dist/handlers/cli.js')

/** The real walk runs the built product, never the sources. What `npm ci` built is taken as long as no source is newer. */
export async function ensureBuilt(): Promise<void> {
  const built = await stat(builtEntry).catch(() => undefined)
  if (built === undefined) throw new Error(`there is no ${builtEntry}; run npm ci, which builds it`)
  const newest = Math.max(...(await Promise.all(['src', 'handlers'].map(newestUnder))))
  if (newest <= built.mtimeMs) return
  process.stderr.write('building: a source is newer than dist\n')
  await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: root })
}

async function newestUnder(folder: string): Promise<number> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const times = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs))
  return Math.max(0, ...times)
}
