import type { JsonObject } from '../../../kube/json.ts'
import { type KubeObject, numberAt, objectAt, objectsAt, textAt, valueAt, withAt } from '../object.ts'
import { labelSelector } from '../selector.ts'
import { type ControllerClient, isDeleting, isReady, replicasOf } from './client.ts'
import { withCondition } from './conditions.ts'

const address = '192.0.2.10'

/** Load balancers and ingresses get an address. */
export function tendAddresses(client: ControllerClient): void {
  const loadBalancer = { ingress: [{ ip: address, ipMode: 'VIP' }] }
  for (const service of client.list('/services')) {
    if (textAt(service, 'spec', 'type') !== 'LoadBalancer' || isDeleting(service)) continue
    client.updateStatus('/services', service, { ...objectAt(service, 'status'), loadBalancer })
  }
  for (const ingress of client.list('networking.k8s.io/ingresses')) {
    if (isDeleting(ingress)) continue
    client.updateStatus('networking.k8s.io/ingresses', ingress, {
      loadBalancer: { ingress: [{ ip: address }] },
    })
  }
}

/** The storage class whose claims nobody provides for. */
export const unboundClass = 'unbound'

/** Claims are bound as soon as they are made; what protects claims and volumes lets go when nobody uses them. */
export function tendVolumes(client: ControllerClient): void {
  for (const claim of client.list('/persistentvolumeclaims')) tendClaim(client, claim)
  for (const volume of client.list('/persistentvolumes')) {
    if (isDeleting(volume))
      client.removeFinalizer('/persistentvolumes', volume, 'kubernetes.io/pv-protection')
    else if (textAt(volume, 'status', 'phase') === 'Pending') {
      client.updateStatus('/persistentvolumes', volume, { phase: 'Available' })
    }
  }
}

function tendClaim(client: ControllerClient, claim: KubeObject): void {
  const { name, namespace = '' } = claim.metadata
  if (isDeleting(claim)) {
    const isUsed = client.list('/pods', namespace).some((pod) => usesClaim(pod, name))
    if (!isUsed) client.removeFinalizer('/persistentvolumeclaims', claim, 'kubernetes.io/pvc-protection')
    return
  }
  if (
    textAt(claim, 'status', 'phase') === 'Bound' ||
    textAt(claim, 'spec', 'storageClassName') === unboundClass
  )
    return
  const named = withAt(claim, ['spec', 'volumeName'], (known) => known ?? `pvc-${claim.metadata.uid}`)
  const bound = client.update('/persistentvolumeclaims', claim, named)
  client.updateStatus('/persistentvolumeclaims', bound, {
    phase: 'Bound',
    accessModes: valueAt(claim, 'spec', 'accessModes') ?? [],
    capacity: objectAt(claim, 'spec', 'resources', 'requests'),
  })
}

function usesClaim(pod: KubeObject, claim: string): boolean {
  return objectsAt(pod, 'spec', 'volumes').some(
    (volume) => textAt(volume, 'persistentVolumeClaim', 'claimName') === claim,
  )
}

/** How many replicas an autoscaler asks for; undefined leaves the number as it is, within its limits. */
export type WantedReplicas = (scaler: KubeObject) => number | undefined

const scalers = 'autoscaling/horizontalpodautoscalers'

/** Autoscalers keep their targets within their limits, and say so. */
export function tendScalers(client: ControllerClient, wantedBy: WantedReplicas, scale: Scale): void {
  for (const scaler of client.list(scalers)) {
    if (isDeleting(scaler)) continue
    const target = objectAt(scaler, 'spec', 'scaleTargetRef')
    const kind = client.kernel.kinds.ofKind(textAt(target, 'apiVersion'), textAt(target, 'kind'))
    const { namespace = '' } = scaler.metadata
    const table = kind && `${kind.group}/${kind.resource}`
    const object = table === undefined ? undefined : client.get(table, namespace, textAt(target, 'name'))
    if (object === undefined || table === undefined) continue
    const current = replicasOf(object)
    const least = numberAt(scaler, 'spec', 'minReplicas') ?? 1
    const most = numberAt(scaler, 'spec', 'maxReplicas') ?? least
    const desired = Math.min(most, Math.max(least, wantedBy(scaler) ?? current))
    if (desired !== current) scale(table, object, desired)
    reportScaler(client, scaler, current, desired)
  }
}

/** Writes the scale of an object. */
export type Scale = (table: string, object: KubeObject, replicas: number) => void

function reportScaler(client: ControllerClient, scaler: KubeObject, current: number, desired: number): void {
  const status: JsonObject = {
    ...objectAt(scaler, 'status'),
    currentReplicas: current,
    desiredReplicas: desired,
    observedGeneration: scaler.metadata.generation ?? 1,
  }
  const { now } = client
  const able = withCondition(status, { type: 'AbleToScale', status: 'True', reason: 'ReadyForNewScale' }, now)
  const active = { type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound' } as const
  const conditions = withCondition({ conditions: able }, active, now)
  client.updateStatus(scalers, scaler, { ...status, conditions })
}

const budgets = 'policy/poddisruptionbudgets'

/** Disruption budgets count the pods they speak for. */
export function tendBudgets(client: ControllerClient): void {
  for (const budget of client.list(budgets)) {
    if (isDeleting(budget)) continue
    const isChosen = labelSelector(objectAt(budget, 'spec', 'selector'))
    const pods = client
      .list('/pods', budget.metadata.namespace)
      .filter((pod) => isChosen(pod.metadata.labels ?? {}))
    const healthy = pods.filter(isReady).length
    const least = numberAt(budget, 'spec', 'minAvailable')
    const desired = least ?? pods.length - (numberAt(budget, 'spec', 'maxUnavailable') ?? 1)
    client.updateStatus(budgets, budget, {
      ...objectAt(budget, 'status'),
      observedGeneration: budget.metadata.generation ?? 1,
      expectedPods: pods.length,
      currentHealthy: healthy,
      desiredHealthy: Math.max(0, desired),
      disruptionsAllowed: Math.max(0, healthy - desired),
    })
  }
}
