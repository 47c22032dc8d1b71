import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/kube/json.ts'
import { compareVersions } from '../../../src/sandbox/api-server/custom/custom-kind.ts'
import { applyDefaults, prune } from '../../../src/sandbox/api-server/custom/structural.ts'
import { validateStructural } from '../../../src/sandbox/api-server/custom/validate-structural.ts'

const keepAll = { 'x-kubernetes-preserve-unknown-fields': true }
const text = { type: 'string' }

test.each<[string, JsonObject, Json, Json, readonly string[]]>([
  ['an unknown field', { properties: { a: text } }, { a: 'x', b: 1 }, { a: 'x' }, ['b']],
  [
    'one in a list',
    { properties: { l: { items: { properties: { a: text } } } } },
    { l: [{ b: 1 }] },
    { l: [{}] },
    ['l[0].b'],
  ],
  ['nothing where all is kept', keepAll, { b: { c: 1 } }, { b: { c: 1 } }, []],
  [
    'what is below a described field even there',
    { ...keepAll, properties: { a: { properties: {} } } },
    { a: { x: 1 }, b: 1 },
    { a: {}, b: 1 },
    ['a.x'],
  ],
  ['nothing of free keys', { additionalProperties: text }, { any: 'x' }, { any: 'x' }, []],
])('pruning takes out %s', (_, schema, given, expected, unknown) => {
  const found: string[] = []

  expect(prune(given, schema, '', found)).toEqual(expected)
  expect(found).toEqual(unknown)
})

test('defaults are filled in where the object around them is, also in what a default brought', () => {
  const schema = {
    properties: {
      size: { type: 'integer', default: 1 },
      deep: { properties: { a: { ...text, default: 'x' } } },
      made: { default: {}, properties: { a: { ...text, default: 'y' } } },
      open: { ...text, nullable: true, default: 'z' },
      items: { items: { properties: { a: { ...text, default: 'i' } } } },
    },
  }

  expect(applyDefaults({ size: null, open: null, items: [{}, { a: 'own' }] }, schema)).toEqual({
    size: 1,
    open: null,
    made: { a: 'y' },
    items: [{ a: 'i' }, { a: 'own' }],
  })
})

test.each<[Json, JsonObject, string | undefined]>([
  ['x', { type: 'integer' }, 'must be of type integer: "string"'],
  [1.5, { type: 'integer' }, 'must be of type integer: "number"'],
  [2, { type: 'number' }, undefined],
  [null, text, 'must be of type string: "null"'],
  [null, { ...text, nullable: true }, undefined],
  ['80', { 'x-kubernetes-int-or-string': true }, undefined],
  [true, { 'x-kubernetes-int-or-string': true }, 'must be of type integer,string'],
  ['c', { ...text, enum: ['a', 'b'] }, 'Unsupported value: "c": supported values: "a", "b"'],
  ['abc', { ...text, maxLength: 2 }, 'Too long: may not be more than 2 bytes'],
  ['', { ...text, minLength: 1 }, 'should be at least 1 chars long'],
  ['A', { ...text, pattern: '^[a-z]$' }, "should match '^[a-z]$'"],
  [0, { type: 'integer', minimum: 1 }, 'should be greater than or equal to 1'],
  [1, { type: 'integer', maximum: 1, exclusiveMaximum: true }, 'should be less than 1'],
  [[1, 2], { type: 'array', maxItems: 1 }, 'Too many: 2: must have at most 1 items'],
  [['a', 'a'], { type: 'array', 'x-kubernetes-list-type': 'set' }, 'Duplicate value: "a"'],
  [
    [{ n: 1 }, { n: 1 }],
    { type: 'array', 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['n'] },
    'Duplicate value',
  ],
  [{}, { type: 'object', required: ['a'] }, 'Required value'],
  [{ a: 1 }, { type: 'object', additionalProperties: text }, 'must be of type string'],
  [{ a: 1 }, { anyOf: [{ required: ['b'] }, { required: ['c'] }] }, 'anyOf'],
  [{ a: 1, b: 1 }, { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, 'oneOf'],
  [{ a: 1 }, { not: { required: ['a'] } }, 'not'],
])('%j against %j: %s', (value, schema, message) => {
  const messages = validateStructural(value, schema, 'spec.x').map((error) => error.message)

  if (message === undefined) expect(messages).toEqual([])
  else expect(messages).toEqual([expect.stringContaining(message)])
})

test('versions come with the most stable and newest first', () => {
  const versions = ['v1alpha1', 'v2beta1', 'custom', 'v1', 'v10', 'v2beta2', 'v2']

  expect(versions.toSorted(compareVersions)).toEqual([
    'v10',
    'v2',
    'v1',
    'v2beta2',
    'v2beta1',
    'v1alpha1',
    'custom',
  ])
})
