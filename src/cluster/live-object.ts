import { isList } from '../kube/json.ts'
import type { LiveMap, LiveObject, LiveValue } from '../kube/manifest.ts'
import { Masked } from '../kube/masked.ts'
import { ClusterError } from './cluster-error.ts'

/** An answer taken for an object: one without apiVersion, kind or name is `malformed`. */
export function liveObject(answer: LiveValue): LiveObject {
  if (isLiveObject(answer)) return answer
  throw new ClusterError('malformed', 'cluster: the answer is no object; check the cluster address', {
    turn: 'operator',
    retryable: false,
  })
}

export function isLiveMap(value: LiveValue | undefined): value is LiveMap {
  return typeof value === 'object' && value !== null && !isList(value) && !(value instanceof Masked)
}

function isLiveObject(value: LiveValue): value is LiveObject {
  return (
    isLiveMap(value) &&
    typeof value.apiVersion === 'string' &&
    typeof value.kind === 'string' &&
    isLiveMap(value.metadata) &&
    typeof value.metadata.name === 'string'
  )
}
