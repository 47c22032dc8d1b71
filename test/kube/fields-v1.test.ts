import { expect, test } from 'vitest'
import { field, fieldPath, index, keyed, setItem } from '../../src/kube/field-path.ts'
import { FieldSet } from '../../src/kube/field-set.ts'
import { FieldsV1Error, formatFieldsV1, parseFieldsV1 } from '../../src/kube/fields-v1.ts'

test('fieldsV1 is read as paths and written as it was', () => {
  const fields = {
    'f:metadata': { 'f:finalizers': { '.': {}, 'v:"x/y"': {} } },
    'f:spec': {
      'f:args': { 'i:0': {} },
      'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
      'f:replicas': {},
    },
  }
  const ports = [...fieldPath('spec', 'ports'), keyed({ port: 80, protocol: 'TCP' })]
  const set = parseFieldsV1(fields)

  expect([...set.paths()]).toEqual([
    fieldPath('metadata', 'finalizers'),
    [...fieldPath('metadata', 'finalizers'), setItem('x/y')],
    [...fieldPath('spec', 'args'), index(0)],
    ports,
    [...ports, field('port')],
    fieldPath('spec', 'replicas'),
  ])
  expect(JSON.stringify(formatFieldsV1(set))).toBe(JSON.stringify(fields))
})

test('fields come before keys, keys before values, values before positions', () => {
  const set = FieldSet.of(
    [
      index(10),
      index(9),
      setItem(null),
      setItem(true),
      setItem('b'),
      setItem(10),
      setItem(9),
      keyed({ a: 'x', b: 1 }),
    ]
      .concat([keyed({ a: 'x' }), field('z')])
      .map((element) => [element]),
  )

  expect(Object.keys(formatFieldsV1(set))).toEqual([
    'f:z',
    'k:{"a":"x"}',
    'k:{"a":"x","b":1}',
    'v:9',
    'v:10',
    'v:"b"',
    'v:true',
    'v:null',
    'i:9',
    'i:10',
  ])
})

test('the same step written in two ways is one step', () => {
  const set = parseFieldsV1({ 'k:{"b":80.0,"a":1}': { 'f:x': {} }, 'k:{ "a":1, "b":80 }': { '.': {} } })

  expect(formatFieldsV1(set)).toEqual({ 'k:{"a":1,"b":80}': { '.': {}, 'f:x': {} } })
})

test.each([
  ['null', null, {}],
  ['an unknown kind of step', { 'r:x': { 'f:a': {} }, 'f:b': {} }, { 'f:b': {} }],
  ['a null leaf', { 'f:a': null }, { 'f:a': {} }],
  ['a field named __proto__', { 'f:__proto__': {} }, { 'f:__proto__': {} }],
])('%s is tolerated', (_, fields, expected) => {
  expect(formatFieldsV1(parseFieldsV1(fields))).toEqual(expected)
})

test.each([
  ['a text', 'f:a'],
  ['a list', []],
  ['a step without kind', { a: {} }],
  ['an empty step', { '': {} }],
  ['a leaf that is a number', { 'f:a': 1 }],
  ['keys that are no object', { 'k:"a"': {} }],
  ['keys that are no JSON', { 'k:{"a"': {} }],
  ['a value with something after it', { 'v:1 2': {} }],
  ['a position that is no number', { 'i:1x': {} }],
])('%s is no FieldsV1', (_, fields) => {
  expect(() => parseFieldsV1(fields)).toThrow(FieldsV1Error)
})
