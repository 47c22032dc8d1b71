import type { TestProject } from 'vitest/node'
import { bundleWorker } from './bundle-worker.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder with the Worker as `wrangler deploy` would send it. */
    readonly bundle: string
  }
}

/** Bundles the Worker once. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await bundleWorker()
  provide('bundle', folder)
  return remove
}
