import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { conditionsOf, countAt, isLagging, optionalCountAt } from './live-fields.ts'
import { degraded, healthy, progressing } from './verdicts.ts'

export function replicaSetHealth(live: LiveObject): Health {
  if (isLagging(live)) {
    return progressing(
      'Waiting for rollout to finish: observed replica set generation less than desired generation',
    )
  }
  const failure = conditionsOf(live).find(({ type }) => type === 'ReplicaFailure')
  if (failure?.status === 'True') return degraded(failure.message)
  const wanted = optionalCountAt(live, 'spec', 'replicas')
  const available = countAt(live, 'status', 'availableReplicas')
  if (wanted !== undefined && available < wanted) {
    const progress = `${available} out of ${wanted} new replicas are available...`
    return progressing(`Waiting for rollout to finish: ${progress}`)
  }
  const ready = optionalCountAt(live, 'status', 'readyReplicas')
  if (wanted !== undefined && ready !== undefined && ready < wanted) {
    return progressing(`Waiting for rollout to finish: ${ready} out of ${wanted} new replicas are ready...`)
  }
  return healthy()
}
