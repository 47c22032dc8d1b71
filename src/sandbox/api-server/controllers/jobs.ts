import type { JsonObject } from '../../../kube/json.ts'
import { timeText } from '../kernel.ts'
import { type KubeObject, numberAt, objectAt, textAt, valueAt } from '../object.ts'
import { byController, type ControllerClient, conditionOf, isDeleting } from './client.ts'
import { type Condition, withCondition } from './conditions.ts'
import { podFrom, templateHash } from './replicas.ts'

const table = 'batch/jobs'

/** Jobs run pods until enough have succeeded or too many have failed, and go when their time to live is over. */
export function tendJobs(client: ControllerClient): void {
  const podsOf = byController(client, '/pods')
  for (const job of client.list(table)) {
    if (isDeleting(job)) continue
    if (finishedAt(job) === undefined) tendJob(client, job, tally(podsOf(job)))
    else removeOld(client, job)
  }
}

function finishedAt(job: KubeObject): number | undefined {
  const condition = ['Complete', 'Failed']
    .map((type) => conditionOf(job, type))
    .find((one) => one?.status === 'True')
  return condition === undefined ? undefined : Date.parse(textAt(condition, 'lastTransitionTime'))
}

function removeOld(client: ControllerClient, job: KubeObject): void {
  const seconds = numberAt(job, 'spec', 'ttlSecondsAfterFinished')
  const finished = finishedAt(job)
  if (seconds === undefined || finished === undefined || client.now < finished + seconds * 1000) return
  client.delete(table, job)
}

interface Tally {
  readonly active: readonly KubeObject[]
  readonly succeeded: number
  readonly failed: number
}

function tally(pods: readonly KubeObject[]): Tally {
  const inPhase = (phase: string) => pods.filter((pod) => textAt(pod, 'status', 'phase') === phase).length
  const active = pods.filter(
    (pod) => !isDeleting(pod) && ['Pending', 'Running'].includes(textAt(pod, 'status', 'phase')),
  )
  return { active, succeeded: inPhase('Succeeded'), failed: inPhase('Failed') }
}

function tendJob(client: ControllerClient, job: KubeObject, now: Tally): void {
  if (valueAt(job, 'spec', 'suspend') === true) {
    suspend(client, job, now)
    return
  }
  const outcome = judge(client, job, now)
  if (outcome === undefined) startPods(client, job, now)
  else if (outcome.type === 'Failed') for (const pod of now.active) client.delete('/pods', pod)
  const status = withCounts(client, job, outcome === undefined ? now : { ...now, active: [] })
  client.updateStatus(table, job, outcome === undefined ? status : finish(client, status, outcome))
}

function suspend(client: ControllerClient, job: KubeObject, { active }: Tally): void {
  for (const pod of active) client.delete('/pods', pod)
  const condition: Condition = {
    type: 'Suspended',
    status: 'True',
    reason: 'JobSuspended',
    message: 'Job suspended',
  }
  const status = objectAt(job, 'status')
  client.updateStatus(table, job, { ...status, conditions: withCondition(status, condition, client.now) })
}

function judge(
  client: ControllerClient,
  job: KubeObject,
  { succeeded, failed }: Tally,
): Condition | undefined {
  const completions = numberAt(job, 'spec', 'completions') ?? 1
  if (succeeded >= completions) {
    const message = 'Reached expected number of succeeded pods'
    return { type: 'Complete', status: 'True', reason: 'CompletionsReached', message }
  }
  if (failed > (numberAt(job, 'spec', 'backoffLimit') ?? 6)) {
    const message = 'Job has reached the specified backoff limit'
    return { type: 'Failed', status: 'True', reason: 'BackoffLimitExceeded', message }
  }
  const deadline = numberAt(job, 'spec', 'activeDeadlineSeconds')
  const started = Date.parse(textAt(job, 'status', 'startTime'))
  if (deadline === undefined || Number.isNaN(started) || client.now < started + deadline * 1000)
    return undefined
  const message = 'Job was active longer than specified deadline'
  return { type: 'Failed', status: 'True', reason: 'DeadlineExceeded', message }
}

function startPods(client: ControllerClient, job: KubeObject, { active, succeeded, failed }: Tally): void {
  const completions = numberAt(job, 'spec', 'completions') ?? 1
  const parallelism = numberAt(job, 'spec', 'parallelism') ?? 1
  const wanted = Math.min(parallelism, completions - succeeded)
  const { name, namespace = '' } = job.metadata
  for (let count = active.length; count < wanted; count += 1) {
    const suffix = templateHash(`${job.metadata.uid}/${succeeded + failed + count}`, 5)
    const metadata = { name: `${name}-${suffix}`, generateName: `${name}-` }
    client.create('/pods', namespace, podFrom(job, objectAt(job, 'spec', 'template'), metadata, {}))
  }
}

function withCounts(
  client: ControllerClient,
  job: KubeObject,
  { active, succeeded, failed }: Tally,
): JsonObject {
  return {
    ...objectAt(job, 'status'),
    startTime: valueAt(job, 'status', 'startTime') ?? timeText(client.now),
    active: active.length,
    succeeded,
    failed,
    ready: active.filter((pod) => textAt(pod, 'status', 'phase') === 'Running').length,
    terminating: 0,
    uncountedTerminatedPods: {},
  }
}

function finish(client: ControllerClient, status: JsonObject, outcome: Condition): JsonObject {
  const { now } = client
  const early = outcome.type === 'Complete' ? 'SuccessCriteriaMet' : 'FailureTarget'
  const more = { lastProbeTime: timeText(now) }
  const first = withCondition(status, { ...outcome, type: early }, now, more)
  const conditions = withCondition({ conditions: first }, outcome, now, more)
  return { ...status, conditions, ...(outcome.type === 'Complete' ? { completionTime: timeText(now) } : {}) }
}
