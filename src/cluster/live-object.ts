import type { LiveObject, LiveValue } from '../kube/manifest.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { ClusterError } from './cluster-error.ts'

/** An answer taken for an object: one without apiVersion, kind or name is `malformed`. */
export function liveObject(answer: LiveValue): LiveObject {
  if (isLiveObject(answer)) return answer
  throw malformed('the answer is no object')
}

export function malformed(what: string): ClusterError {
  return new ClusterError('malformed', `cluster: ${what}; check the cluster's address`, {
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
