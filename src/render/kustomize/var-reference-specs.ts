import type { FieldSpec } from './field-spec.ts'

const inContainers: readonly string[] = ['containers', 'initContainers'].flatMap((containers) =>
  ['args', 'command', 'env/value', 'volumeMounts/mountPath'].map((field) => `${containers}/${field}`),
)

const pods: readonly (readonly [kind: string, pod: string])[] = [
  ['CronJob', 'spec/jobTemplate/spec/template/spec'],
  ['DaemonSet', 'spec/template/spec'],
  ['Deployment', 'spec/template/spec'],
  ['Job', 'spec/template/spec'],
  ['Pod', 'spec'],
  ['ReplicaSet', 'spec/template/spec'],
  ['StatefulSet', 'spec/template/spec'],
]

const mountNfs: readonly string[] = ['DaemonSet', 'Deployment', 'Job', 'Pod', 'ReplicaSet']

/**
 * Fields in which `$(NAME)` stands for a var, as in kustomize 5.8.1 (api/internal/konfig/builtinpluginconsts), with its
 * path of a CronJob's nfs server that leads nowhere.
 */
export const varReferenceSpecs: readonly FieldSpec[] = [
  ...pods.flatMap(([kind, pod]) => [
    ...inContainers.map((field) => ({ kind, path: `${pod}/${field}` })),
    ...(mountNfs.includes(kind) ? [{ kind, path: `${pod}/volumes/nfs/server` }] : []),
  ]),
  { kind: 'CronJob', path: 'spec/jobTemplate/spec/template/volumes/nfs/server' },
  { kind: 'StatefulSet', path: 'spec/volumeClaimTemplates/spec/nfs/server' },
  { kind: 'Deployment', path: 'spec/template/metadata/annotations' },
  ...['spec/rules/host', 'spec/tls/hosts', 'spec/tls/secretName'].map((path) => ({ kind: 'Ingress', path })),
  ...['spec/ports/port', 'spec/ports/targetPort'].map((path) => ({ kind: 'Service', path })),
  { kind: 'PersistentVolume', path: 'spec/nfs/server' },
  { path: 'metadata/labels' },
  { path: 'metadata/annotations' },
]
