import { afterAll, beforeAll, expect, test } from 'vitest'
import { runsOf } from '../support/runs.ts'
import { type ControlPlane, startControlPlane } from './control-plane.ts'
import { fuzz } from './fuzz/fuzz.ts'

let controlPlane: ControlPlane
beforeAll(async () => {
  controlPlane = await startControlPlane({ hasControllers: false })
})
afterAll(() => controlPlane?.stop())

const minutes = 60_000

test(
  'random sequences of writes by several managers are answered alike by the sandbox and the real API server',
  async () => {
    expect(await fuzz(controlPlane, runsOf(3000))).toBeUndefined()
  },
  30 * minutes,
)
