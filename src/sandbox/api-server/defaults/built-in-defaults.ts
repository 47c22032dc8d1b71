import type { JsonObject } from '../../../kube/json.ts'
import { listAt, objectAt, shownText, textAt, valueAt, withAt, withKeys } from '../object.ts'
import { all, type Change, each, fill, when, within } from './change.ts'
import { podDefaults, podSpecDefaults, podTemplateDefaults } from './pod.ts'
import { limitRangeDefaults, scalerDefaults } from './scaling.ts'
import { serviceDefaults } from './service.ts'

/**
 * What the server fills in when it reads a kind, by table: known before any change of its own (addresses, uids) and so
 * owned by whoever wrote the object. Source: k8s.io/kubernetes pkg/apis, defaults.go of each group.
 */
export function builtInDefaults(): ReadonlyMap<string, Change> {
  return new Map(Object.entries(defaults))
}

const template = within('template', podTemplateDefaults)
const claimDefaults = all(
  within('spec', fill({ volumeMode: 'Filesystem' })),
  within('status', fill({ phase: 'Pending' })),
)
const isRollingUpdate = (it: JsonObject) => textAt(it, 'type') === 'RollingUpdate'
const rbacGroup = 'rbac.authorization.k8s.io'
const bindingDefaults = all(
  within('roleRef', fill({ apiGroup: rbacGroup })),
  each(
    'subjects',
    fill({ apiGroup: (it) => (['User', 'Group'].includes(textAt(it, 'kind')) ? rbacGroup : undefined) }),
  ),
)
const webhook = all(
  within('clientConfig.service', fill({ port: 443 })),
  each('rules', fill({ scope: '*' })),
  fill({
    failurePolicy: 'Fail',
    matchPolicy: 'Equivalent',
    namespaceSelector: {},
    objectSelector: {},
    timeoutSeconds: 10,
  }),
)
const ruleScopes = all(
  each('resourceRules', fill({ scope: '*' })),
  each('excludeResourceRules', fill({ scope: '*' })),
)
const matchResources = all(
  ruleScopes,
  fill({ matchPolicy: 'Equivalent', namespaceSelector: {}, objectSelector: {} }),
)
const jobSpec = all(
  template,
  when((it) => it.completions === undefined && it.parallelism === undefined, fill({ completions: 1 })),
  fill({
    parallelism: 1,
    backoffLimit: (it) => (it.backoffLimitPerIndex === undefined ? 6 : 2147483647),
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: (it) => (it.podFailurePolicy === undefined ? 'TerminatingOrFailed' : 'Failed'),
    manualSelector: false,
  }),
)

