import type { FieldSpec } from './field-spec.ts'

/*
 * Which fields the transformers change, as in kustomize 5.8.1 (api/internal/konfig/builtinpluginconsts).
 * A kind without a group stands for any group.
 */

const affinityTerms: readonly string[] = ['podAffinity', 'podAntiAffinity'].flatMap((affinity) => [
  `${affinity}/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm`,
  `${affinity}/requiredDuringSchedulingIgnoredDuringExecution`,
])

function create(path: string, kinds: readonly Omit<FieldSpec, 'path'>[]): readonly FieldSpec[] {
  return kinds.map((kind) => ({ ...kind, path, create: true }))
}

const replicationController: Omit<FieldSpec, 'path'> = { version: 'v1', kind: 'ReplicationController' }
const statefulSet: Omit<FieldSpec, 'path'> = { group: 'apps', kind: 'StatefulSet' }
const deploymentOfApps: Omit<FieldSpec, 'path'> = { group: 'apps', kind: 'Deployment' }
const job: Omit<FieldSpec, 'path'> = { group: 'batch', kind: 'Job' }
const cronJob: Omit<FieldSpec, 'path'> = { group: 'batch', kind: 'CronJob' }
const networkPolicy: Omit<FieldSpec, 'path'> = { group: 'networking.k8s.io', kind: 'NetworkPolicy' }
const replicated: readonly Omit<FieldSpec, 'path'>[] = [
  { kind: 'Deployment' },
  { kind: 'ReplicaSet' },
  { kind: 'DaemonSet' },
]

/** `labels` or `annotations` of objects and of the pods they make. */
function metadataSpecs(
  field: 'labels' | 'annotations',
  stateful: Omit<FieldSpec, 'path'>,
): readonly FieldSpec[] {
  return [
    { path: `metadata/${field}`, create: true },
    ...create(`spec/template/metadata/${field}`, [replicationController, ...replicated, stateful, job]),
    ...create(`spec/jobTemplate/metadata/${field}`, [cronJob]),
    ...create(`spec/jobTemplate/spec/template/metadata/${field}`, [cronJob]),
  ]
}

export const nameSpecs: readonly FieldSpec[] = [{ path: 'metadata/name' }]

export const templateLabelSpecs: readonly FieldSpec[] = [
  ...metadataSpecs('labels', statefulSet),
  { ...statefulSet, path: 'spec/volumeClaimTemplates[]/metadata/labels', create: true },
]

export const commonLabelSpecs: readonly FieldSpec[] = [
  ...create('spec/selector', [{ version: 'v1', kind: 'Service' }, replicationController]),
  ...create('spec/selector/matchLabels', [...replicated, statefulSet]),
  { ...job, path: 'spec/selector/matchLabels' },
  { group: 'policy', kind: 'PodDisruptionBudget', path: 'spec/selector/matchLabels' },
  ...[deploymentOfApps, statefulSet].flatMap((workload) => [
    ...affinityTerms.map((term) => ({
      ...workload,
      path: `spec/template/spec/affinity/${term}/labelSelector/matchLabels`,
    })),
    { ...workload, path: 'spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels' },
  ]),
  { ...cronJob, path: 'spec/jobTemplate/spec/selector/matchLabels' },
  ...['podSelector', 'ingress/from/podSelector', 'egress/to/podSelector'].map((selector) => ({
    ...networkPolicy,
    path: `spec/${selector}/matchLabels`,
  })),
  ...templateLabelSpecs,
]

export const commonAnnotationSpecs: readonly FieldSpec[] = metadataSpecs('annotations', {
  kind: 'StatefulSet',
})

export const namespaceSpecs: readonly FieldSpec[] = [
  { version: 'v1', kind: 'Namespace', path: 'metadata/name', create: true },
  { group: 'apiregistration.k8s.io', kind: 'APIService', path: 'spec/service/namespace', create: true },
  {
    group: 'apiextensions.k8s.io',
    kind: 'CustomResourceDefinition',
    path: 'spec/conversion/webhook/clientConfig/service/namespace',
  },
]

export const imageSpecs: readonly FieldSpec[] = ['spec', 'spec/template/spec'].flatMap((pod) =>
  ['containers[]/image', 'initContainers[]/image', 'volumes[]/image/reference'].map((field) => ({
    path: `${pod}/${field}`,
    create: true,
  })),
)

export const replicaSpecs: readonly FieldSpec[] = create('spec/replicas', [
  { kind: 'Deployment' },
  { kind: 'ReplicationController' },
  { kind: 'ReplicaSet' },
  { kind: 'StatefulSet' },
])
