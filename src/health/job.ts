import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { conditionsOf, valueAt } from './live-fields.ts'
import { degraded, healthy, progressing, suspended } from './verdicts.ts'

export function jobHealth(live: LiveObject): Health {
  const conditions = conditionsOf(live)
  const failed = conditions.find(({ type }) => type === 'Failed')
  if (failed) return degraded(failed.message)
  const wish = valueAt(live, 'spec', 'suspend')
  const paused = conditions.find(({ type, status }) => type === 'Suspended' && status === 'True')
  if (paused && wish !== false) return suspended(paused.message)
  if (wish === true && conditions.length === 0) return suspended('Job is suspended')
  const complete = conditions.find(({ type }) => type === 'Complete')
  return complete ? healthy(complete.message) : progressing()
}
