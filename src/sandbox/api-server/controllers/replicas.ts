import { sha256 } from '@noble/hashes/sha2.js'
import { canonicalJson } from '../../../kube/canonical-json.ts'
import type { Json, JsonObject } from '../../../kube/json.ts'
import { type KubeObject, objectAt, textAt, valueAt, withAt } from '../object.ts'
import {
  byController,
  type ControllerClient,
  isDeleting,
  isReady,
  ownerReference,
  replicasOf,
} from './client.ts'

const letters = 'bcdfghjkmnpqrstvwxz2456789'

/** A short name for a pod template, the same for the same template. */
export function templateHash(template: Json | undefined, length: number = 10): string {
  const digest = sha256(new TextEncoder().encode(canonicalJson(template ?? null)))
  return Array.from(digest.slice(0, length), (byte) => letters.charAt(byte % letters.length)).join('')
}

/** A pod as a controller makes it from its template. */
export function podFrom(
  owner: KubeObject,
  template: JsonObject,
  metadata: JsonObject,
  labels: JsonObject,
): JsonObject {
  const given = objectAt(template, 'metadata')
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      ...metadata,
      labels: { ...objectAt(given, 'labels'), ...labels },
      ...(given.annotations === undefined ? {} : { annotations: given.annotations }),
      ownerReferences: [ownerReference(owner)],
    },
    spec: objectAt(template, 'spec'),
  }
}

/** ReplicaSets have as many pods as they want, and say how many are ready. */
export function tendReplicaSets(client: ControllerClient): void {
  const podsOf = byController(client, '/pods')
  for (const set of client.list('apps/replicasets')) {
    const own = podsOf(set)
    client.tend(set, own, () => {
      const pods = own.filter(isAlive)
      if (!isDeleting(set)) makeOrTake(client, set, pods)
      countPods(client, set, pods)
      return 'settled'
    })
  }
}

function isAlive(pod: KubeObject): boolean {
  return !isDeleting(pod) && !['Succeeded', 'Failed'].includes(textAt(pod, 'status', 'phase'))
}

function makeOrTake(client: ControllerClient, set: KubeObject, pods: readonly KubeObject[]): void {
  const wanted = replicasOf(set)
  const { name, namespace = '' } = set.metadata
  const template = objectAt(set, 'spec', 'template')
  for (let count = pods.length; count < wanted; count += 1) {
    const pod = podFrom(
      set,
      template,
      { name: freeName(client, namespace, name), generateName: `${name}-` },
      {},
    )
    client.create('/pods', namespace, pod)
  }
  const leastReady = pods.toSorted((a, b) => Number(isReady(a)) - Number(isReady(b)))
  for (const pod of leastReady.slice(0, Math.max(0, pods.length - wanted))) client.delete('/pods', pod)
}

function freeName(client: ControllerClient, namespace: string, prefix: string): string {
  for (let count = 0; ; count += 1) {
    const name = `${prefix}-${templateHash(`${prefix}/${count}`, 5)}`
    if (client.get('/pods', namespace, name) === undefined) return name
  }
}

function countPods(client: ControllerClient, set: KubeObject, pods: readonly KubeObject[]): void {
  const ready = pods.filter(isReady).length
  client.updateStatus('apps/replicasets', set, {
    ...objectAt(set, 'status'),
    replicas: pods.length,
    fullyLabeledReplicas: pods.length,
    readyReplicas: ready,
    availableReplicas: ready,
    observedGeneration: set.metadata.generation ?? 1,
  })
}

/** Sets the number of replicas through the object itself, as the controllers of a real cluster do. */
export function scaleTo(client: ControllerClient, table: string, object: KubeObject, replicas: number): void {
  if (valueAt(object, 'spec', 'replicas') === replicas) return
  client.update(
    table,
    object,
    withAt(object, ['spec', 'replicas'], () => replicas),
  )
}
