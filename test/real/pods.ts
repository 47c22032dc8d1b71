import type { Cluster } from '../../src/cluster/cluster.ts'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import type { ResourceType } from '../../src/cluster/discovery.ts'
import { listObjects, patchObject } from '../../src/cluster/requests.ts'
import { mapsAt, textAt } from '../../src/health/live-fields.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'

/** What becomes of a pod. */
export type PodFate = 'runs' | 'succeeds' | 'fails' | 'crashes' | 'image-pull-error' | 'hangs'

export interface PodPlayer {
  readonly stop: () => Promise<void>
}

const pods: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  resource: 'pods',
  namespaced: true,
  verbs: [],
}

const pause = 100

/**
 * Plays the kubelet that the control plane does not have: writes the status of every pod that has none yet. A pod without
 * a fate is left as it is until it has one. Stopping throws what went wrong meanwhile.
 */
export function playPods(
  cluster: Cluster,
  fateOf: (pod: LiveObject) => PodFate | undefined = fateByImage,
): PodPlayer {
  let isStopped = false
  const playing = (async () => {
    while (!isStopped) {
      for (const pod of await listObjects(cluster, pods)) await play(cluster, pod, fateOf(pod))
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  })()
  playing.catch(() => {})
  return {
    stop: async () => {
      isStopped = true
      await playing
    },
  }
}

/**
 * Read from the tag of an image: `broken` cannot be pulled, `crashing` ends in a crash loop, `failing` ends with an
 * error, `hanging` never becomes ready. Pods of Jobs succeed, all others run.
 */
export function fateByImage(pod: LiveObject): PodFate {
  const images = mapsAt(pod, 'spec', 'containers').map((container) => textAt(container, 'image'))
  const has = (tag: string) => images.some((image) => image.endsWith(`:${tag}`))
  if (has('broken')) return 'image-pull-error'
  if (has('hanging')) return 'hangs'
  if (has('crashing') || has('failing')) {
    return textAt(pod, 'spec', 'restartPolicy') === 'Always' ? 'crashes' : 'fails'
  }
  return pod.metadata.ownerReferences?.some(({ kind }) => kind === 'Job') ? 'succeeds' : 'runs'
}

async function play(cluster: Cluster, pod: LiveObject, fate: PodFate | undefined): Promise<void> {
  const isPlayed = mapsAt(pod, 'status', 'containerStatuses').length > 0
  if (fate === undefined || isPlayed || pod.metadata.deletionTimestamp !== undefined) return
  const { name, namespace = '' } = pod.metadata
  const status = statusOf(pod, fate, new Date().toISOString().replace(/\.\d+/, ''))
  const written = patchObject(
    cluster,
    { type: pods, namespace, name },
    { status },
    { subresource: 'status', fieldManager: 'kubelet' },
  )
  await written.catch((error: unknown) => {
    const isGone = error instanceof ClusterError && error.code === 'not-found'
    if (!isGone) throw error
  })
}

interface Fate {
  readonly phase: string
  readonly state: (now: string) => JsonObject
  readonly isReady?: true
}

const fates: Readonly<Record<PodFate, Fate>> = {
  runs: { phase: 'Running', state: (startedAt) => ({ running: { startedAt } }), isReady: true },
  hangs: { phase: 'Running', state: (startedAt) => ({ running: { startedAt } }) },
  succeeds: {
    phase: 'Succeeded',
    state: (finishedAt) => ({ terminated: { exitCode: 0, reason: 'Completed', finishedAt } }),
  },
  fails: {
    phase: 'Failed',
    state: (finishedAt) => ({ terminated: { exitCode: 1, reason: 'Error', finishedAt } }),
  },
  crashes: {
    phase: 'Running',
    state: () => ({
      waiting: { reason: 'CrashLoopBackOff', message: 'back-off restarting failed container' },
    }),
  },
  'image-pull-error': {
    phase: 'Pending',
    state: () => ({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } }),
  },
}

function statusOf(pod: LiveObject, fate: PodFate, now: string): JsonObject {
  const { phase, state, isReady = false } = fates[fate]
  const ready = isReady ? 'True' : 'False'
  return {
    phase,
    startTime: now,
    conditions: ['Ready', 'ContainersReady'].map((type) => ({
      type,
      status: ready,
      lastTransitionTime: now,
    })),
    containerStatuses: mapsAt(pod, 'spec', 'containers').map((container) => ({
      name: textAt(container, 'name'),
      image: textAt(container, 'image'),
      imageID: '',
      ready: isReady,
      started: isReady,
      restartCount: fate === 'crashes' ? 1 : 0,
      state: state(now),
    })),
  }
}
