import type { LiveObject, LiveValue } from '../kube/manifest.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { ClusterError } from './cluster-error.ts'

/** An answer taken for an object: one without apiVersion, kind or name is `malformed`. */
export function liveObject(answer: LiveValue): LiveObject {
  if (isLiveObject(answer)) return answer
  throw new ClusterError('malformed', 'cluster: the answer is no object; check the cluster address', {
    turn: 'operator',
    retryable: false,
  })
}

export function isLiveObject(value: LiveValue): value is LiveObject {
  return (
    isLiveMap(value) &&
    typeof value.apiVersion === 'string' &&
    typeof value.kind === 'string' &&
    isLiveMap(value.metadata) &&
    typeof value.metadata.name === 'string'
  )
}
