import { expect, test } from 'vitest'
import { parseYamlValue } from '../../../src/kube/yaml.ts'
import { applyJsonPatch, JsonPatchError, readOperations } from '../../../src/render/kustomize/json-patch.ts'

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
