import type { FieldSpec } from './field-spec.ts'
import type { Gvk } from './resource-id.ts'

/** Objects whose names stand in fields of others. */
export interface NameReference {
  readonly target: Partial<Gvk>
  readonly fields: readonly FieldSpec[]
}

type Referrer = Omit<FieldSpec, 'path'>

interface PodHolder {
  readonly referrer: Referrer
  /** The path of the pod spec. */
  readonly pod: string
}

const rbac = 'rbac.authorization.k8s.io'
const admission = 'admissionregistration.k8s.io'
const binding: readonly Referrer[] = ['RoleBinding', 'ClusterRoleBinding'].map((kind) => ({
  group: rbac,
  kind,
}))

const podTemplate = 'spec/template/spec'

/** Everything with a pod spec in which kustomize renames ConfigMaps and Secrets. */
const podHolders: readonly PodHolder[] = [
  { referrer: { version: 'v1', kind: 'Pod' }, pod: 'spec' },
  { referrer: { kind: 'PodTemplate' }, pod: 'template/spec' },
  ...['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job'].map((kind) => ({
    referrer: { kind },
    pod: podTemplate,
  })),
  { referrer: { kind: 'CronJob' }, pod: 'spec/jobTemplate/spec/template/spec' },
]

/** The shorter list for what else a pod spec names. */
const otherPodHolders: readonly PodHolder[] = [
  { referrer: { kind: 'Pod' }, pod: 'spec' },
  ...['StatefulSet', 'Deployment', 'ReplicationController', 'Job', 'DaemonSet'].map((kind) => ({
    referrer: { kind },
    pod: podTemplate,
  })),
  { referrer: { kind: 'CronJob' }, pod: 'spec/jobTemplate/spec/template/spec' },
]

function inPods(holders: readonly PodHolder[], paths: readonly string[]): readonly FieldSpec[] {
  return holders.flatMap(({ referrer, pod }) =>
    paths.map((path) => ({ ...referrer, path: `${pod}/${path}` })),
  )
}

function inContainers(path: string): readonly string[] {
  return [`containers/${path}`, `initContainers/${path}`]
}

function inKinds(referrers: readonly Referrer[], path: string): readonly FieldSpec[] {
  return referrers.map((referrer) => ({ ...referrer, path }))
}

const roles: readonly Referrer[] = [{ kind: 'Role' }, { kind: 'ClusterRole' }]

const configMapFields: readonly FieldSpec[] = [
  ...inPods(podHolders, [
    'volumes/configMap/name',
    'volumes/projected/sources/configMap/name',
    ...inContainers('env/valueFrom/configMapKeyRef/name'),
    ...inContainers('envFrom/configMapRef/name'),
  ]),
  { kind: 'Node', path: 'spec/configSource/configMap' },
  ...inKinds(roles, 'rules/resourceNames'),
  {
    kind: 'Ingress',
    path: String.raw`metadata/annotations/nginx.ingress.kubernetes.io\/fastcgi-params-configmap`,
  },
]

const secretFields: readonly FieldSpec[] = [
  ...inPods(podHolders, [
    'volumes/secret/secretName',
    'volumes/projected/sources/secret/name',
    'imagePullSecrets/name',
    ...inContainers('env/valueFrom/secretKeyRef/name'),
    ...inContainers('envFrom/secretRef/name'),
  ]),
  { kind: 'Ingress', path: 'spec/tls/secretName' },
  ...['ingress.kubernetes.io', 'nginx.ingress.kubernetes.io'].map((domain) => ({
    kind: 'Ingress',
    path: String.raw`metadata/annotations/${domain}\/auth-secret`,
  })),
  { kind: 'Ingress', path: String.raw`metadata/annotations/nginx.ingress.kubernetes.io\/auth-tls-secret` },
  { kind: 'ServiceAccount', path: 'imagePullSecrets/name' },
  ...['secretName', 'adminSecretName', 'userSecretName', 'secretRef'].map((field) => ({
    kind: 'StorageClass',
    path: `parameters/${field}`,
  })),
  ...inKinds(roles, 'rules/resourceNames'),
  {
    group: 'serving.knative.dev',
    version: 'v1',
    kind: 'Service',
    path: 'spec/template/spec/containers/env/valueFrom/secretKeyRef/name',
  },
  { kind: 'PersistentVolume', path: 'spec/azureFile/secretName' },
]

