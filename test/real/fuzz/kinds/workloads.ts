import type fc from 'fast-check'
import type { JsonObject } from '../../../../src/kube/json.ts'
import { distinct, type FuzzKind, item, listOf, mapOfTexts, oneOf, some } from './kind.ts'

const resources = some({
  limits: some({ cpu: oneOf('1000m', '1', 2, '500m'), memory: oneOf('1Gi', '1024Mi', '1048576Ki') }),
  requests: some({ cpu: oneOf('0.1', '100m'), memory: oneOf('128Mi') }),
})

const probe = item(
  { httpGet: item({ port: oneOf(80, 'web') }, { path: oneOf('/', '/ready') }) },
  { periodSeconds: oneOf(5, 10) },
)

const env = item({ name: oneOf('A', 'B', 'C') }, { value: oneOf('1', '2', '') })

const port = item(
  { containerPort: oneOf(80, 81) },
  { protocol: oneOf('TCP', 'UDP'), name: oneOf('web', 'admin') },
)

const container = item(
  { name: oneOf('web', 'side'), image: oneOf('example.test/a:1', 'example.test/b', 'example.test/c:latest') },
  {
    env: distinct(env, 'name'),
    ports: distinct(port, 'containerPort', 'protocol'),
    resources,
    args: listOf(oneOf('-a', '-b'), 2),
    command: listOf(oneOf('run'), 1),
    readinessProbe: probe,
    volumeMounts: distinct(
      item({ name: oneOf('data'), mountPath: oneOf('/a', '/b') }, { readOnly: oneOf(true) }),
      'mountPath',
    ),
    securityContext: some({
      runAsUser: oneOf(0, 1000),
      capabilities: some({ drop: listOf(oneOf('ALL'), 1) }),
    }),
    imagePullPolicy: oneOf('Always', 'IfNotPresent'),
  },
)

const volume = item(
  { name: oneOf('data', 'more') },
  { emptyDir: some({ sizeLimit: oneOf('1Gi', '1024Mi'), medium: oneOf('Memory') }) },
)

export const podSpec: fc.Arbitrary<JsonObject> = some({
  containers: distinct(container, 'name'),
  initContainers: distinct(
    item({ name: oneOf('init'), image: oneOf('example.test/i:1', 'example.test/i:2') }),
    'name',
  ),
  volumes: distinct(volume, 'name'),
  tolerations: listOf(
    item({ key: oneOf('a', 'b') }, { operator: oneOf('Exists'), effect: oneOf('NoSchedule', 'NoExecute') }),
    2,
  ),
  imagePullSecrets: distinct(item({ name: oneOf('p', 'q') }), 'name'),
  nodeSelector: mapOfTexts,
  hostAliases: distinct(
    item({ ip: oneOf('192.0.2.1', '192.0.2.2') }, { hostnames: listOf(oneOf('a.test'), 1) }),
    'ip',
  ),
  serviceAccountName: oneOf('runner', 'other'),
  terminationGracePeriodSeconds: oneOf(0, 30, 60),
  hostNetwork: oneOf(false, true),
  securityContext: some({ fsGroup: oneOf(1, 2), supplementalGroups: listOf(oneOf(1, 2), 2) }),
  topologySpreadConstraints: distinct(
    item({
      topologyKey: oneOf('zone', 'host'),
      whenUnsatisfiable: oneOf('DoNotSchedule', 'ScheduleAnyway'),
      maxSkew: oneOf(1, 2),
    }),
    'topologyKey',
    'whenUnsatisfiable',
  ),
})

const template = some({
  metadata: some({
    labels: some({ app: oneOf('x'), tier: oneOf('1', '2') }),
    annotations: mapOfTexts,
    creationTimestamp: oneOf(null),
  }),
  spec: podSpec,
})

const basePod = { containers: [{ name: 'web', image: 'example.test/a:1' }] }
const baseTemplate = { metadata: { labels: { app: 'x' } }, spec: basePod }

export const deployment: FuzzKind = {
  apiVersions: ['apps/v1'],
  kind: 'Deployment',
  resource: 'deployments',
  base: { spec: { selector: { matchLabels: { app: 'x' } }, template: baseTemplate } },
  parts: some({
    spec: some({
      replicas: oneOf(0, 1, 2),
      paused: oneOf(true, false),
      minReadySeconds: oneOf(0, 5),
      progressDeadlineSeconds: oneOf(600, 60),
      strategy: some({
        type: oneOf('RollingUpdate', 'Recreate'),
        rollingUpdate: some({ maxSurge: oneOf(1, '25%', '50%'), maxUnavailable: oneOf(0, '25%') }),
      }),
      template,
    }),
  }),
  status: some({
    status: some({
      replicas: oneOf(1, 2),
      observedGeneration: oneOf(1, 2),
      conditions: distinct(
        item(
          { type: oneOf('Available', 'Progressing'), status: oneOf('True', 'False') },
          { reason: oneOf('Because') },
        ),
        'type',
      ),
    }),
  }),
}

export const podTemplate: FuzzKind = {
  apiVersions: ['v1'],
  kind: 'PodTemplate',
  resource: 'podtemplates',
  base: { template: baseTemplate },
  parts: some({ template }),
}
