import { expect, test } from 'vitest'
import { compareTyped } from '../../src/kube/compare-typed.ts'
import { formatApiPath } from '../../src/kube/field-path.ts'
import type { FieldSet } from '../../src/kube/field-set.ts'
import { fieldSetOf } from '../../src/kube/field-set-of.ts'
import { reconcileFields } from '../../src/kube/field-set-schema.ts'
import { formatFieldsV1, parseFieldsV1 } from '../../src/kube/fields-v1.ts'
import { mergeTyped } from '../../src/kube/merge-typed.ts'
import { extractFields, removeFields } from '../../src/kube/remove-fields.ts'
import { anySchema } from '../../src/kube/schema.ts'
import { formatProblem, validateTyped } from '../../src/kube/validate-typed.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'
import { widgetSchema } from '../support/widget-schema.ts'

const y = (text: string) => parseYamlValue(text).value

function paths(set: FieldSet): readonly string[] {
  return [...set.paths()].map(formatApiPath)
}

test.each([
  ['scalars', '{text: a, count: 1, on: true}', ['.count', '.on', '.text']],
  ['an explicit null', '{text: null, labels: null}', ['.labels', '.text']],
  ['an atomic list, whole', '{atomic: [a, b]}', ['.atomic']],
  ['an atomic map, whole', '{point: {x: 1}}', ['.point']],
  ['items of a set', '{set: [b, a]}', ['.set[="a"]', '.set[="b"]']],
  [
    'items of a keyed list and their fields, with the default of a key',
    '{keyed: [{name: a, value: x}]}',
    ['.keyed[id=1,name="a"]', '.keyed[id=1,name="a"].name', '.keyed[id=1,name="a"].value'],
  ],
  [
    'an item that is there twice, once',
    '{keyed: [{name: a, value: x}, {name: a, id: 1}]}',
    ['.keyed[id=1,name="a"]'],
  ],
  ['an empty list: nothing', '{keyed: [], set: []}', []],
  ['an empty map', '{labels: {}, struct: {}}', ['.labels', '.struct']],
  ['keys that are not declared', '{labels: {a: x}}', ['.labels.a']],
  ['keys on the way that are not declared', '{free: {a: {b: 1}}}', ['.free.a', '.free.a.b']],
  ['a struct: only what is in it', '{struct: {text: a}}', ['.struct.text']],
])('the field set has %s', (_, value, expected) => {
  expect(paths(fieldSetOf(y(value), widgetSchema))).toEqual(expected)
})

test.each([
  ['config wins at leaves', '{text: a, count: 1}', '{text: b}', '{text: b, count: 1}'],
  [
    'atomic values are replaced',
    '{atomic: [a, b], point: {x: 1}}',
    '{atomic: [c], point: {y: 2}}',
    '{atomic: [c], point: {y: 2}}',
  ],
  [
    'maps are merged',
    '{labels: {a: x}, struct: {text: a}}',
    '{labels: {b: y}}',
    '{labels: {a: x, b: y}, struct: {text: a}}',
  ],
  [
    'keyed items are merged where they are, live-only ones stay in place',
    '{keyed: [{name: a, value: x}, {name: b, value: x}, {name: c}]}',
    '{keyed: [{name: c, value: z}, {name: a, id: 1}]}',
    '{keyed: [{name: b, value: x}, {name: c, value: z}, {name: a, id: 1, value: x}]}',
  ],
  ['new items come where the config has them', '{set: [a, b, c]}', '{set: [b, x, c]}', '{set: [a, b, x, c]}'],
  [
    'items that are live several times become one',
    '{keyed: [{name: a, value: x}, {name: a}]}',
    '{keyed: [{name: a, value: z}]}',
    '{keyed: [{name: a, value: z}]}',
  ],
  [
    'null replaces a scalar and an atomic whole',
    '{text: a, atomic: [a]}',
    '{text: null, atomic: null}',
    '{text: null, atomic: null}',
  ],
  ['null keeps what is in a map', '{labels: {a: x}}', '{labels: null}', '{labels: {a: x}}'],
  ['empty is kept as it is', '{labels: {}, keyed: []}', '{set: []}', '{labels: {}, keyed: [], set: []}'],
  ['the kind of the config wins', '{free: {a: {b: 1}}}', '{free: {a: [1]}}', '{free: {a: [1]}}'],
])('merging: %s', (_, live, config, expected) => {
  expect(mergeTyped(y(live), y(config), widgetSchema)).toEqual(y(expected))
})

test.each([
  ['{text: a, count: 1}', '{text: b, on: true}', ['.on'], ['.text'], ['.count']],
  ['{atomic: [a]}', '{atomic: [b]}', [], ['.atomic'], []],
  ['{keyed: [{name: a}, {name: b}]}', '{keyed: [{name: b}, {name: a}]}', [], [], []],
  [
    '{keyed: [{name: a, value: x}]}',
    '{keyed: [{name: a, id: 2, value: x}]}',
    [
      '.keyed[id=2,name="a"]',
      '.keyed[id=2,name="a"].id',
      '.keyed[id=2,name="a"].name',
      '.keyed[id=2,name="a"].value',
    ],
    [],
    ['.keyed[id=1,name="a"]', '.keyed[id=1,name="a"].name', '.keyed[id=1,name="a"].value'],
  ],
  [
    '{keyed: [{name: a}, {name: a}]}',
    '{keyed: [{name: a}, {name: a, id: 1}]}',
    [],
    ['.keyed[id=1,name="a"]'],
    [],
  ],
  ['{set: [a, a]}', '{set: [a]}', ['.set[="a"]'], [], ['.set[="a"]']],
  ['{labels: {a: x}}', '{labels: {}}', [], [], ['.labels.a']],
  ['{labels: {}}', '{labels: null}', [], ['.labels'], []],
  ['{struct: {text: a}}', '{}', [], [], ['.struct', '.struct.text']],
  ['{free: {a: {b: 1}}}', '{free: {a: [1]}}', [], ['.free.a'], ['.free.a.b']],
])('from %s to %s', (before, after, added, modified, removed) => {
  const comparison = compareTyped(y(before), y(after), widgetSchema)

  expect(paths(comparison.added)).toEqual(added)
  expect(paths(comparison.modified)).toEqual(modified)
  expect(paths(comparison.removed)).toEqual(removed)
})

