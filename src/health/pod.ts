import { getOwn } from '../kube/json.ts'
import type { LiveMap, LiveObject } from '../kube/manifest.ts'
import type { Health } from './health.ts'
import { conditionsOf, countAt, mapsAt, textAt, valueAt } from './live-fields.ts'
import { degraded, healthy, progressing, unknown } from './verdicts.ts'

const ignoreRestartPolicy = 'argocd.argoproj.io/ignore-restart-policy'

export function podHealth(live: LiveObject, isHook: boolean): Health {
  const isLongRunning = runsForEver(live, isHook)
  const stuck = isLongRunning ? mapsAt(live, 'status', 'containerStatuses').filter(isStuck) : []
  if (stuck.length > 0) {
    return degraded(stuck.map(whyStuck).join(', '))
  }
  return phaseHealth(live, isLongRunning)
}

function runsForEver(live: LiveObject, isHook: boolean): boolean {
  if ((valueAt(live, 'spec', 'restartPolicy') ?? 'Always') === 'Always') return true
  return !isHook && getOwn(live.metadata.annotations ?? {}, ignoreRestartPolicy) === 'true'
}

function isStuck(status: LiveMap): boolean {
  const reason = textAt(status, 'state', 'waiting', 'reason')
  return reason.startsWith('Err') || reason.endsWith('Error') || reason.endsWith('BackOff')
}

function whyStuck(status: LiveMap): string {
  const waiting = valueAt(status, 'state', 'waiting')
  return textAt(waiting, 'message') || textAt(waiting, 'reason')
}

function phaseHealth(live: LiveObject, isLongRunning: boolean): Health {
  const message = textAt(live, 'status', 'message')
  switch (textAt(live, 'status', 'phase')) {
    case 'Pending':
      return progressing(message || whyPending(live))
    case 'Succeeded':
      return healthy(message)
    case 'Failed':
      return degraded(message === '' ? failureOf(live) : message)
    case 'Running':
      return isLongRunning ? runningHealth(live, message) : progressing(message || 'Pod is running')
    case '':
      return progressing(message || 'Pod has not been seen yet')
    default:
      return unknown(message)
  }
}

/** The scheduler says what the Pod waits for. */
function whyPending(live: LiveObject): string {
  const scheduled = conditionsOf(live).find(({ type }) => type === 'PodScheduled')
  const said = scheduled?.status === 'False' ? scheduled.message || scheduled.reason : ''
  return said || 'Pod is pending'
}

function runningHealth(live: LiveObject, message: string): Health {
  const ready = conditionsOf(live).find(({ type }) => type === 'Ready')
  if (ready?.status === 'True') return healthy(message)
  const why = message || ready?.message || ready?.reason || 'Pod is not ready'
  const hasTerminated = mapsAt(live, 'status', 'containerStatuses').some(
    (status) => valueAt(status, 'lastState', 'terminated') !== undefined,
  )
  return hasTerminated ? degraded(why) : progressing(why)
}

function failureOf(live: LiveObject): string {
  const statuses = [
    ...mapsAt(live, 'status', 'initContainerStatuses'),
    ...mapsAt(live, 'status', 'containerStatuses'),
  ]
  return statuses.map(containerFailure).find((failure) => failure !== '') ?? ''
}

function containerFailure(status: LiveMap): string {
  const message = textAt(status, 'state', 'terminated', 'message')
  if (message !== '') return message
  if (textAt(status, 'state', 'terminated', 'reason') === 'OOMKilled') return 'OOMKilled'
  const code = countAt(status, 'state', 'terminated', 'exitCode')
  return code === 0 ? '' : `container "${textAt(status, 'name')}" failed with exit code ${code}`
}