const serviceFields: readonly FieldSpec[] = [
  { group: 'apps', kind: 'StatefulSet', path: 'spec/serviceName' },
  ...[
    'spec/rules/http/paths/backend/serviceName',
    'spec/backend/serviceName',
    'spec/rules/http/paths/backend/service/name',
    'spec/defaultBackend/service/name',
  ].map((path) => ({ kind: 'Ingress', path })),
  { group: 'apiregistration.k8s.io', kind: 'APIService', path: 'spec/service/name' },
  ...inKinds(
    ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].map((kind) => ({
      group: admission,
      kind,
    })),
    'webhooks/clientConfig/service',
  ),
]

const scaled: FieldSpec = { kind: 'HorizontalPodAutoscaler', path: 'spec/scaleTargetRef/name' }

/**
 * kustomize 5.8.1's table (api/internal/konfig/builtinpluginconsts/namereference.go) in the order it works in: a field
 * that stands under several targets is rewritten by each. Its gaps are kept (a ReplicaSet's service account, everything
 * under ephemeralContainers); IngressClass is left out, since its entry there never matches.
 */
export const nameReferences: readonly NameReference[] = [
  {
    target: { group: 'storage.k8s.io', version: 'v1', kind: 'StorageClass' },
    fields: [
      ...inKinds([{ kind: 'PersistentVolume' }, { kind: 'PersistentVolumeClaim' }], 'spec/storageClassName'),
      { kind: 'StatefulSet', path: 'spec/volumeClaimTemplates/spec/storageClassName' },
    ],
  },
  {
    target: { version: 'v1', kind: 'ServiceAccount' },
    fields: [...inKinds(binding, 'subjects'), ...inPods(otherPodHolders, ['serviceAccountName'])],
  },
  {
    target: { group: rbac, kind: 'Role' },
    fields: [{ group: rbac, kind: 'RoleBinding', path: 'roleRef/name' }],
  },
  { target: { group: rbac, kind: 'ClusterRole' }, fields: inKinds(binding, 'roleRef/name') },
  { target: { version: 'v1', kind: 'ConfigMap' }, fields: configMapFields },
  { target: { version: 'v1', kind: 'Secret' }, fields: secretFields },
  { target: { version: 'v1', kind: 'Service' }, fields: serviceFields },
  {
    target: { group: 'scheduling.k8s.io', version: 'v1', kind: 'PriorityClass' },
    fields: inPods(otherPodHolders, ['priorityClassName']),
  },
  {
    target: { version: 'v1', kind: 'PersistentVolume' },
    fields: [
      { kind: 'PersistentVolumeClaim', path: 'spec/volumeName' },
      { kind: 'ClusterRole', path: 'rules/resourceNames' },
    ],
  },
  {
    target: { version: 'v1', kind: 'PersistentVolumeClaim' },
    fields: inPods(otherPodHolders, ['volumes/persistentVolumeClaim/claimName']),
  },
  { target: { kind: 'Deployment' }, fields: [scaled] },
  { target: { kind: 'StatefulSet' }, fields: [scaled] },
  {
    target: { group: admission, kind: 'ValidatingAdmissionPolicy' },
    fields: [{ group: admission, kind: 'ValidatingAdmissionPolicyBinding', path: 'spec/policyName' }],
  },
  { target: { kind: 'ReplicaSet' }, fields: [scaled] },
  { target: { kind: 'ReplicationController' }, fields: [scaled] },
]
