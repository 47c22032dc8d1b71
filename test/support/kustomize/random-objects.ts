import fc, { type Arbitrary } from 'fast-check'
import type { JsonObject } from '../../../src/kube/json.ts'
import { configMapRef, maybe, name, namespace, oddMap, textMap } from './random-values.ts'

const image = fc.constantFrom(
  'nginx',
  'nginx:1.27',
  'registry.example:5000/team/web:v1@sha256:'.concat('a'.repeat(64)),
  'busybox@sha256:'.concat('b'.repeat(64)),
  'registry.example/api:v2',
)

const metadata: Arbitrary<JsonObject> = fc
  .tuple(name, maybe(namespace), maybe(textMap), maybe(oddMap))
  .map(([name, namespace, labels, annotations]) => ({
    name,
    ...(namespace && { namespace }),
    ...(labels && { labels }),
    ...(annotations && { annotations }),
  }))

const env = fc.oneof(
  fc
    .tuple(fc.constantFrom('MODE', 'LEVEL', 'HOME'), fc.constantFrom('one', 'two $(VAR)', '$(WEB)', ''))
    .map(([name, value]): JsonObject => ({ name, value })),
  configMapRef.map(
    (ref): JsonObject => ({ name: 'FROM', valueFrom: { configMapKeyRef: { ...ref, key: 'a' } } }),
  ),
  name.map(
    (secret): JsonObject => ({ name: 'SECRET', valueFrom: { secretKeyRef: { name: secret, key: 'b' } } }),
  ),
)

const container: Arbitrary<JsonObject> = fc
  .tuple(
    fc.constantFrom('main', 'side', 'log'),
    image,
    maybe(fc.array(env, { maxLength: 3 })),
    maybe(fc.uniqueArray(fc.constantFrom(80, 443, 8080), { minLength: 1, maxLength: 2 })),
    maybe(configMapRef),
  )
  .map(([name, image, env, ports, envFrom]) => ({
    name,
    image,
    ...(env && { env }),
    ...(ports && { ports: ports.map((containerPort) => ({ containerPort })) }),
    ...(envFrom && { envFrom: [{ configMapRef: envFrom }] }),
  }))

const podSpec: Arbitrary<JsonObject> = fc
  .tuple(
    fc.uniqueArray(container, { minLength: 1, maxLength: 2, selector: ({ name }) => name }),
    maybe(name),
    maybe(name),
    maybe(configMapRef),
  )
  .map(([containers, serviceAccountName, secretName, config]) => ({
    containers,
    ...(serviceAccountName && { serviceAccountName }),
    ...((secretName || config) && {
      volumes: [
        ...(secretName ? [{ name: 'secret', secret: { secretName } }] : []),
        ...(config ? [{ name: 'config', configMap: config }] : []),
      ],
    }),
  }))

const workload = (kind: string): Arbitrary<JsonObject> =>
  fc.tuple(metadata, podSpec, textMap, maybe(fc.nat(5))).map(([metadata, spec, labels, replicas]) => ({
    apiVersion: 'apps/v1',
    kind,
    metadata,
    spec: {
      ...(replicas !== undefined && { replicas }),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
    },
  }))

const cronJob = fc.tuple(metadata, podSpec).map(
  ([metadata, spec]): JsonObject => ({
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata,
    spec: { schedule: '*/5 * * * *', jobTemplate: { spec: { template: { spec } } } },
  }),
)

const service = fc.tuple(metadata, maybe(textMap), fc.constantFrom(80, 'http')).map(
  ([metadata, selector, targetPort]): JsonObject => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata,
    spec: { ...(selector && { selector }), ports: [{ port: 80, targetPort }] },
  }),
)

const data = (kind: string): Arbitrary<JsonObject> =>
  fc
    .tuple(metadata, maybe(oddMap))
    .map(([metadata, data]) => ({ apiVersion: 'v1', kind, metadata, ...(data && { data }) }))

const bare = (apiVersion: string, kind: string): Arbitrary<JsonObject> =>
  metadata.map((metadata) => ({ apiVersion, kind, metadata }))

const binding = fc
  .tuple(fc.constantFrom('RoleBinding', 'ClusterRoleBinding'), metadata, name, name, maybe(namespace))
  .map(
    ([kind, metadata, role, subject, namespace]): JsonObject => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind,
      metadata,
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: kind.replace('Binding', ''), name: role },
      subjects: [{ kind: 'ServiceAccount', name: subject, ...(namespace && { namespace }) }],
    }),
  )

const ingress = fc.tuple(metadata, name, maybe(name)).map(
  ([metadata, backend, secretName]): JsonObject => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata,
    spec: {
      ...(secretName && { tls: [{ hosts: ['example.com'], secretName }] }),
      rules: [
        {
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: backend, port: { number: 80 } } },
              },
            ],
          },
        },
      ],
    },
  }),
)

const autoscaler = fc.tuple(metadata, fc.constantFrom('Deployment', 'StatefulSet'), name).map(
  ([metadata, kind, target]): JsonObject => ({
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata,
    spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind, name: target }, maxReplicas: 3 },
  }),
)

const custom = fc.tuple(metadata, oddMap, fc.array(container, { maxLength: 2 })).map(
  ([metadata, settings, containers]): JsonObject => ({
    apiVersion: 'example.com/v1',
    kind: 'Widget',
    metadata,
    spec: { settings, containers, selector: { app: 'web' }, replicas: 1 },
  }),
)

/** One manifest of a kind that people have, with references to others by names of the same small pool. */
export const anObject: Arbitrary<JsonObject> = fc.oneof(
  { arbitrary: workload('Deployment'), weight: 4 },
  workload('StatefulSet'),
  workload('DaemonSet'),
  cronJob,
  { arbitrary: service, weight: 2 },
  { arbitrary: data('ConfigMap'), weight: 3 },
  data('Secret'),
  bare('v1', 'ServiceAccount'),
  bare('v1', 'Namespace'),
  bare('rbac.authorization.k8s.io/v1', 'ClusterRole'),
  bare('rbac.authorization.k8s.io/v1', 'Role'),
  binding,
  ingress,
  autoscaler,
  custom,
)
