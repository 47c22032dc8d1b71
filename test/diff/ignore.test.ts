import { expect, test } from 'vitest'
import type { IgnoreRule } from '../../src/apps/application.ts'
import { type Ignored, ignoredFor } from '../../src/diff/ignore.ts'
import { ignoredPaths } from '../../src/diff/ignored-paths.ts'
import { withoutPaths } from '../../src/diff/without-paths.ts'
import { builtinSchemas } from '../../src/kube/builtin-schema.ts'
import { parsePathExpression } from '../../src/kube/jq/parse-path-expression.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'
import { anySchema } from '../../src/kube/schema.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'

function read(text: string): LiveObject {
  return parseYamlValue(text).value as LiveObject
}

const nothing: Ignored = { pointers: [], expressions: [], managers: [] }

function expression(text: string) {
  const parsed = parsePathExpression(text)
  if (parsed.kind === 'problem') throw new Error(parsed.message)
  return parsed.expression
}

test.each<[string, readonly string[], string, string]>([
  ['a field', ['/spec/replicas'], '{spec: {replicas: 1, paused: true}}', '{spec: {paused: true}}'],
  [
    'a part of a list',
    ['/spec/list/1/a'],
    '{spec: {list: [{a: 1}, {a: 1, b: 2}]}}',
    '{spec: {list: [{a: 1}, {b: 2}]}}',
  ],
  ['an item', ['/spec/list/0'], '{spec: {list: [a, b]}}', '{spec: {list: [b]}}'],
  [
    'items one after the other',
    ['/spec/list/0', '/spec/list/0'],
    '{spec: {list: [a, b, c]}}',
    '{spec: {list: [c]}}',
  ],
  ['a name with slash and tilde', ['/data/a~1b~0c'], '{data: {a/b~c: x, d: y}}', '{data: {d: y}}'],
  ['an escaped tilde before a one', ['/data/a~01'], '{data: {a~1: x, a/: y}}', '{data: {a/: y}}'],
  ['an empty name', ['/data/'], '{data: {"": x, d: y}}', '{data: {d: y}}'],
  [
    'what is not there',
    ['/spec/a/b', '/spec/list/9', '/spec/list/x', '/spec/list/-'],
    '{spec: {list: [a]}}',
    '{spec: {list: [a]}}',
  ],
  ['below a scalar', ['/spec/a/b'], '{spec: {a: 1}}', '{spec: {a: 1}}'],
  ['inherited names', ['/spec/toString'], '{spec: {a: 1}}', '{spec: {a: 1}}'],
])('a pointer takes out %s', (_, pointers, before, after) => {
  const object = read(before)
  const { live } = ignoredPaths(read('{}'), object, { ...nothing, pointers }, anySchema)

  expect(withoutPaths(object, live, anySchema)).toEqual(read(after))
})

const deployment = builtinSchemas().schemaOf('apps', 'v1', 'Deployment') ?? anySchema
const pods = (containers: string) => read(`{spec: {template: {spec: {containers: ${containers}}}}}`)

test.each<[string, Partial<Ignored>]>([
  ['a pointer', { pointers: ['/spec/template/spec/containers/0/image'] }],
  [
    'an expression',
    { expressions: [expression('.spec.template.spec.containers[] | select(.name == "web").image')] },
  ],
])('an item with a key is meant on both sides by %s, wherever it stands', (_, ignored) => {
  const git = pods('[{name: web, image: a}]')
  const live = pods('[{name: sidecar, image: x}, {name: web, image: b}]')

  const paths = ignoredPaths(git, live, { ...nothing, ...ignored }, deployment)

  expect(withoutPaths(git, paths.git, deployment)).toEqual(pods('[{name: web}]'))
  expect(withoutPaths(live, paths.live, deployment)).toMatchObject(pods('[{name: sidecar}, {name: web}]'))
})

test('a position in a list that is a whole is meant on its own side alone', () => {
  const expressions = [expression('.spec.list[] | select(. == "injected")')]

  const paths = ignoredPaths(
    read('{spec: {list: [a, b]}}'),
    read('{spec: {list: [injected, a, b]}}'),
    { ...nothing, expressions },
    anySchema,
  )

  expect(withoutPaths(read('{spec: {list: [a, b]}}'), paths.git, anySchema)).toEqual(
    read('{spec: {list: [a, b]}}'),
  )
  expect(withoutPaths(read('{spec: {list: [injected, a, b]}}'), paths.live, anySchema)).toEqual(
    read('{spec: {list: [a, b]}}'),
  )
})

test('an expression that takes too long is an error that names it', () => {
  const list = Array.from({ length: 800 }, (_, at) => at)
  const object = read(JSON.stringify({ kind: 'Thing', metadata: { name: 'big' }, list }))
  const slow = { ...nothing, expressions: [expression('select(.list[] == .list[]) | .list')] }

  expect(() => ignoredPaths(object, object, slow, anySchema)).toThrow(
    'jqPathExpressions "select(.list[] == .list[]) | .list" takes too long on Thing big',
  )
})

const key = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'till' }

test.each<[Partial<IgnoreRule>, boolean]>([
  [{}, true],
  [{ group: '*', kind: '*' }, true],
  [{ group: 'app?', kind: 'Deploy*' }, true],
  [{ kind: '{Deployment,Job}' }, true],
  [{ group: '' }, false],
  [{ kind: 'deployment' }, false],
  [{ name: 'till', namespace: 'shop' }, true],
  [{ name: 'other' }, false],
  [{ name: 't*' }, false],
  [{ namespace: 'annex' }, false],
])('a rule for %o', (changes, applies) => {
  const rule = {
    group: 'apps',
    kind: 'Deployment',
    jsonPointers: ['/a'],
    expressions: [],
    managers: ['m'],
    ...changes,
  }

  expect(ignoredFor([rule], key)).toEqual(
    applies ? { ...nothing, pointers: ['/a'], managers: ['m'] } : nothing,
  )
})

test('all rules for an object count together', () => {
  const rule = { group: 'apps', kind: 'Deployment', expressions: [], managers: [] }

  expect(
    ignoredFor(
      [
        { ...rule, jsonPointers: ['/a'] },
        { ...rule, jsonPointers: ['/b'] },
      ],
      key,
    ).pointers,
  ).toEqual(['/a', '/b'])
})
