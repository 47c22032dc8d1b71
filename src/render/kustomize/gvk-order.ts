import { compareBytes } from '../../git/byte-order.ts'
import type { Gvk } from './resource-id.ts'

const kindsFirst: readonly string[] = [
  'Namespace',
  'ResourceQuota',
  'StorageClass',
  'CustomResourceDefinition',
  'ServiceAccount',
  'PodSecurityPolicy',
  'Role',
  'ClusterRole',
  'RoleBinding',
  'ClusterRoleBinding',
  'ConfigMap',
  'Secret',
  'Endpoints',
  'Service',
  'LimitRange',
  'PriorityClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Deployment',
  'StatefulSet',
  'CronJob',
  'PodDisruptionBudget',
]

const kindsLast: readonly string[] = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration']

const ranks: ReadonlyMap<string, number> = new Map([
  ...kindsFirst.map((kind, index): [string, number] => [kind, index - kindsFirst.length]),
  ...kindsLast.map((kind, index): [string, number] => [kind, index + 1]),
])

/** kustomize's order of kinds: what others need comes first. Source: kyaml 0.21.1 resid/gvk.go. */
export function compareGvk(a: Partial<Gvk>, b: Partial<Gvk>): number {
  const byRank = (ranks.get(a.kind ?? '') ?? 0) - (ranks.get(b.kind ?? '') ?? 0)
  return byRank || compareBytes(sortText(a), sortText(b))
}

function sortText({ group, version, kind }: Partial<Gvk>): string {
  return `${group || '~G'}_${version || '~V'}_${kind || '~K'}`
}
