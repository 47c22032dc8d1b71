import { sha256 } from '@noble/hashes/sha2.js'
import type { Json, JsonObject } from '../../../kube/json.ts'
import { timeText } from '../kernel.ts'
import { type KubeObject, objectAt, objectsAt, textAt, valueAt, withAt, withKeys } from '../object.ts'
import type { ControllerClient } from './client.ts'
import { type Condition, withCondition } from './conditions.ts'

/** What becomes of a pod. */
export type PodFate = 'runs' | 'succeeds' | 'fails' | 'crashes' | 'image-pull-error' | 'hangs'

/**
 * Read from the tag of an image: `broken` cannot be pulled, `crashing` ends in a crash loop, `failing` ends with an
 * error, `hanging` never becomes ready and never ends. Pods of Jobs succeed, all others run.
 */
export function fateByImage(pod: KubeObject): PodFate {
  const spec = objectAt(pod, 'spec')
  const tags = [...objectsAt(spec, 'initContainers'), ...objectsAt(spec, 'containers')].map((container) => {
    const image = textAt(container, 'image')
    return image.slice(image.lastIndexOf(':') + 1)
  })
  if (tags.includes('broken')) return 'image-pull-error'
  if (tags.includes('hanging')) return 'hangs'
  const isRestarted = textAt(spec, 'restartPolicy') === 'Always'
  if (tags.includes('crashing') || tags.includes('failing')) return isRestarted ? 'crashes' : 'fails'
  const isJobs = (pod.metadata.ownerReferences ?? []).some((owner) => owner.kind === 'Job')
  return isJobs ? 'succeeds' : 'runs'
}

/** Plays the scheduler and the kubelet: each step takes a pod one state further. */
export function tendPods(client: ControllerClient, fateOf: (pod: KubeObject) => PodFate): void {
  for (const pod of client.list('/pods')) tendPod(client, pod, fateOf)
}

function tendPod(client: ControllerClient, pod: KubeObject, fateOf: (pod: KubeObject) => PodFate): void {
  const phase = textAt(pod, 'status', 'phase')
  if (pod.metadata.deletionTimestamp !== undefined) {
    if ((pod.metadata.finalizers ?? []).length === 0) client.delete('/pods', pod, { gracePeriodSeconds: 0 })
    return
  }
  if (textAt(pod, 'spec', 'nodeName') === '') {
    const bound = withAt(pod, ['spec', 'nodeName'], () => 'sandbox')
    const scheduled = client.update('/pods', pod, bound)
    setConditions(client, scheduled, objectAt(scheduled, 'status'), [
      { type: 'PodScheduled', status: 'True' },
    ])
    return
  }
  if (phase === 'Pending') start(client, pod, fateOf(pod))
  else if (phase === 'Running') goOn(client, pod, fateOf(pod))
}

function start(client: ControllerClient, pod: KubeObject, fate: PodFate): void {
  if (fate === 'image-pull-error') {
    const message = 'Back-off pulling image'
    setStatus(client, pod, 'Pending', { waiting: { reason: 'ImagePullBackOff', message } }, false)
    return
  }
  const startedAt = timeText(client.now)
  setStatus(client, pod, 'Running', { running: { startedAt } }, fate === 'runs')
}

function goOn(client: ControllerClient, pod: KubeObject, fate: PodFate): void {
  const finishedAt = timeText(client.now)
  switch (fate) {
    case 'succeeds':
      setStatus(
        client,
        pod,
        'Succeeded',
        { terminated: { exitCode: 0, reason: 'Completed', finishedAt } },
        false,
      )
      return
    case 'fails':
      setStatus(client, pod, 'Failed', { terminated: { exitCode: 1, reason: 'Error', finishedAt } }, false)
      return
    case 'crashes':
      setStatus(
        client,
        pod,
        'Running',
        { waiting: { reason: 'CrashLoopBackOff', message: 'back-off restarting failed container' } },
        false,
      )
      return
    case 'runs':
    case 'hangs':
    case 'image-pull-error':
      return
  }
}

function setStatus(
  client: ControllerClient,
  pod: KubeObject,
  phase: string,
  state: JsonObject,
  isReady: boolean,
): void {
  const isOver = phase === 'Succeeded' || phase === 'Failed'
  const restarts = state.waiting !== undefined && phase === 'Running' ? 1 : 0
  const containerStatuses = objectsAt(pod, 'spec', 'containers').map(
    (container): Json => ({
      name: textAt(container, 'name'),
      image: textAt(container, 'image'),
      imageID: '',
      ready: isReady,
      started: isReady,
      restartCount: restarts,
      state,
    }),
  )
  const status = {
    ...objectAt(pod, 'status'),
    phase,
    containerStatuses,
    startTime: valueAt(pod, 'status', 'startTime') ?? timeText(client.now),
    ...(phase === 'Pending' ? {} : { podIP: podAddress(pod), hostIP: '10.2.0.1' }),
  }
  const ready = isReady ? 'True' : 'False'
  const because = isReady ? {} : { reason: isOver ? 'PodCompleted' : 'ContainersNotReady' }
  setConditions(client, pod, status, [
    { type: 'Initialized', status: 'True' },
    { type: 'Ready', status: ready, ...because },
    { type: 'ContainersReady', status: ready, ...because },
  ])
}

function setConditions(
  client: ControllerClient,
  pod: KubeObject,
  status: JsonObject,
  conditions: readonly Condition[],
): void {
  let all = status
  for (const condition of conditions)
    all = withKeys(all, { conditions: withCondition(all, condition, client.now) })
  client.updateStatus('/pods', pod, all)
}

function podAddress(pod: KubeObject): string {
  const [a = 0, b = 0] = sha256(new TextEncoder().encode(pod.metadata.uid))
  return `10.1.${a}.${(b % 254) + 1}`
}