const whole =
  '{text: a, keyed: [{name: a, value: x}, {name: b}], labels: {a: x, b: y}, atomic: [a], set: [a, b]}'

test.each([
  [
    'a leaf',
    '{text: a}',
    '{keyed: [{name: a, value: x}, {name: b}], labels: {a: x, b: y}, atomic: [a], set: [a, b]}',
    '{text: a}',
  ],
  [
    'items',
    '{set: [b], keyed: [{name: b}]}',
    '{text: a, keyed: [{name: a, value: x}], labels: {a: x, b: y}, atomic: [a], set: [a]}',
    '{keyed: [{name: b}], set: [b]}',
  ],
  [
    'a whole',
    '{atomic: [z]}',
    '{text: a, keyed: [{name: a, value: x}, {name: b}], labels: {a: x, b: y}, set: [a, b]}',
    '{atomic: [a]}',
  ],
  [
    'all keys of a map, which leaves null',
    '{labels: {a: "", b: ""}}',
    '{text: a, keyed: [{name: a, value: x}, {name: b}], labels: null, atomic: [a], set: [a, b]}',
    '{labels: {a: x, b: y}}',
  ],
])('removing and extracting %s', (_, fields, removed, extracted) => {
  const set = fieldSetOf(y(fields), widgetSchema)

  expect(removeFields(y(whole), set, widgetSchema)).toEqual(y(removed))
  expect(extractFields(y(whole), set, widgetSchema)).toEqual(y(extracted))
})

test.each([
  ['{text: 1}', ['.text: expected string, got number']],
  [
    '{count: x, on: 1}',
    ['.count: expected numeric (int or float), got string', '.on: expected boolean, got number'],
  ],
  ['{labels: {a: true}}', ['.labels.a: expected string, got boolean']],
  [
    '{unknown: 1, struct: {other: 1}}',
    ['.unknown: field not declared in schema', '.struct.other: field not declared in schema'],
  ],
  ['{keyed: {}}', ['.keyed: expected list, got map']],
  ['{struct: []}', ['.struct: expected map, got list']],
  ['{keyed: [{name: a}, {name: a, id: 1}]}', ['.keyed: duplicate entries for key [id=1,name="a"]']],
  ['{set: [a, a]}', ['.set: duplicate entries for key [="a"]']],
  [
    '{set: [null]}',
    [".set: element 0: associative list without keys has an element that's an explicit null"],
  ],
  ['{keyed: [x]}', ['.keyed: element 0: associative list with keys may not have non-map elements']],
  ['{atomic: [a, 1]}', ['.atomic[1]: expected string, got number']],
  ['{text: null, keyed: null, free: {a: [1, {b: x}]}, point: {x: 1}}', []],
])('%s fits its schema but for %j', (value, problems) => {
  expect(validateTyped(y(value), widgetSchema).map(formatProblem)).toEqual(problems)
})

test('live lists may hold an item twice', () => {
  expect(validateTyped(y('{set: [a, a]}'), widgetSchema, { allowDuplicates: true })).toEqual([])
})

test('anything fits where nothing is described', () => {
  expect(validateTyped(y('{a: [{b: 1}, null, x], c: {d: {}}}'), anySchema)).toEqual([])
})

test('parts of what has become one whole are read as the whole', () => {
  const old = parseFieldsV1({
    'f:atomic': { 'v:"a"': {} },
    'f:free': { 'f:a': { 'f:b': {} } },
    'f:keyed': { 'k:{"id":1,"name":"a"}': { 'f:nested': { 'f:point': { 'f:x': {} } } } },
    'f:point': { '.': {}, 'f:x': {} },
    'f:struct': { 'f:text': {} },
  })

  expect(formatFieldsV1(reconcileFields(old, widgetSchema))).toEqual({
    'f:atomic': {},
    'f:free': { 'f:a': { 'f:b': {} } },
    'f:keyed': { 'k:{"id":1,"name":"a"}': { 'f:nested': { 'f:point': {} } } },
    'f:point': {},
    'f:struct': { 'f:text': {} },
  })
})

test('__proto__ is a key like any other', () => {
  const live = JSON.parse('{"labels": {"__proto__": "x", "a": "x"}}')
  const set = fieldSetOf(JSON.parse('{"labels": {"__proto__": "y"}}'), widgetSchema)

  expect(paths(set)).toEqual(['.labels.__proto__'])
  expect(JSON.stringify(removeFields(live, set, widgetSchema))).toBe('{"labels":{"a":"x"}}')
  expect(JSON.stringify(mergeTyped(live, JSON.parse('{"labels": {"__proto__": "y"}}'), widgetSchema))).toBe(
    '{"labels":{"__proto__":"y","a":"x"}}',
  )
})
