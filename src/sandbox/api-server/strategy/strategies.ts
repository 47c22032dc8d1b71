import { cronJob, job } from './batch.ts'
import {
  configMap,
  ingress,
  lease,
  namespace,
  persistentVolume,
  persistentVolumeClaim,
  podTemplate,
  role,
  roleBinding,
  secret,
} from './core.ts'
import { customResourceDefinition } from './custom-resource-definition.ts'
import { pod } from './pod.ts'
import { service } from './service.ts'
import type { Strategy } from './strategy.ts'
import { daemonSet, deployment, replicaSet, statefulSet } from './workloads.ts'

const rbac = 'rbac.authorization.k8s.io'

const strategies: ReadonlyMap<string, Strategy> = new Map([
  ['/namespaces', namespace],
  ['/configmaps', configMap],
  ['/secrets', secret],
  ['/services', service],
  ['/pods', pod],
  ['/podtemplates', podTemplate],
  ['/persistentvolumeclaims', persistentVolumeClaim],
  ['/persistentvolumes', persistentVolume],
  ['apps/deployments', deployment],
  ['apps/replicasets', replicaSet],
  ['apps/statefulsets', statefulSet],
  ['apps/daemonsets', daemonSet],
  ['batch/jobs', job],
  ['batch/cronjobs', cronJob],
  ['networking.k8s.io/ingresses', ingress],
  [`${rbac}/roles`, role],
  [`${rbac}/clusterroles`, role],
  [`${rbac}/rolebindings`, roleBinding],
  [`${rbac}/clusterrolebindings`, roleBinding],
  ['coordination.k8s.io/leases', lease],
  ['apiextensions.k8s.io/customresourcedefinitions', customResourceDefinition],
])

const plain: Strategy = {}

export function strategyOf(table: string): Strategy {
  return strategies.get(table) ?? plain
}
