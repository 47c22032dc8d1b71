import { existsSync, readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type ControlPlaneAddress, startControlPlane } from './control-plane.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    controlPlane: ControlPlaneAddress
  }
}

/** Starts the real components once for all test files, and tells where they are by `inject`. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { stop, ...controlPlane } = await runningControlPlane()
  provide('controlPlane', controlPlane)
  return stop
}

/** One that `test/real/run.mjs` keeps running is used where PLUMBLINE_CONTROL_PLANE names its file. */
async function runningControlPlane(): Promise<ControlPlaneAddress & { readonly stop: () => Promise<void> }> {
  const file = process.env.PLUMBLINE_CONTROL_PLANE
  if (file === undefined || !existsSync(file)) return startControlPlane()
  return { ...JSON.parse(readFileSync(file, 'utf8')), stop: async () => {} }
}
