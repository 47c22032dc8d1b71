import { expect, test } from 'vitest'
import type { Json } from '../../../src/kube/json.ts'
import { parseYamlValue } from '../../../src/kube/yaml.ts'
import { readOperations } from '../../../src/render/kustomize/json-operations.ts'
import { applyJsonPatch, JsonPatchError } from '../../../src/render/kustomize/json-patch.ts'

function patched(document: string, operations: string): unknown {
  return applyJsonPatch(
    parseYamlValue(document).value,
    readOperations(parseYamlValue(operations).value) ?? [],
  )
}

test.each([
  ['adds a key', '{a: 1}', '[{op: add, path: /b, value: 2}]', { a: 1, b: 2 }],
  ['adds into a list', '{a: [1, 3]}', '[{op: add, path: /a/1, value: 2}]', { a: [1, 2, 3] }],
  ['appends', '{a: [1]}', '[{op: add, path: /a/-, value: 2}]', { a: [1, 2] }],
  ['adds from the end', '{a: [1, 2]}', '[{op: add, path: /a/-1, value: 3}]', { a: [1, 2, 3] }],
  ['removes from the end', '{a: [1, 2]}', '[{op: remove, path: /a/-1}]', { a: [1] }],
  ['replaces a missing key', '{a: {}}', '[{op: replace, path: /a/b, value: 1}]', { a: { b: 1 } }],
  ['replaces the whole', '{a: 1}', '[{op: replace, path: "", value: {b: 1}}]', { b: 1 }],
  ['moves', '{a: {b: 1}, c: {}}', '[{op: move, from: /a/b, path: /c/d}]', { a: {}, c: { d: 1 } }],
  ['copies', '{a: {b: 1}}', '[{op: copy, from: /a, path: /c}]', { a: { b: 1 }, c: { b: 1 } }],
  [
    'copies a key that is missing as null',
    '{a: {}}',
    '[{op: copy, from: /a/x, path: /a/y}]',
    { a: { y: null } },
  ],
  [
    'tests',
    '{a: {b: [1]}}',
    '[{op: test, path: /a, value: {b: [1]}}, {op: test, path: /x, value: null}]',
    { a: { b: [1] } },
  ],
  [
    'unescapes',
    '{"a/b": {"c~d": 1}}',
    '[{op: replace, path: /a~1b/c~0d, value: 2}]',
    { 'a/b': { 'c~d': 2 } },
  ],
  ['takes an absent value for null', '{}', '[{op: add, path: /a}]', { a: null }],
  ['loses what stands before the first slash', '{}', '[{op: add, path: spec/x, value: 1}]', { x: 1 }],
])('a patch %s', (_, document, operations, expected) => {
  expect(patched(document, operations)).toEqual(expected)
})

test.each([
  ['{}', '[{op: remove, path: /a}]'],
  ['{}', '[{op: add, path: /a/b, value: 1}]'],
  ['{a: []}', '[{op: remove, path: /a/0}]'],
  ['{a: []}', '[{op: add, path: /a/2, value: 1}]'],
  ['{a: []}', '[{op: add, path: /a/x, value: 1}]'],
  ['{a: 1}', '[{op: test, path: /a, value: 2}]'],
  ['{a: 1}', '[{op: move, path: /b}]'],
  ['{a: 1}', '[{op: add, value: {}}]'],
  ['{a: 1}', '[{op: invent, path: /a}]'],
  ['{a: 1}', '[{op: add, path: /constructor/x, value: 1}]'],
])('on %s the patch %s cannot be applied', (document, operations) => {
  expect(() => patched(document, operations)).toThrow(JsonPatchError)
})

test.each([
  ['[{op: add, path: /q/r}]', 'add operation does not apply: doc is missing path: "/q/r": missing value'],
  [
    '[{op: replace, path: /q/r}]',
    'replace operation does not apply: doc is missing path: /q/r: missing value',
  ],
  [
    '[{op: replace, path: /l/5}]',
    'replace operation does not apply: doc is missing key: /l/5: missing value',
  ],
  [
    '[{op: remove, path: /q}]',
    "error in remove for path: '/q': Unable to remove nonexistent key: q: missing value",
  ],
  [
    '[{op: add, path: /l/5}]',
    "error in add for path: '/l/5': Unable to access invalid index: 5: invalid index referenced",
  ],
  ['[{op: add, path: /l/x}]', "error in add for path: '/l/x': value was not a proper array index: 'x'"],
  ['[{op: test, path: /q/r}]', 'test operation does not apply: is missing path: /q/r: missing value'],
  ['[{op: test, path: /n, value: 2}]', 'testing value /n failed: test failed'],
  [
    '[{op: move, from: /n, path: /q/z}]',
    'move operation does not apply: doc is missing destination path: /q/z: missing value',
  ],
  [
    '[{op: copy, from: "", path: /z}]',
    'copy operation does not apply: doc is missing from path: : missing value',
  ],
  ['[{op: add}]', 'add operation failed to decode path: missing value'],
])('what %s lacks is told in the words of kustomize', (operations, message) => {
  expect(() => patched('{l: [1], n: 1}', operations)).toThrow(message)
})

