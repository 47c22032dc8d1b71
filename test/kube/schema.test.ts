import { expect, test } from 'vitest'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import { openApiSchemas, schemaOfKind } from '../../src/kube/open-api-schema.ts'
import { anySchema, type Schema } from '../../src/kube/schema.ts'

const document = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'io.k8s.apimachinery.pkg.apis.meta.v1.Duration': { type: 'string' },
  'io.k8s.apimachinery.pkg.runtime.RawExtension': { type: 'object' },
  'org.example.v1.Widget': {
    type: 'object',
    'x-kubernetes-group-version-kind': [{ group: 'example.org', version: 'v1', kind: 'Widget' }],
    properties: {
      spec: { allOf: [{ $ref: '#/components/schemas/org.example.v1.Spec' }], default: {} },
      selector: {
        allOf: [{ $ref: '#/components/schemas/org.example.v1.Spec' }],
        'x-kubernetes-map-type': 'atomic',
      },
    },
  },
  'org.example.v1.Spec': {
    type: 'object',
    properties: {
      children: { type: 'array', items: { $ref: '#/components/schemas/org.example.v1.Spec' } },
      ports: {
        type: 'array',
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['port', 'protocol'],
        items: {
          type: 'object',
          properties: { port: { type: 'integer' }, protocol: { type: 'string', default: 'TCP' } },
        },
      },
      merged: {
        type: 'array',
        'x-kubernetes-patch-strategy': 'merge',
        'x-kubernetes-patch-merge-key': 'name',
        items: { type: 'object' },
      },
      tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
      retained: { type: 'array', 'x-kubernetes-patch-strategy': 'retainKeys', items: { type: 'string' } },
      size: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.api.resource.Quantity' },
      period: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.Duration' },
      raw: { $ref: '#/components/schemas/io.k8s.apimachinery.pkg.runtime.RawExtension' },
      since: { type: 'string', format: 'date-time' },
      secret: { type: 'string', format: 'byte' },
      either: { 'x-kubernetes-int-or-string': true },
      on: { type: 'boolean' },
      share: { type: 'number' },
      labels: { type: 'object', additionalProperties: { type: 'string' } },
      free: { type: 'object' },
      open: {
        type: 'object',
        'x-kubernetes-preserve-unknown-fields': true,
        properties: { known: { type: 'object', properties: { a: { type: 'string' } } } },
      },
      point: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { x: { type: 'integer' } } },
      lost: { $ref: '#/components/schemas/nowhere' },
    },
  },
}

const widget = schemaOfKind(document, { group: 'example.org', version: 'v1', kind: 'Widget' })

function at(schema: Schema | undefined, ...path: readonly string[]): Schema | undefined {
  return path.reduce<Schema | undefined>(
    (inner, name) => (name === '[]' ? inner?.list?.item : inner?.map?.get(name)),
    schema,
  )
}

function describe(schema: Schema | undefined): string {
  if (!schema) return 'none'
  const { scalar, list, map } = schema
  const parts = [
    scalar,
    list && `${list.kind} list${list.keys.length > 0 ? ` by ${list.keys.join()}` : ''}`,
    map && (map.isAtomic ? 'atomic map' : 'map'),
  ]
  return parts.filter((part) => part !== undefined).join(' or ')
}

test.each([
  [[], 'map'],
  [['spec'], 'map'],
  [['selector'], 'atomic map'],
  [['spec', 'children'], 'atomic list'],
  [['spec', 'children', '[]', 'children', '[]', 'ports'], 'map list by port,protocol'],
  [['spec', 'merged'], 'map list by name'],
  [['spec', 'tags'], 'set list'],
  [['spec', 'retained'], 'atomic list'],
  [['spec', 'size'], 'quantity'],
  [['spec', 'period'], 'duration'],
  [['spec', 'raw'], 'untyped or atomic list or atomic map'],
  [['spec', 'since'], 'untyped'],
  [['spec', 'secret'], 'string'],
  [['spec', 'either'], 'untyped or atomic list or map'],
  [['spec', 'on'], 'boolean'],
  [['spec', 'share'], 'numeric'],
  [['spec', 'labels', 'any/key'], 'string'],
  [['spec', 'free', 'x', 'y'], 'untyped or atomic list or map'],
  [['spec', 'open', 'unknown'], 'untyped or atomic list or map'],
  [['spec', 'open', 'known', 'unknown'], 'untyped or atomic list or map'],
  [['spec', 'point'], 'atomic map'],
  [['spec', 'lost'], 'untyped or atomic list or map'],
  [['spec', 'unknown'], 'none'],
  [['spec', '__proto__'], 'none'],
])('in an OpenAPI document, %j is %s', (path, expected) => {
  expect(describe(at(widget, ...path))).toBe(expected)
})

