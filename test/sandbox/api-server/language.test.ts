import { expect, test } from 'vitest'
import type { Json, JsonObject } from '../../../src/kube/json.ts'
import { evaluateCel } from '../../../src/sandbox/api-server/admission/cel.ts'
import { parseSelector } from '../../../src/sandbox/api-server/selector.ts'
import { applyJsonPatch } from '../../../src/sandbox/api-server/write/json-patch.ts'
import { applyMergePatch } from '../../../src/sandbox/api-server/write/merge-patch.ts'

test.each<[string, boolean]>([
  ['', true],
  ['app', true],
  ['app=web', true],
  ['app==web', true],
  ['app!=web', false],
  ['!app', false],
  ['tier!=front', true],
  ['tier notin (front)', true],
  ['app in (web,db),!tier', true],
  ['app in (db)', false],
  ['empty=', true],
  ['app=web,empty=x', false],
])('the labels app=web and empty= are chosen by %j: %s', (selector, isChosen) => {
  expect(parseSelector(selector)({ app: 'web', empty: '' })).toBe(isChosen)
})

test.each(['a=b=c', 'a b', 'a in b', 'a in (b', 'a=b,,c', '=', '(a)'])('%j is no selector', (selector) => {
  expect(() => parseSelector(selector)).toThrow()
})

test.each<[string, Json]>([
  ['false', false],
  ['1 + 2 * 3 == 7', true],
  ["object.metadata.name.startsWith('we')", true],
  ["'app' in object.metadata.labels && object.metadata.labels['app'] == 'web'", true],
  ["has(object.metadata.annotations) || object.metadata.name == 'web'", true],
  ['object.spec.replicas >= 3 ? false : true', true],
  ['object.spec.ports.all(p, p > 0) && object.spec.ports.exists(p, p == 81)', true],
  ['size(object.spec.ports) == 2', true],
  ["!(object.metadata.name in ['a', 'b'])", true],
  ['object.none.deeper == 1 || true', true],
  ['oldObject == null', true],
])('%s is %s', (expression, value) => {
  const object = { metadata: { name: 'web', labels: { app: 'web' } }, spec: { replicas: 2, ports: [80, 81] } }

  expect(evaluateCel(expression, { object, oldObject: null })).toBe(value)
})

test.each(['object.none', 'object.metadata.', 'quantity("1")', '1 +', '@'])(
  '%j cannot be evaluated',
  (expression) => {
    expect(() => evaluateCel(expression, { object: {} })).toThrow()
  },
)

const target: JsonObject = { a: { 'x/y': 1, '~': 2 }, list: [1, 2, 3] }

test.each<[string, JsonObject[], Json]>([
  [
    'an item is added before a place',
    [{ op: 'add', path: '/list/1', value: 9 }],
    { ...target, list: [1, 9, 2, 3] },
  ],
  [
    'an item is added at the end',
    [{ op: 'add', path: '/list/-', value: 9 }],
    { ...target, list: [1, 2, 3, 9] },
  ],
  ['an item is removed', [{ op: 'remove', path: '/list/0' }], { ...target, list: [2, 3] }],
  [
    'escaped keys are found',
    [
      { op: 'replace', path: '/a/x~1y', value: 5 },
      { op: 'remove', path: '/a/~0' },
    ],
    { ...target, a: { 'x/y': 5 } },
  ],
  ['a value is moved', [{ op: 'move', from: '/list/2', path: '/b' }], { ...target, list: [1, 2], b: 3 }],
  [
    'a test lets the rest go on',
    [
      { op: 'test', path: '/list/0', value: 1 },
      { op: 'remove', path: '/a' },
    ],
    { list: [1, 2, 3] },
  ],
  [
    'a key that is not there is replaced all the same',
    [{ op: 'replace', path: '/none', value: 1 }],
    { ...target, none: 1 },
  ],
  ['a key that is not there counts as null in a test', [{ op: 'test', path: '/none', value: null }], target],
])('JSON patch: %s', (_, patch, expected) => {
  expect(applyJsonPatch(target, patch)).toEqual(expected)
})

test.each<JsonObject>([
  { op: 'test', path: '/list/0', value: 2 },
  { op: 'remove', path: '/none' },
  { op: 'add', path: '/list/7', value: 1 },
  { op: 'add', path: '/none/deeper', value: 1 },
  { op: 'fold', path: '/a' },
  { op: 'add', path: 'a', value: 1 },
])('JSON patch: %j does not fit', (operation) => {
  expect(() => applyJsonPatch(target, [operation])).toThrow('the server rejected our request')
})

test('a merge patch takes keys out by null and replaces lists', () => {
  expect(applyMergePatch({ a: { b: 1, c: 2 }, l: [1, 2] }, { a: { b: null, d: 3 }, l: [3] })).toEqual({
    a: { c: 2, d: 3 },
    l: [3],
  })
})
