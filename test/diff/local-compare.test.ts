import { expect, test } from 'vitest'
import { compareLocally } from '../../src/diff/local-compare.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import { formatPath } from '../../src/kube/field-path.ts'
import type { LiveMap } from '../../src/kube/manifest.ts'
import { Masked } from '../../src/kube/masked.ts'
import { groupOf, versionOf } from '../../src/kube/object-key.ts'
import { anySchema } from '../../src/kube/schema.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'

const builtins = builtinSchemas()

function read(text: string): LiveMap {
  return parseYamlValue(text).value as LiveMap
}

/** The paths in which two objects of one kind differ, of `apiVersion` and `kind` as told. */
function differing(type: string, desired: LiveMap, live: LiveMap): readonly string[] {
  const [apiVersion = '', kind = ''] = type.split(' ')
  const schema = builtins.schemaOf(groupOf(apiVersion), versionOf(apiVersion), kind)
  return compareLocally(desired, live, { schema: schema ?? anySchema, dropsEmpty: schema !== undefined }).map(
    ({ path }) => formatPath(path),
  )
}

const deployment = 'apps/v1 Deployment'
const service = 'v1 Service'

function podSpec(spec: string): string {
  return `{spec: {template: {spec: ${spec}}}}`
}

test.each<[string, string, string, string, readonly string[]]>([
  [
    'what Git does not say is not looked at',
    deployment,
    '{spec: {replicas: 2}}',
    '{spec: {replicas: 2, paused: true}, status: {replicas: 1}}',
    [],
  ],
  ['a scalar', deployment, '{spec: {replicas: 2}}', '{spec: {replicas: 3}}', ['spec.replicas']],
  ['a field that is not live', deployment, '{spec: {replicas: 2}}', '{spec: {}}', ['spec.replicas']],
  [
    'a live null is absent',
    deployment,
    '{spec: {replicas: 2}}',
    '{spec: {replicas: null}}',
    ['spec.replicas'],
  ],
  [
    'each label by itself',
    deployment,
    '{metadata: {labels: {a: x, b: y}}}',
    '{metadata: {labels: {a: x, b: z, c: z}}}',
    ['metadata.labels.b'],
  ],
  [
    'labels where there are none',
    deployment,
    '{metadata: {labels: {a: x, example.com/b: y}}}',
    '{metadata: {}}',
    ['metadata.labels.a', 'metadata.labels["example.com/b"]'],
  ],
  [
    'items by their key, not by position',
    deployment,
    podSpec('{containers: [{name: web, image: a}, {name: side, image: b}]}'),
    podSpec('{containers: [{name: side, image: b}, {name: other, image: x}, {name: web, image: c}]}'),
    ['spec.template.spec.containers[name=web].image'],
  ],
  [
    'a new item once',
    deployment,
    podSpec('{containers: [{name: web, image: a, args: [x]}]}'),
    podSpec('{containers: []}'),
    ['spec.template.spec.containers[name=web]'],
  ],
  [
    'the order of items is not compared',
    deployment,
    podSpec('{containers: [{name: a}, {name: b}]}'),
    podSpec('{containers: [{name: b}, {name: a}]}'),
    [],
  ],
  [
    'a port without protocol is a TCP port',
    service,
    '{spec: {ports: [{port: 80, targetPort: http}]}}',
    '{spec: {ports: [{port: 80, protocol: UDP, targetPort: dns}, {port: 80, protocol: TCP, targetPort: http}]}}',
    [],
  ],
  [
    'the same port in another protocol is another',
    service,
    '{spec: {ports: [{port: 53, protocol: UDP}]}}',
    '{spec: {ports: [{port: 53, protocol: TCP}]}}',
    ['spec.ports[port=53,protocol=UDP]'],
  ],
  [
    'a changed key is another item',
    service,
    '{spec: {ports: [{port: 81}]}}',
    '{spec: {ports: [{port: 80, protocol: TCP}]}}',
    ['spec.ports[port=81,protocol=TCP]'],
  ],
  [
    'two items of one key cannot be told apart',
    service,
    '{spec: {ports: [{port: 80, name: a}, {port: 80, name: b}]}}',
    '{spec: {ports: [{port: 80, protocol: TCP, name: b}]}}',
    ['spec.ports'],
  ],
  [
    'a set by its values',
    deployment,
    '{metadata: {finalizers: [example.com/a, example.com/b]}}',
    '{metadata: {finalizers: [example.com/b, example.com/c]}}',
    ['metadata.finalizers[=example.com/a]'],
  ],
  [
    'a whole as a whole',
    deployment,
    podSpec('{containers: [{name: web, args: [a, b]}]}'),
    podSpec('{containers: [{name: web, args: [b, a]}]}'),
    ['spec.template.spec.containers[name=web].args'],
  ],
  [
    'a whole with a field more',
    deployment,
    podSpec('{tolerations: [{key: a}]}'),
    podSpec('{tolerations: [{key: a, operator: Exists}]}'),
    ['spec.template.spec.tolerations'],
  ],
  [
    'a selector as a whole',
    deployment,
    '{spec: {selector: {matchLabels: {app: a}}}}',
    '{spec: {selector: {matchLabels: {app: a, tier: b}}}}',
    ['spec.selector'],
  ],
  [
    'quantities by value',
    deployment,
    podSpec(
      '{containers: [{name: web, resources: {limits: {cpu: 1000m, memory: 1024Mi}, requests: {cpu: 0.5}}}]}',
    ),
    podSpec(
      '{containers: [{name: web, resources: {limits: {cpu: "1", memory: 1Gi}, requests: {cpu: 500m}}}]}',
    ),
    [],
  ],
  [
    'another quantity',
    deployment,
    podSpec('{containers: [{name: web, resources: {limits: {cpu: 100m}}}]}'),
    podSpec('{containers: [{name: web, resources: {limits: {cpu: "1"}}}]}'),
    ['spec.template.spec.containers[name=web].resources.limits.cpu'],
  ],
  [
    'a number and its text are not the same',
    service,
    '{spec: {ports: [{port: 80, targetPort: "80"}]}}',
    '{spec: {ports: [{port: 80, protocol: TCP, targetPort: 80}]}}',
    ['spec.ports[port=80,protocol=TCP].targetPort'],
  ],
  [
    'an empty list is as good as none',
    deployment,
    podSpec('{volumes: [], containers: [{name: web, env: []}]}'),
    podSpec('{containers: [{name: web}]}'),
    [],
  ],
  [
    'an empty map of labels is as good as none',
    deployment,
    '{metadata: {annotations: {}}}',
    '{metadata: {}}',
    [],
  ],
  [
    'an empty map of fields is not',
    deployment,
    podSpec('{volumes: [{name: a, emptyDir: {}}]}'),
    podSpec('{volumes: [{name: a, hostPath: {path: /}}]}'),
    ['spec.template.spec.volumes[name=a].emptyDir'],
  ],
  [
    'an empty list where there are items',
    deployment,
    podSpec('{tolerations: []}'),
    podSpec('{tolerations: [{key: a}]}'),
    ['spec.template.spec.tolerations'],
  ],
  [
    'a list where a map is expected',
    deployment,
    '{spec: {strategy: [a]}}',
    '{spec: {strategy: {type: Recreate}}}',
    ['spec.strategy'],
  ],
  [
    'lists of unknown kinds are wholes',
    'example.com/v1 Till',
    '{spec: {drawers: [{name: a}]}}',
    '{spec: {drawers: [{name: a}, {name: b}]}}',
    ['spec.drawers'],
  ],
  [
    'unknown kinds keep what is empty',
    'example.com/v1 Till',
    '{spec: {drawers: [], lamps: {}}}',
    '{spec: {}}',
    ['spec.drawers', 'spec.lamps'],
  ],
  [
    'the identity is not compared',
    'example.com/v1 Till',
    '{apiVersion: example.com/v1, kind: Till, metadata: {name: a, namespace: b}}',
    '{apiVersion: example.com/v2, kind: Till, metadata: {name: a}}',
    [],
  ],
])('%s', (_, type, desired, live, paths) => {
  expect(differing(type, read(desired), read(live))).toEqual(paths)
})

test('masked values are told apart by their masks alone', () => {
  const desired = { data: { a: new Masked('1'), b: new Masked('2'), c: new Masked('3') } }
  const live = { data: { a: new Masked('1'), b: new Masked('x'), d: new Masked('4') } }

  expect(differing('v1 Secret', desired, live)).toEqual(['data.b', 'data.c'])
})

test('a masked value is never the same as an open one', () => {
  expect(differing('v1 Secret', { data: { a: new Masked('1') } }, { data: { a: '1' } })).toEqual(['data.a'])
})

test('__proto__ is an ordinary key', () => {
  const desired = read('{data: {__proto__: a, constructor: b}}')

  expect(differing('v1 ConfigMap', desired, { data: {} })).toEqual(['data.__proto__', 'data.constructor'])
  expect(differing('v1 ConfigMap', desired, read('{data: {__proto__: a, constructor: b}}'))).toEqual([])
})
