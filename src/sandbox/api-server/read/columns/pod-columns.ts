import type { JsonObject } from '../../../../kube/json.ts'
import { listAt, numberAt, objectAt, objectsAt, textAt, valueAt } from '../../object.ts'
import { ageColumn, type Column, nameColumn, none, text, wide } from './column.ts'

/** Seen on kube-apiserver 1.36. */
export const podColumns: readonly Column[] = [
  nameColumn,
  text('Ready', (pod) => {
    const ready = statuses(pod).filter((status) => status.ready === true && isIn(status, 'running'))
    return `${ready.length}/${listAt(pod, 'spec', 'containers').length}`
  }),
  text('Status', podStatus),
  text('Restarts', (pod) =>
    String(statuses(pod).reduce((sum, status) => sum + (numberAt(status, 'restartCount') ?? 0), 0)),
  ),
  ageColumn,
  wide(text('IP', (pod) => textAt(pod, 'status', 'podIP') || none)),
  wide(text('Node', (pod) => textAt(pod, 'spec', 'nodeName') || none)),
  wide(text('Nominated Node', (pod) => textAt(pod, 'status', 'nominatedNodeName') || none)),
  wide(text('Readiness Gates', () => none)),
]

function statuses(pod: JsonObject): readonly JsonObject[] {
  return objectsAt(pod, 'status', 'containerStatuses')
}

function isIn(status: JsonObject, state: 'running' | 'waiting' | 'terminated'): boolean {
  return Object.hasOwn(objectAt(status, 'state'), state)
}

/** The first container that waits or has ended speaks for the pod. */
function podStatus(pod: JsonObject): string {
  if (valueAt(pod, 'metadata', 'deletionTimestamp') !== undefined) return 'Terminating'
  const reasons = statuses(pod).flatMap((status) => {
    const reason =
      textAt(status, 'state', 'waiting', 'reason') || textAt(status, 'state', 'terminated', 'reason')
    return reason === '' ? [] : [reason]
  })
  return reasons[0] ?? (textAt(pod, 'status', 'reason') || textAt(pod, 'status', 'phase'))
}
