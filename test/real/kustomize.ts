import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { KustomizeCase } from '../support/kustomize/random-case.ts'
import type { Built } from '../support/kustomize/render-case.ts'
import { buildGo } from './build-go.ts'

/** The real kustomize, v5.8.1. */
export function buildKustomize(): Promise<string> {
  const version = 'sigs.k8s.io/kustomize/api/provenance.version=v5.8.1'
  return buildGo({
    name: 'kustomize',
    folder: join(import.meta.dirname, 'kustomize'),
    flags: ['-ldflags', `-s -w -X ${version}`],
  })
}

/** What it prints for a case, in a folder of its own. */
export async function buildWith(binary: string, { files, target }: KustomizeCase): Promise<Built> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-kustomize-'))
  try {
    await writeFiles(folder, files)
    const run = await promisify(execFile)(binary, ['build', join(folder, target)], {
      maxBuffer: 64 * 1024 * 1024,
    })
    return { output: run.stdout }
  } catch (error) {
    if (error instanceof Error && 'stderr' in error) return { error: String(error.stderr) }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function writeFiles(folder: string, files: KustomizeCase['files']): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}
