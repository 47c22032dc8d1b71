import type { JsonObject } from '../../../kube/json.ts'
import { listAt, numberAt, objectAt, textAt, valueAt, withKeys } from '../object.ts'
import { all, type Change, each, fill, when, within } from './change.ts'

/** Reachable from outside: by its type, or by addresses of others. */
export function isReachable(spec: JsonObject): boolean {
  const type = textAt(spec, 'type')
  return (
    ['NodePort', 'LoadBalancer'].includes(type) ||
    (type === 'ClusterIP' && listAt(spec, 'externalIPs').length > 0)
  )
}

const isLoadBalancer = (spec: JsonObject) => textAt(spec, 'type') === 'LoadBalancer'

/** Source: k8s.io/kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Service. */
export const serviceDefaults: Change = all(
  within(
    'spec',
    all(
      fill({ sessionAffinity: 'None', type: 'ClusterIP' }),
      affinity,
      each('ports', all(fill({ protocol: 'TCP' }), targetPort)),
      when(isReachable, fill({ externalTrafficPolicy: 'Cluster' })),
      when((spec) => textAt(spec, 'type') !== 'ExternalName', fill({ internalTrafficPolicy: 'Cluster' })),
      when(isLoadBalancer, fill({ allocateLoadBalancerNodePorts: true })),
    ),
  ),
  when(
    (service) => isLoadBalancer(objectAt(service, 'spec')),
    within(
      'status.loadBalancer',
      each(
        'ingress',
        when((one) => textAt(one, 'ip') !== '', fill({ ipMode: 'VIP' })),
      ),
    ),
  ),
)

function affinity(spec: JsonObject): JsonObject {
  if (textAt(spec, 'sessionAffinity') === 'None') return withKeys(spec, { sessionAffinityConfig: undefined })
  if (numberAt(spec, 'sessionAffinityConfig', 'clientIP', 'timeoutSeconds') !== undefined) return spec
  return withKeys(spec, { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } } })
}

function targetPort(port: JsonObject): JsonObject {
  const target = valueAt(port, 'targetPort')
  if (target !== undefined && target !== 0 && target !== '') return port
  return withKeys(port, { targetPort: numberAt(port, 'port') ?? 0 })
}
