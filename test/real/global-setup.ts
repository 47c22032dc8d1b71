import { existsSync, readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from './built.ts'
import { type ControlPlaneAddress, startControlPlane } from './control-plane.ts'
import { type GiteaAddress, startGitea } from './gitea.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    controlPlane: ControlPlaneAddress
    gitea: GiteaAddress
  }
}

type Stop = () => Promise<void>

/** Starts the real components once for all test files, and tells where they are by `inject`. */
export async function setup({ provide }: TestProject): Promise<Stop> {
  await ensureBuilt()
  const started: Stop[] = []
  const stop = async () => {
    await Promise.all(started.map((one) => one()))
  }
  try {
    const { stop: stopControlPlane, ...controlPlane } = await runningControlPlane()
    started.push(stopControlPlane)
    const { stop: stopGitea, ...gitea } = await startGitea()
    started.push(stopGitea)
    provide('controlPlane', controlPlane)
    provide('gitea', gitea)
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** One that `test/real/run.mjs` keeps running is used where PLUMBLINE_CONTROL_PLANE names its file. */
async function runningControlPlane(): Promise<ControlPlaneAddress & { readonly stop: Stop }> {
  const file = process.env.PLUMBLINE_CONTROL_PLANE
  if (file === undefined || !existsSync(file)) return startControlPlane()
  return { ...JSON.parse(readFileSync(file, 'utf8')), stop: async () => {} }
}
