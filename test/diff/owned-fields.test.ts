import { expect, test } from 'vitest'
import { findAbandoned } from '../../src/diff/owned-fields.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import { formatPath } from '../../src/kube/field-path.ts'
import { parseManagedFields } from '../../src/kube/managed-fields.ts'
import type { LiveMap, ManagedFieldsEntry } from '../../src/kube/manifest.ts'
import { anySchema } from '../../src/kube/schema.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'

const schema = builtinSchemas().schemaOf('apps', 'v1', 'Deployment') ?? anySchema

function read(text: string): LiveMap {
  return parseYamlValue(text).value as LiveMap
}

function entry(fieldsV1: string, changes: Partial<ManagedFieldsEntry> = {}): ManagedFieldsEntry {
  const fields = parseYamlValue(fieldsV1).value as NonNullable<ManagedFieldsEntry['fieldsV1']>
  return { manager: 'plumbline', operation: 'Apply', apiVersion: 'apps/v1', fieldsV1: fields, ...changes }
}

function abandoned(desired: string, live: string, entries: readonly ManagedFieldsEntry[]): readonly string[] {
  const found = findAbandoned(read(desired), read(live), parseManagedFields(entries), schema)
  return found.map(({ path }) => formatPath(path))
}

const replicas = '{"f:spec": {"f:replicas": {}}}'

test('a field that we applied and Git does not say any more', () => {
  expect(abandoned('{spec: {}}', '{spec: {replicas: 3}}', [entry(replicas)])).toEqual(['spec.replicas'])
})

test('a field that Git still says is kept', () => {
  expect(abandoned('{spec: {replicas: 3}}', '{spec: {replicas: 3}}', [entry(replicas)])).toEqual([])
})

test('a field that is not live is gone already', () => {
  expect(abandoned('{spec: {}}', '{spec: {}}', [entry(replicas)])).toEqual([])
})

test.each<[string, Partial<ManagedFieldsEntry>]>([
  ['another manager', { manager: 'kubectl' }],
  ['an update under our name', { operation: 'Update' }],
  ['a subresource', { subresource: 'scale' }],
])('what %s owns is not ours', (_, changes) => {
  expect(abandoned('{spec: {}}', '{spec: {replicas: 3}}', [entry(replicas, changes)])).toEqual([])
})

test('an item that left is one difference, its fields are none', () => {
  const own = `{"f:spec": {"f:template": {"f:spec": {"f:containers": {
    "k:{\\"name\\":\\"side\\"}": {".": {}, "f:name": {}, "f:image": {}},
    "k:{\\"name\\":\\"web\\"}": {".": {}, "f:name": {}, "f:image": {}, "f:args": {}}}}}}}`
  const live =
    '{spec: {template: {spec: {containers: [{name: web, image: a, args: [x]}, {name: side, image: b}]}}}}'
  const desired = '{spec: {template: {spec: {containers: [{name: web, image: a}]}}}}'

  expect(abandoned(desired, live, [entry(own)])).toEqual([
    'spec.template.spec.containers[name=side]',
    'spec.template.spec.containers[name=web].args',
  ])
})

test('a key that Git leaves to its default is found', () => {
  const port = `{"f:spec": {"f:template": {"f:spec": {"f:containers": {"k:{\\"name\\":\\"web\\"}": {"f:ports": {
    "k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}": {".": {}, "f:containerPort": {}}}}}}}}}`
  const live =
    '{spec: {template: {spec: {containers: [{name: web, ports: [{containerPort: 80, protocol: TCP}]}]}}}}'
  const desired = '{spec: {template: {spec: {containers: [{name: web, ports: [{containerPort: 80}]}]}}}}'

  expect(abandoned(desired, live, [entry(port)])).toEqual([])
})

test('labels and set items leave one by one', () => {
  const own = `{"f:metadata": {"f:labels": {"f:a": {}, "f:b": {}}, "f:finalizers": {"v:\\"example.com/x\\"": {}}}}`
  const live = '{metadata: {labels: {a: "1", b: "2"}, finalizers: [example.com/x]}}'

  expect(abandoned('{metadata: {labels: {a: "1"}}}', live, [entry(own)])).toEqual([
    'metadata.finalizers[=example.com/x]',
    'metadata.labels.b',
  ])
})