test('a key of a list may have a default', () => {
  const ports = at(widget, 'spec', 'ports')?.list

  expect(ports?.defaultOf('protocol')).toBe('TCP')
  expect(ports?.defaultOf('port')).toBeUndefined()
  expect(ports?.defaultOf('constructor')).toBeUndefined()
})

test('a kind that is not described has no schema', () => {
  expect(openApiSchemas(document).schemaOf('example.org', 'v2', 'Widget')).toBeUndefined()
  expect(
    openApiSchemas({ a: 1, b: { 'x-kubernetes-group-version-kind': [1] } }).schemaOf('', '', ''),
  ).toBeUndefined()
})

test('what is described nowhere is maps by key and lists as wholes', () => {
  expect(describe(at(anySchema, 'a', 'b'))).toBe('untyped or atomic list or map')
  expect(describe(at(anySchema, 'a', '[]'))).toBe('untyped or atomic list or atomic map')
  expect(anySchema.map?.isUndescribed).toBe(true)
  expect(widget?.map?.isUndescribed).toBe(false)
})

const pod = ['spec', 'template', 'spec']

test.each([
  ['apps', 'v1', 'Deployment', [...pod, 'containers'], 'map list by name'],
  ['apps', 'v1', 'Deployment', [...pod, 'containers', '[]', 'ports'], 'map list by containerPort,protocol'],
  ['apps', 'v1', 'Deployment', [...pod, 'containers', '[]', 'args'], 'atomic list'],
  ['apps', 'v1', 'Deployment', [...pod, 'containers', '[]', 'resources', 'limits', 'cpu'], 'quantity'],
  ['apps', 'v1', 'Deployment', [...pod, 'volumes'], 'map list by name'],
  ['apps', 'v1', 'Deployment', [...pod, 'tolerations'], 'atomic list'],
  [
    'apps',
    'v1',
    'Deployment',
    [...pod, 'topologySpreadConstraints'],
    'map list by topologyKey,whenUnsatisfiable',
  ],
  ['apps', 'v1', 'Deployment', ['spec', 'selector'], 'atomic map'],
  ['apps', 'v1', 'Deployment', ['metadata', 'finalizers'], 'set list'],
  ['apps', 'v1', 'Deployment', ['metadata', 'ownerReferences'], 'map list by uid'],
  ['apps', 'v1', 'Deployment', ['spec', 'unknown'], 'none'],
  ['apps', 'v1', 'StatefulSet', ['spec', 'volumeClaimTemplates'], 'atomic list'],
  ['', 'v1', 'Service', ['spec', 'ports'], 'map list by port,protocol'],
  ['', 'v1', 'Service', ['spec', 'ports', '[]', 'targetPort'], 'untyped or atomic list or map'],
  ['', 'v1', 'Service', ['spec', 'selector'], 'atomic map'],
  ['', 'v1', 'ServiceAccount', ['imagePullSecrets'], 'atomic list'],
  ['', 'v1', 'Secret', ['data', 'x'], 'string'],
  ['batch', 'v1', 'Job', [...pod, 'imagePullSecrets'], 'map list by name'],
  [
    'apiextensions.k8s.io',
    'v1',
    'CustomResourceDefinition',
    ['spec', 'versions', '[]', 'schema', 'openAPIV3Schema', 'properties', 'a', 'properties', 'b', 'type'],
    'string',
  ],
])('of the built-in %s/%s %s, %j is %s', (group, version, kind, path, expected) => {
  expect(describe(at(builtinSchemas().schemaOf(group, version, kind), ...path))).toBe(expected)
})

test('ports without a protocol are TCP', () => {
  const schema = builtinSchemas().schemaOf('', 'v1', 'Service')

  expect(at(schema, 'spec', 'ports')?.list?.defaultOf('protocol')).toBe('TCP')
})

test('kinds that are not built in have no schema', () => {
  expect(builtinSchemas().schemaOf('example.org', 'v1', 'Widget')).toBeUndefined()
  expect(builtinSchemas().schemaOf('', 'v1', 'DeploymentList')).toBeUndefined()
})
