import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, readFile, rename } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface GoProgram {
  readonly name: string
  /** Folder with go.mod, go.sum and main.go. */
  readonly folder: string
  readonly flags: readonly string[]
}

/** Builds a program once per content; the binary lives outside the clone. Minutes when cold, nothing when warm. */
export async function buildGo(program: GoProgram): Promise<string> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'plumbline')
  const binary = join(cache, `${program.name}-${await contentHash(program)}`)
  if (await exists(binary)) return binary
  await mkdir(cache, { recursive: true })
  const partial = `${binary}.${process.pid}.partial`
  process.stderr.write(`building ${program.name}: minutes the first time, kept in ${cache}\n`)
  await promisify(execFile)('go', ['build', ...program.flags, '-o', partial, '.'], {
    cwd: program.folder,
    maxBuffer: 64 * 1024 * 1024,
  })
  await rename(partial, binary)
  return binary
}

async function contentHash(program: GoProgram): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([process.arch, process.platform, program.flags]))
  for (const file of ['go.mod', 'go.sum', 'main.go']) hash.update(await readFile(join(program.folder, file)))
  return hash.digest('hex').slice(0, 16)
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
