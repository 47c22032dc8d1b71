import { expect, test } from 'vitest'
import type { Json } from '../../../src/kube/json.ts'
import { parseYamlValue } from '../../../src/kube/yaml.ts'
import { MergeError } from '../../../src/render/kustomize/merge-error.ts'
import { ruleOfKind } from '../../../src/render/kustomize/merge-schema.ts'
import { strategicMerge } from '../../../src/render/kustomize/strategic-merge.ts'

function merge(value: string, patch: string, kind = 'Pod'): Json | undefined {
  return strategicMerge(parseYamlValue(value).value, parseYamlValue(patch).value, ruleOfKind('v1', kind))
}

test.each([
  ['maps by key', 'a: { x: 1, y: 2 }', 'a: { y: 3, z: 4 }', { a: { x: 1, y: 3, z: 4 } }],
  ['a null removes', 'a: { x: 1, y: 2 }', 'a: { y: null }', { a: { x: 1 } }],
  [
    'a null of what is not there adds nothing',
    'a: { x: 1 }',
    'a: { b: { c: null } }',
    { a: { x: 1, b: {} } },
  ],
  ['a null that the patch leaves alone stays', 'a: { x: null }', 'b: 1', { a: { x: null }, b: 1 }],
  ['a directive replaces a map', 'a: { x: 1 }', 'a: { $patch: replace, y: 2 }', { a: { y: 2 } }],
  ['a directive deletes a map', 'a: { x: 1 }\nb: 1', 'a: { $patch: delete }', { b: 1 }],
  [
    'the key __proto__ is like any other',
    '{ "__proto__": { x: 1 } }',
    '{ "__proto__": { y: 2 } }',
    JSON.parse('{"__proto__":{"x":1,"y":2}}'),
  ],
])('%s', (_, value, patch, expected) => {
  const merged = merge(value, patch)

  expect(JSON.stringify(merged)).toBe(JSON.stringify(expected))
})

test.each([
  [
    'lists without keys are replaced',
    'tolerations: [{ key: a }]',
    'tolerations: [{ key: b }]',
    '[{"key":"b"}]',
  ],
  [
    'lists with keys are merged, what the patch names first',
    'containers: [{ name: a, image: x }, { name: b }]',
    'containers: [{ name: b, image: y }, { name: c }]',
    '[{"name":"b","image":"y"},{"name":"c"},{"name":"a","image":"x"}]',
  ],
  [
    'a directive deletes an element',
    'containers: [{ name: a }, { name: b }]',
    'containers: [{ name: a, $patch: delete }]',
    '[{"name":"b"}]',
  ],
  [
    'a directive replaces a list',
    'containers: [{ name: a }, { name: b }]',
    'containers: [{ $patch: replace }, { name: c }]',
    '[{"name":"c"}]',
  ],
  ['an empty patch list changes nothing', 'containers: [{ name: a }]', 'containers: []', '[{"name":"a"}]'],
  [
    'an element without its key empties the list',
    'containers: [{ name: a }]',
    'containers: [{ image: x }]',
    '[]',
  ],
  [
    'an element with a replaced key is one of two keys only',
    'hostAliases: [{ ip: 1.1.1.1, hostnames: [a] }]',
    'hostAliases: [{ ip: 1.1.1.1, hostnames: [b] }]',
    '[{"ip":"1.1.1.1","hostnames":["b"]}]',
  ],
])('%s', (_, value, patch, expected) => {
  const [field = ''] = value.split(':')
  const merged = merge(`spec: { ${value} }`, `spec: { ${patch} }`)

  expect(merged).toEqual({ spec: { [field]: JSON.parse(expected) } })
})

test('ports are told apart by number and protocol', () => {
  const ports = (list: string): string => `spec: { containers: [{ name: c, ports: ${list} }] }`

  const merged = merge(
    ports('[{ containerPort: 80, protocol: TCP, name: a }, { containerPort: 80, protocol: UDP }]'),
    ports('[{ containerPort: 80, protocol: TCP, name: b }]'),
  )

  expect(merged).toEqual(
    parseYamlValue(
      ports('[{ containerPort: 80, protocol: TCP, name: b }, { containerPort: 80, protocol: UDP }]'),
    ).value,
  )
})

test.each([
  ['[5]', '["5"]', [5]],
  ['["5"]', '[5]', ['5']],
  ['[a, 5]', '[5, a, "5"]', [5, 'a']],
  ['[a, a]', '[b, b]', ['b', 'a']],
  ['[null, a]', '[""]', ['', 'a']],
])('of %s and %s in a set every text stands once, as the object has it', (value, patch, finalizers) => {
  expect(merge(`metadata: { finalizers: ${value} }`, `metadata: { finalizers: ${patch} }`)).toEqual({
    metadata: { finalizers },
  })
})

test.each([
  ['[{ a: b }]', '[]', 'MappingNode'],
  ['[a]', '[[x]]', 'SequenceNode'],
])('a set of %s and %s is an error', (value, patch, kind) => {
  expect(() => merge(`metadata: { finalizers: ${value} }`, `metadata: { finalizers: ${patch} }`)).toThrow(
    `wrong node kind: expected ScalarNode but got ${kind}`,
  )
})

test('finalizers are a set', () => {
  expect(merge('metadata: { finalizers: [a, b] }', 'metadata: { finalizers: [c, a] }')).toEqual({
    metadata: { finalizers: ['c', 'a', 'b'] },
  })
})

test('kinds that Kubernetes 1.21 does not have keep no lists by key', () => {
  const merged = strategicMerge(
    { spec: { containers: [{ name: 'a' }] } },
    { spec: { containers: [{ name: 'b' }] } },
    ruleOfKind('example.com/v1', 'Pod'),
  )

  expect(merged).toEqual({ spec: { containers: [{ name: 'b' }] } })
})

test.each([
  ['a map on a list', 'spec: { containers: [{ name: a }] }', 'spec: { containers: { name: a } }'],
  ['a scalar on a map', 'spec: { containers: [] }', 'spec: 1'],
  ['an unknown directive', 'spec: { a: {} }', 'spec: { a: { $patch: keep } }'],
  [
    'a list beyond the cap',
    `spec: { containers: [${'{ name: a },'.repeat(1001)}] }`,
    'spec: { containers: [{ name: b }] }',
  ],
])('%s cannot be merged', (_, value, patch) => {
  expect(() => merge(value, patch)).toThrow(MergeError)
})
