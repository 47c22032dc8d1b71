import { compareBytes } from '../../git/byte-order.ts'
import { fail } from '../render-error.ts'
import type { SortOptions } from './kustomization.ts'
import type { Resource } from './resource.ts'
import type { Gvk } from './resource-id.ts'

/** Kinds that come before, and behind, all that are not named. */
type LegacyOrder = NonNullable<SortOptions['legacy']>

/** Kustomize's own. Source: api 0.21.1 builtins/SortOrderTransformer.go. */
export const defaultLegacyOrder: LegacyOrder = {
  orderFirst: [
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
  ],
  orderLast: ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
}

/** `fifo` leaves the objects as they were accumulated. */
export type ResourceOrder = 'fifo' | LegacyOrder

/** What `sortOptions` asks for; undefined without them. */
export function orderOf(options: SortOptions | undefined): ResourceOrder | undefined {
  if (options === undefined) return undefined
  const { order, legacy, place } = options
  if (order !== 'fifo' && order !== 'legacy') {
    fail(place, "the field 'sortOptions.order' must be one of [fifo, legacy]")
  }
  if (order === 'legacy') return legacy ?? defaultLegacyOrder
  if (legacy === undefined) return 'fifo'
  const what =
    "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo', not 'legacy'"
  fail(place, what)
}

export function sortResources(resources: readonly Resource[], order: ResourceOrder): readonly Resource[] {
  if (order === 'fifo') return resources
  const ranks = new Map([
    ...order.orderFirst.map((kind, index): [string, number] => [kind, index - order.orderFirst.length]),
    ...order.orderLast.map((kind, index): [string, number] => [kind, index + 1]),
  ])
  const keyed = resources.map((resource) => ({
    resource,
    rank: ranks.get(resource.id.kind) ?? 0,
    type: typeText(resource.id),
    name: `${resource.id.namespace || '~X'}|${resource.id.name || '~N'}`,
  }))
  keyed.sort((a, b) => a.rank - b.rank || compareTypes(a, b) || compareBytes(a.name, b.name))
  return keyed.map(({ resource }) => resource)
}

/** What is empty comes after most words. */
export function typeText({ group, version, kind }: Partial<Gvk>): string {
  return `${group || '~G'}_${version || '~V'}_${kind || '~K'}`
}

interface Typed {
  readonly resource: Resource
  readonly type: string
}

/** A Namespace of Kubernetes comes before one of another group. */
function compareTypes(a: Typed, b: Typed): number {
  const ids = [a.resource.id, b.resource.id]
  const isCore = ids.every(({ kind }) => kind === 'Namespace') && ids.some(({ group }) => group === '')
  return isCore ? compareBytes(b.type, a.type) : compareBytes(a.type, b.type)
}
