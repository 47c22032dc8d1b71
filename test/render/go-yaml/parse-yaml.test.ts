import { expect, test } from 'vitest'
import { YamlError } from '../../../src/kube/yaml-error.ts'
import { patchDialect } from '../../../src/render/go-yaml/dialects.ts'
import { parseConfig, parseManifests } from '../../../src/render/go-yaml/parse-yaml.ts'

function errorOf(run: () => unknown): YamlError {
  try {
    run()
  } catch (error) {
    if (error instanceof YamlError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

function manifest(text: string): unknown {
  return parseManifests(text)[0]?.value
}

test.each<[string, unknown]>([
  ['a: {i: , j}', { a: { i: '', j: '' } }],
  ['a:\n  i:', { a: { i: null } }],
  ['a: !!set\n  ? x', { a: { x: null } }],
  ['a: [k: v, ]', { a: [{ k: 'v' }] }],
  ['a: {x:1, "y":2}', { a: { 'x:1': '', y: 2 } }],
  ['a: 2020-1-1', { a: '2020-01-01T00:00:00Z' }],
  ['a: [2020-01-01, 2020-01-01 00:00:00]', { a: ['2020-01-01T00:00:00Z', '2020-01-01 00:00:00'] }],
  ['a: 9007199254740993', { a: 9007199254740993n }],
  ['a: !!binary aGk=', { a: 'hi' }],
  ['a: !custom 12', { a: '12' }],
  ['a: !!float 3', { a: 3 }],
  ['a: !!int "12"', { a: 12 }],
  ['"<<": {x: 1}\nb: 1', { b: 1 }],
  ['a: &a {x: 1}\nb:\n  <<: *a\n  y: 2', { a: { x: 1 }, b: { x: 1, y: 2 } }],
  ['b:\n  <<: [{x: 1}, {x: 2, y: 3}]', { b: { x: 1, y: 3 } }],
  ['- a\n-\n  - b\n- - c', ['a', ['b'], ['c']]],
  ['a:\n- b\nc: d', { a: ['b'], c: 'd' }],
  ['a: b\n  c\n\n  d # e', { a: 'b c\nd' }],
  ["a: 'it''s\n  one'", { a: "it's one" }],
  ['a: "x\\\n   y\\u00e9"', { a: 'xyé' }],
  ['a: |2-\n    x\n  y\n', { a: '  x\ny' }],
  ['a: >\n  x\n  y\n\n  z\n', { a: 'x y\nz\n' }],
  ['a: >-\n  x\n    more\n  y\n', { a: 'x\n\n  more\ny' }],
  ['? a\n: b\n? c', { a: 'b', c: null }],
  ['{"a":1}', { a: 1 }],
  ['017: x', { '017': 'x' }],
  ['\ufeffa: 1', { a: 1 }],
  ['__proto__: 1', JSON.parse('{"__proto__": 1}')],
])('%j is read as go-yaml reads it', (text, value) => {
  expect(manifest(text)).toEqual(value)
})

test('documents are parted by lines that start with three dashes, and keep their lines', () => {
  const documents = parseManifests('# head\n---\na: 1\n--- # next\n\nb: 2\r\n---\n# nothing\n')

  expect(documents.map(({ value, line }) => ({ value, line }))).toEqual([
    { value: { a: 1 }, line: 3 },
    { value: { b: 2 }, line: 6 },
  ])
})

test('lines and sources are found by path', () => {
  const [document] = parseManifests('images:\n- name: web\n  tag: 3.10\ncopy: &c\n  deep: "007"\nagain: *c\n')

  expect(document?.lineOf(['images', 0, 'tag'])).toBe(3)
  expect(document?.lineOf(['images', 0, 'absent', 'deeper'])).toBe(2)
  expect(document?.sourceOf(['images', 0, 'tag'])).toBe('3.10')
  expect(document?.sourceOf(['again', 'deep'])).toBe('007')
  expect(document?.sourceOf(['images'])).toBeUndefined()
})

test.each([
  ['a: 1\na: 2', 'duplicate-key', 2],
  ['a:\n  <<: {x: 1}\n  <<: {y: 1}', 'duplicate-key', 3],
  ['a: {~: x}', 'duplicate-key', 1],
  ['a:\n  1: x', 'bad-key', 2],
  ['a:\n  true: x', 'bad-key', 2],
  ['a:\n  2020-01-01: x', 'bad-key', 2],
  ['? [x]\n: y', 'bad-key', 1],
  ['a:\n  <<: 31', 'bad-merge', 2],
  ['a: !!int 1.0', 'bad-tag', 1],
  ['a: !!bool yes', 'bad-tag', 1],
  ['a: !!binary "%"', 'bad-tag', 1],
  ['a: .inf', 'number-out-of-range', 1],
  ['a: *b', 'unknown-alias', 1],
  ['a: &a [*a]', 'alias-limit', 1],
  ['a: b: c', 'syntax', 1],
  ['a:\n\tb: 1', 'syntax', 2],
  ['l:\n-\tx\n-\ty', 'syntax', 2],
  ['a: "\\/"', 'syntax', 1],
  ['a: "\\ud800"', 'syntax', 1],
  ['a: [1', 'syntax', 1],
  ['[', 'syntax', 1],
  ['- {a', 'syntax', 1],
  ['{a: [b', 'syntax', 1],
  ['- "a', 'syntax', 1],
  ['a:\n  !t b: c', 'bad-key', 2],
  ['a: {b: 1}}', 'syntax', 1],
  ['a\nb: 1', 'syntax', 2],
  ['a: |0\n  x', 'syntax', 1],
  ['a: @b', 'syntax', 1],
  ['%YAML 1.1\n---\na: 1', 'syntax', 1],
  ['a: 1\n--- b\nc: 1', 'syntax', 2],
  ['a: 1\nb: \u0001', 'syntax', 2],
])('%j is refused as %s on line %i', (text, code, line) => {
  const error = errorOf(() => parseManifests(text, { file: 'r.yaml' }))

  expect({ code: error.code, line: error.line }).toEqual({ code, line })
  expect(error.message.startsWith(`r.yaml:${line}: `)).toBe(true)
})

test.each(['password: *hunter2', 'password: !!int hunter2'])(
  '%j is refused without the word that may be a password',
  (text) => {
    expect(errorOf(() => parseManifests(text, { file: 'r.yaml' })).message).not.toContain('hunter2')
  },
)

test('configuration has keys of any kind, the last of equal ones counts, and only its first document is read', () => {
  const document = parseConfig('a: yes\nb: 1\nb: {i: }\n1: 9007199254740993\n---\nc: [\n')

  expect(document?.value).toEqual({ a: true, b: { i: null }, 1: 9007199254740992 })
  expect(parseConfig('# nothing\n')).toBeUndefined()
})

test('a patch may name a key as a number', () => {
  expect(parseManifests('data: {6443: x}', {}, patchDialect)[0]?.value).toEqual({ data: { 6443: 'x' } })
})

test.each([
  ['too-large', { size: 4 }, 'a: 12'],
  ['too-deep', { depth: 3 }, '[[[[1]]]]'],
  ['too-deep', { depth: 3 }, 'a:\n b:\n  c:\n   d: 1\n'],
  ['too-deep', { depth: 3 }, 'a: &a [[1]]\nb: [[*a]]\n'],
  ['too-many-nodes', { nodes: 5 }, '[1, 2, 3, 4, 5]'],
  ['too-many-nodes', { nodes: 5 }, '[1, 2]\n---\n[1, 2]\n'],
  ['alias-limit', { nodes: 12 }, 'a: &a [1, 2, 3]\nb: [*a, *a]\n'],
])('a text beyond a limit is %s (%j)', (code, limits, text) => {
  expect(errorOf(() => parseManifests(text, { limits })).code).toBe(code)
})

test.each([
  ['[', 'too-deep'],
  ['{a: ', 'too-deep'],
  ['- ', 'too-deep'],
  ['? ', 'too-deep'],
  [']', 'syntax'],
  ['a: ', 'syntax'],
])('a hundred thousand times %j ends in an orderly %s', (text, code) => {
  expect(errorOf(() => parseManifests(text.repeat(100_000))).code).toBe(code)
})

test('an error never quotes a value', () => {
  const errors = [
    'p: "hunter2\n',
    'p: hunter2: x\n',
    'p: !!int hunter2\n',
    '- hunter2 }\n]hunter2',
    'p: @hunter2',
  ].map((text) => errorOf(() => parseManifests(text)))

  expect(errors.filter((error) => error.message.includes('hunter2'))).toEqual([])
})
