import type { JsonObject } from '../../../kube/json.ts'
import { numberAt, textAt, valueAt, withKeys } from '../object.ts'
import { all, type Change, each, fill, when, within } from './change.ts'

const isExternal = (spec: JsonObject) => ['NodePort', 'LoadBalancer'].includes(textAt(spec, 'type'))
const isLoadBalancer = (spec: JsonObject) => textAt(spec, 'type') === 'LoadBalancer'

/** Source: k8s.io/kubernetes pkg/apis/core/v1/defaults.go SetDefaults_Service. */
export const serviceDefaults: Change = within(
  'spec',
  all(
    fill({ sessionAffinity: 'None', type: 'ClusterIP' }),
    affinity,
    each('ports', all(fill({ protocol: 'TCP' }), targetPort)),
    when(isExternal, fill({ externalTrafficPolicy: 'Cluster' })),
    when((spec) => textAt(spec, 'type') !== 'ExternalName', fill({ internalTrafficPolicy: 'Cluster' })),
    when(isLoadBalancer, fill({ allocateLoadBalancerNodePorts: true })),
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
