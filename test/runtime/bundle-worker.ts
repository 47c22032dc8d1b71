import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface WorkerBundle {
  readonly folder: string
  readonly remove: () => Promise<void>
}

/** Bundles the Worker with its real tool and its real configuration, as `wrangler deploy` would send it. */
export async function bundleWorker(): Promise<WorkerBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-worker-'))
  const words = ['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--outdir', folder]
  const env = { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder }
  await promisify(execFile)(process.execPath, words, { env, cwd: join(import.meta.dirname, '../..') })
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}
