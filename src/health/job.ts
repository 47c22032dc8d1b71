import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { conditionsOf } from './live-fields.ts'
import { degraded, healthy, progressing, suspended } from './verdicts.ts'

export function jobHealth(live: LiveObject): Health {
  const conditions = conditionsOf(live)
  const failed = conditions.find(({ type }) => type === 'Failed')
  if (failed) return degraded(failed.message)
  const paused = conditions.find(({ type, status }) => type === 'Suspended' && status === 'True')
  if (paused) return suspended(paused.message)
  const complete = conditions.find(({ type }) => type === 'Complete')
  return complete ? healthy(complete.message) : progressing()
}
