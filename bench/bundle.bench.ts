import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundleWorker } from '../test/runtime/bundle-worker.ts'
import type { Figure } from './figure.ts'

/** What a Worker weighs as it is deployed. https://developers.cloudflare.com/workers/platform/limits/#worker-size */
export async function bench(): Promise<readonly Figure[]> {
  const { folder, remove } = await bundleWorker()
  try {
    const files = (await readdir(folder)).filter((file) => /\.(m?js|wasm)$/.test(file))
    const contents = await Promise.all(files.map((file) => readFile(join(folder, file))))
    const size = contents.reduce((sum, { length }) => sum + length, 0)
    const packed = contents.reduce((sum, content) => sum + gzipSync(content).length, 0)
    return [
      {
        name: 'bundle of the Worker, gzipped',
        value: packed / 1024,
        unit: 'KiB',
        goal: { most: 3 * 1024 },
        detail: `${(size / 1024).toFixed(0)} KiB before that; Cloudflare's free plan takes 3 MiB gzipped`,
      },
    ]
  } finally {
    await remove()
  }
}
