import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { countAt, isLagging, textAt } from './live-fields.ts'
import { healthy, progressing } from './verdicts.ts'

export function daemonSetHealth(live: LiveObject): Health {
  if (isLagging(live)) {
    return progressing(
      'Waiting for rollout to finish: observed daemon set generation less than desired generation',
    )
  }
  const desired = countAt(live, 'status', 'desiredNumberScheduled')
  const updated = countAt(live, 'status', 'updatedNumberScheduled')
  const available = countAt(live, 'status', 'numberAvailable')
  if (textAt(live, 'spec', 'updateStrategy', 'type') === 'OnDelete') {
    return healthy(`daemon set ${updated} out of ${desired} new pods have been updated`)
  }
  if (updated < desired) {
    return waiting(live, `${updated} out of ${desired} new pods have been updated...`)
  }
  if (available < desired) return waiting(live, `${available} of ${desired} updated pods are available...`)
  return healthy()
}

function waiting(live: LiveObject, what: string): Health {
  return progressing(`Waiting for daemon set "${live.metadata.name}" rollout to finish: ${what}`)
}
