import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What a newcomer has after `npm ci`. */
const parts = ['package.json', 'package-lock.json', 'tsconfig.json', 'src', 'handlers', 'deploy', 'dist']

export interface Clone {
  readonly folder: string
  /** A home of its own: npm keeps there what it knows of a clone. */
  readonly home: string
  remove(): Promise<void>
}

/** A copy of the project as it is built, to run what a newcomer types without leaving anything in this one. */
export async function makeClone(): Promise<Clone> {
  const outer = await mkdtemp(join(tmpdir(), 'plumbline-readme-'))
  const folder = join(outer, 'plumbline')
  for (const part of parts) await cp(join(root, part), join(folder, part), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    home: join(outer, 'home'),
    remove: () => rm(outer, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}
