import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the Worker as `wrangler deploy` would send it. */
    readonly bundle: string
  }
}

const run = promisify(execFile)

/** Bundles the Worker once, with its real tool and its real configuration. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-worker-'))
  const words = ['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--outdir', folder]
  const env = { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder }
  await run(process.execPath, words, { env })
  provide('bundle', folder)
  return () => rm(folder, { recursive: true, force: true })
}
