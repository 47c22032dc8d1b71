import { readFileSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { type ControlPlaneAddress, startControlPlane } from './control-plane.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    controlPlane: ControlPlaneAddress
  }
}

/** Starts the real control plane once for all real tests, unless `PLUMBLINE_CONTROL_PLANE` names one that runs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.PLUMBLINE_CONTROL_PLANE
  if (running !== undefined) {
    project.provide('controlPlane', JSON.parse(readFileSync(running, 'utf8')))
    return async () => {}
  }
  const { stop, ...address } = await startControlPlane()
  project.provide('controlPlane', address)
  return stop
}
