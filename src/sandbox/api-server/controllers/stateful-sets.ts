import type { JsonObject } from '../../../kube/json.ts'
import { type KubeObject, objectAt, objectsAt, textAt } from '../object.ts'
import { byController, type ControllerClient, isDeleting, isReady, replicasOf } from './client.ts'
import { podFrom, templateHash } from './replicas.ts'

const table = 'apps/statefulsets'
const revisionLabel = 'controller-revision-hash'

/** StatefulSets make their pods in order, and replace them one by one from the last. */
export function tendStatefulSets(client: ControllerClient): void {
  const podsOf = byController(client, '/pods')
  for (const set of client.list(table)) {
    if (!isDeleting(set)) tendSet(client, set, podsOf(set))
    report(client, set, podsOf(set))
  }
}

function revisionOf(set: KubeObject): string {
  return `${set.metadata.name}-${templateHash(objectAt(set, 'spec', 'template'))}`
}

function tendSet(client: ControllerClient, set: KubeObject, pods: readonly KubeObject[]): void {
  const isParallel = textAt(set, 'spec', 'podManagementPolicy') === 'Parallel'
  const wanted = replicasOf(set)
  for (let ordinal = 0; ordinal < wanted; ordinal += 1) {
    const pod = podAt(set, pods, ordinal)
    if (pod === undefined) makePod(client, set, ordinal)
    if (!isParallel && (pod === undefined || !isReady(pod))) {
      if (pod !== undefined && !isCurrent(set, pod) && !isDeleting(pod)) client.delete('/pods', pod)
      return
    }
  }
  const surplus = pods.filter((pod) => ordinalOf(pod) >= wanted && !isDeleting(pod))
  const outdated = pods.filter((pod) => !isCurrent(set, pod) && !isDeleting(pod))
  const next =
    lastOf(surplus) ??
    (textAt(set, 'spec', 'updateStrategy', 'type') === 'OnDelete' ? undefined : lastOf(outdated))
  if (next !== undefined && pods.every((pod) => !isDeleting(pod))) client.delete('/pods', next)
}

function podAt(set: KubeObject, pods: readonly KubeObject[], ordinal: number): KubeObject | undefined {
  return pods.find((pod) => pod.metadata.name === `${set.metadata.name}-${ordinal}`)
}

function ordinalOf(pod: KubeObject): number {
  return Number(pod.metadata.name.slice(pod.metadata.name.lastIndexOf('-') + 1))
}

function isCurrent(set: KubeObject, pod: KubeObject): boolean {
  return pod.metadata.labels?.[revisionLabel] === revisionOf(set)
}

function lastOf(pods: readonly KubeObject[]): KubeObject | undefined {
  return pods.toSorted((a, b) => ordinalOf(b) - ordinalOf(a))[0]
}

function makePod(client: ControllerClient, set: KubeObject, ordinal: number): void {
  const name = `${set.metadata.name}-${ordinal}`
  const { namespace = '' } = set.metadata
  const labels = {
    [revisionLabel]: revisionOf(set),
    'statefulset.kubernetes.io/pod-name': name,
    'apps.kubernetes.io/pod-index': String(ordinal),
  }
  for (const claim of objectsAt(set, 'spec', 'volumeClaimTemplates'))
    makeClaim(client, namespace, name, claim)
  client.create('/pods', namespace, podFrom(set, objectAt(set, 'spec', 'template'), { name }, labels))
}

function makeClaim(client: ControllerClient, namespace: string, pod: string, template: JsonObject): void {
  const name = `${textAt(template, 'metadata', 'name')}-${pod}`
  if (client.get('/persistentvolumeclaims', namespace, name) !== undefined) return
  const metadata = { ...objectAt(template, 'metadata'), name }
  client.create('/persistentvolumeclaims', namespace, { ...template, metadata })
}

function report(client: ControllerClient, set: KubeObject, pods: readonly KubeObject[]): void {
  const ready = pods.filter(isReady).length
  const updated = pods.filter((pod) => isCurrent(set, pod) && !isDeleting(pod)).length
  const revision = revisionOf(set)
  const known = textAt(set, 'status', 'currentRevision')
  const isDone = updated === replicasOf(set) && ready === replicasOf(set) && pods.length === updated
  client.updateStatus(table, set, {
    ...objectAt(set, 'status'),
    observedGeneration: set.metadata.generation ?? 1,
    replicas: pods.length,
    readyReplicas: ready,
    availableReplicas: ready,
    updatedReplicas: updated,
    currentReplicas: isDone ? updated : pods.length - updated,
    currentRevision: isDone || known === '' ? revision : known,
    updateRevision: revision,
    collisionCount: 0,
  })
}
