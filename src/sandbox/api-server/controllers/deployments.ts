import type { Json, JsonObject } from '../../../kube/json.ts'
import { timeText } from '../kernel.ts'
import { type KubeObject, numberAt, objectAt, sameJson, textAt, valueAt, withAt } from '../object.ts'
import {
  byController,
  type ControllerClient,
  conditionOf,
  isDeleting,
  ownerReference,
  replicasOf,
} from './client.ts'
import { withCondition } from './conditions.ts'
import { scaleTo, templateHash } from './replicas.ts'

const table = 'apps/deployments'
const sets = 'apps/replicasets'
const revisionNote = 'deployment.kubernetes.io/revision'
const hashLabel = 'pod-template-hash'

/** Deployments roll over to the ReplicaSet of their template and say how far they are. */
export function tendDeployments(client: ControllerClient): void {
  const setsOf = byController(client, sets)
  for (const deployment of client.list(table)) {
    if (isDeleting(deployment)) continue
    const own = setsOf(deployment)
    client.tend(deployment, own, () => {
      if (valueAt(deployment, 'spec', 'paused') !== true) rollOut(client, deployment, own)
      return report(client, deployment, own) ? 'settled' : 'waits'
    })
  }
}

function currentSet(deployment: KubeObject, own: readonly KubeObject[]): KubeObject | undefined {
  const template = objectAt(deployment, 'spec', 'template')
  return own.find((set) => sameJson(withoutHash(objectAt(set, 'spec', 'template')), template))
}

function withoutHash(template: JsonObject): JsonObject {
  return withAt(template, ['metadata', 'labels', hashLabel], () => undefined)
}

function rollOut(client: ControllerClient, deployment: KubeObject, own: readonly KubeObject[]): void {
  const current = currentSet(deployment, own)
  const others = own.filter((set) => set !== current)
  const isRecreate = textAt(deployment, 'spec', 'strategy', 'type') === 'Recreate'
  if (isRecreate && others.some((set) => (numberAt(set, 'status', 'replicas') ?? 0) > 0)) {
    for (const set of others) scaleTo(client, sets, set, 0)
    return
  }
  if (current === undefined) {
    makeSet(client, deployment, own.length + 1)
    return
  }
  scaleTo(client, sets, current, replicasOf(deployment))
  if ((numberAt(current, 'status', 'availableReplicas') ?? 0) < replicasOf(deployment)) return
  for (const set of others) scaleTo(client, sets, set, 0)
}

function makeSet(client: ControllerClient, deployment: KubeObject, revision: number): void {
  const template = objectAt(deployment, 'spec', 'template')
  const hash = templateHash(template)
  const labels = { ...objectAt(template, 'metadata', 'labels'), [hashLabel]: hash }
  const { name, namespace = '' } = deployment.metadata
  client.create(sets, namespace, {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${name}-${hash}`,
      labels,
      annotations: { [revisionNote]: String(revision) },
      ownerReferences: [ownerReference(deployment)],
    },
    spec: {
      replicas: replicasOf(deployment),
      selector: withAt(objectAt(deployment, 'spec', 'selector'), ['matchLabels', hashLabel], () => hash),
      template: withAt(template, ['metadata', 'labels'], () => labels),
    },
  })
  client.updateNote(table, deployment, revisionNote, String(revision))
}

interface Counts {
  readonly total: number
  readonly updated: number
  readonly available: number
  readonly wanted: number
}

/** True when it is done: time alone, with its deadline, changes nothing then. */
function report(client: ControllerClient, before: KubeObject, own: readonly KubeObject[]): boolean {
  const { name, namespace = '' } = before.metadata
  const deployment = client.get(table, namespace, name) ?? before
  const current = currentSet(deployment, own)
  const counts: Counts = {
    total: sum(own, 'replicas'),
    updated: current === undefined ? 0 : (numberAt(current, 'status', 'replicas') ?? 0),
    available: sum(own, 'availableReplicas'),
    wanted: replicasOf(deployment),
  }
  const isDone =
    counts.updated === counts.wanted && counts.total === counts.wanted && counts.available >= counts.wanted
  const status = {
    ...objectAt(deployment, 'status'),
    observedGeneration: deployment.metadata.generation ?? 1,
    replicas: counts.total,
    updatedReplicas: counts.updated,
    readyReplicas: counts.available,
    availableReplicas: counts.available,
    unavailableReplicas: Math.max(0, Math.max(counts.total, counts.wanted) - counts.available),
  }
  const conditions = conditionsOf(client, deployment, status, counts, current?.metadata.name ?? '', isDone)
  client.updateStatus(table, deployment, { ...status, conditions })
  return isDone
}

function sum(own: readonly KubeObject[], key: string): number {
  return own.reduce((total, set) => total + (numberAt(set, 'status', key) ?? 0), 0)
}

function conditionsOf(
  client: ControllerClient,
  deployment: KubeObject,
  status: JsonObject,
  counts: Counts,
  set: string,
  isDone: boolean,
): readonly Json[] {
  const { now } = client
  const more = { lastUpdateTime: timeText(now) }
  const isAvailable = counts.available >= counts.wanted
  const available = withCondition(
    status,
    {
      type: 'Available',
      status: isAvailable ? 'True' : 'False',
      reason: isAvailable ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
      message: isAvailable
        ? 'Deployment has minimum availability.'
        : 'Deployment does not have minimum availability.',
    },
    now,
    more,
  )
  if (valueAt(deployment, 'spec', 'paused') === true) return available
  return withCondition(
    { conditions: available },
    progress(client, deployment, counts, set, isDone),
    now,
    more,
  )
}

function progress(
  client: ControllerClient,
  deployment: KubeObject,
  counts: Counts,
  set: string,
  isDone: boolean,
): Parameters<typeof withCondition>[1] {
  if (isDone) {
    const message = `ReplicaSet "${set}" has successfully progressed.`
    return { type: 'Progressing', status: 'True', reason: 'NewReplicaSetAvailable', message }
  }
  const known = conditionOf(deployment, 'Progressing')
  const isSameRollout =
    numberAt(deployment, 'status', 'observedGeneration') === deployment.metadata.generation
  const hasMoved = numberAt(deployment, 'status', 'availableReplicas') !== (counts.available || undefined)
  const since = Date.parse(textAt(known, 'lastUpdateTime'))
  const deadline = (numberAt(deployment, 'spec', 'progressDeadlineSeconds') ?? 600) * 1000
  const isLate = isSameRollout && !hasMoved && client.now - since > deadline
  if (isLate || (isSameRollout && known?.reason === 'ProgressDeadlineExceeded')) {
    const message = `ReplicaSet "${set}" has timed out progressing.`
    return { type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded', message }
  }
  const message = `ReplicaSet "${set}" is progressing.`
  return { type: 'Progressing', status: 'True', reason: 'ReplicaSetUpdated', message }
}
