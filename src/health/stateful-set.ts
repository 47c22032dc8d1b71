import type { LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { countAt, isLagging, optionalCountAt, textAt, valueAt } from './live-fields.ts'
import { healthy, progressing } from './verdicts.ts'

export function statefulSetHealth(live: LiveObject): Health {
  if (countAt(live, 'status', 'observedGeneration') === 0 || isLagging(live)) {
    return progressing('Waiting for statefulset spec update to be observed...')
  }
  const wanted = optionalCountAt(live, 'spec', 'replicas') ?? 1
  const ready = countAt(live, 'status', 'readyReplicas')
  if (ready < wanted) return progressing(`Waiting for ${wanted - ready} pods to be ready...`)
  const surplus = countAt(live, 'status', 'replicas') - wanted
  if (surplus > 0) return progressing(`Waiting for ${surplus} pods to be removed...`)
  return rolloutHealth(live)
}

function rolloutHealth(live: LiveObject): Health {
  const strategy = valueAt(live, 'spec', 'updateStrategy')
  const type = textAt(strategy, 'type')
  const isPartitioned = valueAt(strategy, 'rollingUpdate') !== undefined
  if (type === 'RollingUpdate' && isPartitioned) return partitionHealth(live)
  if (type === 'OnDelete') {
    return healthy(`statefulset has ${countAt(live, 'status', 'readyReplicas')} ready pods`)
  }
  return revisionHealth(live)
}

function partitionHealth(live: LiveObject): Health {
  const updated = countAt(live, 'status', 'updatedReplicas')
  const wanted = optionalCountAt(live, 'spec', 'replicas')
  const partition = optionalCountAt(live, 'spec', 'updateStrategy', 'rollingUpdate', 'partition')
  if (wanted !== undefined && partition !== undefined && updated < wanted - partition) {
    const progress = `${updated} out of ${wanted - partition} new pods have been updated...`
    return progressing(`Waiting for partitioned roll out to finish: ${progress}`)
  }
  return healthy(`partitioned roll out complete: ${updated} new pods have been updated...`)
}

function revisionHealth(live: LiveObject): Health {
  const update = textAt(live, 'status', 'updateRevision')
  const current = textAt(live, 'status', 'currentRevision')
  if (update !== current) {
    const updated = countAt(live, 'status', 'updatedReplicas')
    return progressing(
      `waiting for statefulset rolling update to complete ${updated} pods at revision ${update}...`,
    )
  }
  const replicas = countAt(live, 'status', 'currentReplicas')
  return healthy(`statefulset rolling update complete ${replicas} pods at revision ${current}...`)
}
