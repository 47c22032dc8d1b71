import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { conditionsOf, conditionText, countAt, isLagging, optionalCountAt, valueAt } from './live-fields.ts'
import { degraded, healthy, progressing, suspended } from './verdicts.ts'

export function deploymentHealth(live: LiveObject): Health {
  if (valueAt(live, 'spec', 'paused') === true) return suspended('Deployment is paused')
  if (isLagging(live)) return waiting('observed deployment generation less than desired generation')
  if (exceededDeadline(live)) {
    return degraded(`Deployment "${live.metadata.name}" exceeded its progress deadline`)
  }
  return rolloutHealth(live)
}

function exceededDeadline(live: LiveObject): boolean {
  const condition = conditionsOf(live).find(({ type }) => type === 'Progressing')
  return condition?.reason === 'ProgressDeadlineExceeded'
}

function rolloutHealth(live: LiveObject): Health {
  const wanted = optionalCountAt(live, 'spec', 'replicas')
  const replicas = countAt(live, 'status', 'replicas')
  const updated = countAt(live, 'status', 'updatedReplicas')
  const available = countAt(live, 'status', 'availableReplicas')
  if (wanted !== undefined && updated < wanted) {
    return waiting(`${updated} out of ${wanted} new replicas have been updated...`)
  }
  if (replicas > updated) return waiting(`${replicas - updated} old replicas are pending termination...`)
  if (available < updated) return waiting(`${available} of ${updated} updated replicas are available...`)
  const isAvailable = conditionsOf(live).find(({ type }) => type === 'Available')
  if (isAvailable?.status === 'False') return waiting(conditionText(isAvailable))
  return healthy()
}

function waiting(what: string): Health {
  return progressing(`Waiting for rollout to finish: ${what}`)
}
