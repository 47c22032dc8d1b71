import { expect, test } from 'vitest'
import type { IgnoreRule } from '../../src/apps/application.ts'
import { ignoredFor, withoutPointers } from '../../src/diff/ignore.ts'
import type { LiveMap } from '../../src/kube/manifest.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'

function read(text: string): LiveMap {
  return parseYamlValue(text).value as LiveMap
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
  expect(withoutPointers(read(before), pointers)).toEqual(read(after))
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
  const rule = { group: 'apps', kind: 'Deployment', jsonPointers: ['/a'], managers: ['m'], ...changes }

  expect(ignoredFor([rule], key)).toEqual(
    applies ? { pointers: ['/a'], managers: ['m'] } : { pointers: [], managers: [] },
  )
})

test('all rules for an object count together', () => {
  const rule = { group: 'apps', kind: 'Deployment', managers: [] }

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
