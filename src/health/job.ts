import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { conditionsOf, countAt, optionalCountAt, textAt, valueAt } from './live-fields.ts'
import { degraded, healthy, progressing, suspended } from './verdicts.ts'

export function jobHealth(live: LiveObject): Health {
  const conditions = conditionsOf(live)
  const failed = conditions.find(({ type }) => type === 'Failed')
  if (failed) return degraded(failed.message || `Job Failed. failed: ${countAt(live, 'status', 'failed')}`)
  const wish = valueAt(live, 'spec', 'suspend')
  const paused = conditions.find(({ type, status }) => type === 'Suspended' && status === 'True')
  if (paused && wish !== false) return suspended(paused.message)
  if (wish === true && conditions.length === 0) return suspended('Job is suspended')
  const complete = conditions.find(({ type }) => type === 'Complete')
  if (complete) return healthy(complete.message || `Job Completed. ${succeededOf(live)}`)
  return progressing(progressOf(live))
}

function progressOf(live: LiveObject): string {
  const active = countAt(live, 'status', 'active')
  if (textAt(live, 'status', 'startTime') === '') {
    return `Job not started. active: ${active}/${optionalCountAt(live, 'spec', 'parallelism') ?? 1}`
  }
  return `Job in progress. ${succeededOf(live)}, active: ${active}, failed: ${countAt(live, 'status', 'failed')}`
}

function succeededOf(live: LiveObject): string {
  const succeeded = countAt(live, 'status', 'succeeded')
  return `succeeded: ${succeeded}/${optionalCountAt(live, 'spec', 'completions') ?? 1}`
}