test('__proto__ is a key like any other', () => {
  const result = patched('{}', '[{op: add, path: /__proto__, value: {polluted: true}}]')

  expect(JSON.stringify(result)).toBe('{"__proto__":{"polluted":true}}')
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('what is no list of operations is no patch', () => {
  expect(readOperations({ op: 'add' })).toBeUndefined()
  expect(readOperations(['add'])).toBeUndefined()
})

const many = 4_000

/** The keys that a patch of many operations copies or moves beside them. */
function movedBy(document: Json, operation: (at: number) => object): number {
  const operations = Array.from({ length: many }, (_, at) => operation(at))
  let moved = 0
  applyJsonPatch(document, readOperations(JSON.parse(JSON.stringify(operations))) ?? [], (keys) => {
    moved += keys
  })
  return moved
}

const numbers = Array.from({ length: many }, (_, at) => at)
const fields = Object.fromEntries(numbers.map((at) => [`k${at}`, at]))

test.each<[string, Json, (at: number) => object]>([
  ['adds to a map', { a: {} }, (at) => ({ op: 'add', path: `/a/n${at}`, value: 1 })],
  ['replaces in a map', { a: fields }, (at) => ({ op: 'replace', path: `/a/k${at}`, value: -1 })],
  ['removes from a map', { a: fields }, (at) => ({ op: 'remove', path: `/a/k${at}` })],
  ['appends to a list', { a: [] }, () => ({ op: 'add', path: '/a/-', value: 1 })],
  ['replaces in a list', { a: numbers }, (at) => ({ op: 'replace', path: `/a/${at}`, value: -1 })],
  ['removes the last of a list', { a: numbers }, () => ({ op: 'remove', path: '/a/-1' })],
  ['moves within a map', { a: fields }, (at) => ({ op: 'move', from: `/a/k${at}`, path: `/a/n${at}` })],
  ['copies one map', { a: fields, b: {} }, (at) => ({ op: 'copy', from: '/a', path: `/b/n${at}` })],
])('a patch that %s thousands of times copies no container twice', (_, document, operation) => {
  expect(movedBy(document, operation)).toBeLessThanOrEqual(3 * many + 10)
})

test('what is moved in a long list, and copied anew after each change, is told as work', () => {
  const few = Object.fromEntries(numbers.slice(0, 100).map((at) => [`k${at}`, at]))
  const before = movedBy({ a: numbers }, () => ({ op: 'add', path: '/a/0', value: 1 }))
  const anew = movedBy({ a: few, b: {} }, (at) =>
    at % 2 === 0 ? { op: 'copy', from: '/a', path: '/b/x' } : { op: 'replace', path: '/a/k1', value: at },
  )

  expect(before).toBeGreaterThan((many * many) / 32)
  expect(anew).toBeGreaterThan((many / 2) * 100)
})

test('a patch changes neither the document nor the values that it brings', () => {
  const document = { a: { b: [1] }, c: {} }
  const patch = [
    { op: 'add', path: '/c/d', value: { e: [1] } },
    { op: 'add', path: '/c/d/e/-', value: 2 },
    { op: 'add', path: '/a/b/0', value: 0 },
  ]
  const result = applyJsonPatch(document, readOperations(patch) ?? [])

  expect(result).toEqual({ a: { b: [0, 1] }, c: { d: { e: [1, 2] } } })
  expect(document).toEqual({ a: { b: [1] }, c: {} })
  expect(patch[0]).toEqual({ op: 'add', path: '/c/d', value: { e: [1] } })
})

test.each([
  [
    'a copy does not follow what it was copied from',
    '{a: {b: {c: 1}}}',
    '[{op: add, path: /a/b/d, value: 2}, {op: copy, from: /a/b, path: /e}, {op: add, path: /a/b/d, value: 3}]',
    { a: { b: { c: 1, d: 3 } }, e: { c: 1, d: 2 } },
  ],
  [
    'what it was copied from does not follow the copy',
    '{a: {b: {c: [1]}}}',
    '[{op: add, path: /a/b/c/-, value: 2}, {op: copy, from: /a, path: /e}, {op: add, path: /e/b/c/-, value: 3}]',
    { a: { b: { c: [1, 2] } }, e: { b: { c: [1, 2, 3] } } },
  ],
  [
    'a map copied into itself holds what it was',
    '{a: {b: 1}}',
    '[{op: add, path: /a/c, value: 2}, {op: copy, from: /a, path: /a/d}, {op: add, path: /a/d/e, value: 3}]',
    { a: { b: 1, c: 2, d: { b: 1, c: 2, e: 3 } } },
  ],
  [
    'one value in two places is two',
    '{a: {}, b: {}}',
    '[{op: add, path: /a/x, value: &v {c: 1}}, {op: add, path: /b/x, value: *v}, {op: add, path: /a/x/d, value: 2}]',
    { a: { x: { c: 1, d: 2 } }, b: { x: { c: 1 } } },
  ],
  [
    'what is moved is changed where it went',
    '{a: {b: {c: 1}}, d: {}}',
    '[{op: add, path: /a/b/e, value: 2}, {op: move, from: /a/b, path: /d/b}, {op: remove, path: /d/b/c}]',
    { a: {}, d: { b: { e: 2 } } },
  ],
])('%s', (_, document, operations, expected) => {
  expect(patched(document, operations)).toEqual(expected)
})

test('__proto__ is a key like others', () => {
  const operations = '[{op: add, path: /__proto__, value: {x: 1}}, {op: add, path: /__proto__/y, value: 2}]'

  expect(JSON.stringify(patched('{a: 1}', operations))).toBe('{"a":1,"__proto__":{"x":1,"y":2}}')
  expect(JSON.stringify(patched('{}', `${operations.slice(0, -1)}, {op: remove, path: /__proto__}]`))).toBe(
    '{}',
  )
})
