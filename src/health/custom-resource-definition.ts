import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { type Condition, conditionsOf, conditionText } from './live-fields.ts'
import { degraded, healthy, progressing } from './verdicts.ts'

/** `Installing` is what the API server says of a definition for the seconds before it serves it. */
export function customResourceDefinitionHealth(live: LiveObject): Health {
  const conditions = conditionsOf(live)
  if (conditions.length === 0) return progressing('Status conditions not found')
  const find = (type: string, status: string): Condition | undefined =>
    conditions.find((condition) => condition.type === type && condition.status === status)

  const terminating = find('Terminating', 'True')
  if (terminating) return progressing(`CRD is terminating: ${terminating.message}`)
  const refused = find('NamesAccepted', 'False')
  if (refused) return degraded(`CRD names have not been accepted: ${refused.message}`)
  const violation = find('NonStructuralSchema', 'True')
  if (violation) return degraded(`Schema violations found: ${violation.message}`)
  if (find('Established', 'True')) return healthy('CRD is healthy')
  const waiting = find('Established', 'False')
  const message = `CRD is not established: ${waiting ? conditionText(waiting) : 'no condition Established'}`
  return waiting && waiting.reason !== 'Installing' ? degraded(message) : progressing(message)
}
