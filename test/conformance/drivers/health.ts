import assert from 'node:assert/strict'
import { isHook } from '../../../src/diff/hook-marks.ts'
import { assessHealth } from '../../../src/health/assess-health.ts'
import type { LiveObject } from '../../../src/kube/manifest.ts'
import { type Drivers, expectOf, inputOf, type Row } from '../row.ts'

export const healthDrivers: Drivers = { 'health-builtin': builtIn }

function builtIn(row: Row): void {
  const given = inputOf<LiveObject>(row)
  const live = { ...given, metadata: given.metadata ?? {} }
  const wanted = expectOf<{ status: string | null; message?: string }>(row)

  const health = assessHealth(live, { hook: isHook(live) })

  assert.equal(health?.status ?? null, wanted.status)
  if (wanted.message !== undefined) assert.equal(health?.message, wanted.message)
}