const defaults: { readonly [table: string]: Change } = {
  '/namespaces': (it) =>
    textAt(it, 'metadata', 'name') === ''
      ? it
      : withAt(it, ['metadata', 'labels', 'kubernetes.io/metadata.name'], () =>
          textAt(it, 'metadata', 'name'),
        ),
  '/secrets': all(fill({ type: 'Opaque' }), foldStringData),
  '/services': serviceDefaults,
  '/endpoints': each('subsets', each('ports', fill({ protocol: 'TCP' }))),
  '/pods': podDefaults,
  '/podtemplates': template,
  '/replicationcontrollers': within('spec', all(template, fill({ replicas: 1 }))),
  '/limitranges': limitRangeDefaults,
  '/persistentvolumes': all(
    within('spec.hostPath', fill({ type: '' })),
    within('spec', fill({ persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' })),
    within('status', fill({ phase: 'Pending' })),
  ),
  '/persistentvolumeclaims': claimDefaults,
  'apps/deployments': within(
    'spec',
    all(
      template,
      fill({ replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 }),
      within(
        'strategy',
        all(
          fill({ type: 'RollingUpdate' }),
          when(isRollingUpdate, fill({ rollingUpdate: {} })),
          within('rollingUpdate', fill({ maxUnavailable: '25%', maxSurge: '25%' })),
        ),
      ),
    ),
  ),
  'apps/statefulsets': within(
    'spec',
    all(
      template,
      fill({ podManagementPolicy: 'OrderedReady', replicas: 1, revisionHistoryLimit: 10 }),
      fill({ persistentVolumeClaimRetentionPolicy: {} }),
      within('persistentVolumeClaimRetentionPolicy', fill({ whenDeleted: 'Retain', whenScaled: 'Retain' })),
      within(
        'updateStrategy',
        all(
          when((it) => it.type === undefined, fill({ type: 'RollingUpdate', rollingUpdate: {} })),
          when(isRollingUpdate, within('rollingUpdate', fill({ partition: 0 }))),
        ),
      ),
      each(
        'volumeClaimTemplates',
        all(fill({ apiVersion: 'v1', kind: 'PersistentVolumeClaim' }), claimDefaults),
      ),
    ),
  ),
  'apps/daemonsets': all(
    templateGeneration,
    within(
      'spec',
      all(
        template,
        fill({ revisionHistoryLimit: 10 }),
        within(
          'updateStrategy',
          all(
            fill({ type: 'RollingUpdate' }),
            when(isRollingUpdate, fill({ rollingUpdate: {} })),
            within('rollingUpdate', fill({ maxUnavailable: 1, maxSurge: 0 })),
          ),
        ),
      ),
    ),
  ),
  'apps/replicasets': within('spec', all(template, fill({ replicas: 1 }))),
  'batch/jobs': all(within('spec', jobSpec), labelsFromTemplate),
  'batch/cronjobs': within(
    'spec',
    all(
      within('jobTemplate.spec.template.spec', podSpecDefaults),
      fill({
        concurrencyPolicy: 'Allow',
        suspend: false,
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 1,
      }),
    ),
  ),
  'networking.k8s.io/networkpolicies': within(
    'spec',
    all(
      each('ingress', each('ports', fill({ protocol: 'TCP' }))),
      each('egress', each('ports', fill({ protocol: 'TCP' }))),
      fill({
        policyTypes: (it) => (listAt(it, 'egress').length === 0 ? ['Ingress'] : ['Ingress', 'Egress']),
      }),
    ),
  ),
  'networking.k8s.io/ingressclasses': within('spec.parameters', fill({ scope: 'Cluster' })),
  'autoscaling/horizontalpodautoscalers': scalerDefaults,
  [`${rbacGroup}/rolebindings`]: bindingDefaults,
  [`${rbacGroup}/clusterrolebindings`]: bindingDefaults,
  'storage.k8s.io/storageclasses': fill({ reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' }),
  'scheduling.k8s.io/priorityclasses': fill({ preemptionPolicy: 'PreemptLowerPriority' }),
  'discovery.k8s.io/endpointslices': each('ports', fill({ name: '', protocol: 'TCP' })),
  'admissionregistration.k8s.io/validatingwebhookconfigurations': each('webhooks', webhook),
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': each(
    'webhooks',
    all(webhook, fill({ reinvocationPolicy: 'Never' })),
  ),
  'admissionregistration.k8s.io/validatingadmissionpolicies': within(
    'spec',
    all(fill({ failurePolicy: 'Fail' }), within('matchConstraints', matchResources)),
  ),
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': within(
    'spec',
    within('matchResources', matchResources),
  ),
  'apiextensions.k8s.io/customresourcedefinitions': all(
    within(
      'spec',
      all(
        fill({ conversion: { strategy: 'None' } }),
        within('conversion.webhook.clientConfig.service', fill({ port: 443 })),
        within(
          'names',
          fill({
            singular: (it) => textAt(it, 'kind').toLowerCase(),
            listKind: (it) => (textAt(it, 'kind') === '' ? undefined : `${textAt(it, 'kind')}List`),
          }),
        ),
      ),
    ),
  ),
}

/** `stringData` is write-only: it ends up in `data`. */
function foldStringData(secret: JsonObject): JsonObject {
  const texts = objectAt(secret, 'stringData')
  if (Object.keys(texts).length === 0) return secret
  const encoded = Object.entries(texts).map(([key, text]): [string, string] => [key, base64(shownText(text))])
  const data = { ...objectAt(secret, 'data'), ...Object.fromEntries(encoded) }
  return withKeys(secret, { data, stringData: undefined })
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

function labelsFromTemplate(job: JsonObject): JsonObject {
  const labels = valueAt(job, 'spec', 'template', 'metadata', 'labels')
  if (labels === undefined || valueAt(job, 'metadata', 'labels') !== undefined) return job
  return withAt(job, ['metadata', 'labels'], () => labels)
}

/** An annotation that the server keeps for clients of long ago. */
function templateGeneration(daemonSet: JsonObject): JsonObject {
  return withAt(
    daemonSet,
    ['metadata', 'annotations', 'deprecated.daemonset.template.generation'],
    (known) => known ?? '0',
  )
}
