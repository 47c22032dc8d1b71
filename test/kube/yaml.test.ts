import { expect, test } from 'vitest'
import { parseYaml, parseYamlValue } from '../../src/kube/yaml.ts'
import { YamlError } from '../../src/kube/yaml-error.ts'

function errorOf(run: () => unknown): YamlError {
  try {
    run()
  } catch (error) {
    if (error instanceof YamlError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test.each([
  ['yes', 'yes'],
  ['on', 'on'],
  ['No', 'No'],
  ['true', true],
  ['FALSE', false],
  ['~', null],
  ['', null],
  ['Null', null],
  ['12', 12],
  ['-0', 0],
  ['+7', 7],
  ['0644', 420],
  ['0o644', 420],
  ['0x1f', 31],
  ['-0b11', -3],
  ['1_000', 1000],
  ['08', 8],
  ['3.10', 3.1],
  ['.5', 0.5],
  ['1.', 1],
  ['1e3', 1000],
  ['1e400', '1e400'],
  ['2026-01-02', '2026-01-02'],
  ['1:20', '1:20'],
  ['0xg', '0xg'],
  ['1.2.3', '1.2.3'],
  ['._5', '._5'],
  ['-', ['only in a list']],
  ['"12"', '12'],
  ["'~'", '~'],
  ['!!str 12', '12'],
  ['! 12', '12'],
  ['!!int "12"', 12],
  ['!!float 3', 3],
  ['!!binary aGk=', 'hi'],
])('the value %s is read as %j', (source, expected) => {
  const text = source === '-' ? '- only in a list' : `v: ${source}`
  const value = source === '-' ? expected : { v: expected }

  expect(parseYamlValue(text).value).toEqual(value)
})

test('a text of several documents gives those that hold something, each with its line', () => {
  const documents = parseYaml('# nothing here\n---\na: 1\n---\n---\n\n# comment\nb:\n- x\n...\n--- null\n')

  expect(documents.map(({ value, line }) => ({ value, line }))).toEqual([
    { value: { a: 1 }, line: 3 },
    { value: { b: ['x'] }, line: 8 },
  ])
})

test('JSON indented by tabs is YAML too', () => {
  expect(parseYamlValue('{\n\t"a": [1,\n\t\t"\\u00e9\\/"]\n}\n').value).toEqual({ a: [1, 'é/'] })
})

test('a byte order mark and Windows line ends are no content', () => {
  expect(parseYamlValue('\uFEFFa: x\r\nb: y\r\n').value).toEqual({ a: 'x', b: 'y' })
})

test.each([
  ['a: |\n  x', { a: 'x\n' }],
  ['a: >\n  x\n  y', { a: 'x y\n' }],
  ["a: 'x\ny'", { a: 'x y' }],
  ['a: b\u2028  c', { a: 'b\u2028c' }],
  ['a: "\\ud83d\\ude00 \\/"', { a: '\u{1f600} /' }],
  ['{"a": "x"} \t\n', { a: 'x' }],
])('%j is read as kubectl reads it', (text, expected) => {
  expect(parseYamlValue(text).value).toEqual(expected)
})

test('lines and sources are found by path, through aliases too', () => {
  const document = parseYamlValue('images:\n- name: web\n  tag: 3.10\ncopy: &c\n  deep: "007"\nagain: *c\n')

  expect(document.lineOf(['images', 0, 'tag'])).toBe(3)
  expect(document.lineOf(['images', 0, 'absent', 'deeper'])).toBe(2)
  expect(document.lineOf(['nowhere'])).toBe(1)
  expect(document.lineOf(['again', 'deep'])).toBe(5)
  expect(document.sourceOf(['images', 0, 'tag'])).toBe('3.10')
  expect(document.sourceOf(['again', 'deep'])).toBe('007')
  expect(document.sourceOf(['images'])).toBeUndefined()
  expect(document.sourceOf(['nowhere'])).toBeUndefined()
})

test('a merge key adds what the mapping does not say itself', () => {
  const text = 'a: &a {x: 1, y: 1}\nb: &b {y: 2, z: 2}\nc:\n  <<: [*a, *b]\n  x: 3\nd: {"<<": kept}\n'

  expect(parseYamlValue(text).value).toMatchObject({ c: { x: 3, y: 1, z: 2 }, d: { '<<': 'kept' } })
})

test('an anchor may be set again and an alias takes the one before it', () => {
  expect(parseYamlValue('[&a 1, *a, &a 2, *a]').value).toEqual([1, 1, 2, 2])
})

test('keys that are numbers or booleans become text', () => {
  expect(parseYamlValue('8080: a\ntrue: b\n').value).toEqual({ '8080': 'a', true: 'b' })
})

test('__proto__ is an ordinary key', () => {
  const { value } = parseYamlValue('__proto__: {polluted: yes}\nconstructor: 1\n')

  expect(JSON.stringify(value)).toBe('{"__proto__":{"polluted":"yes"},"constructor":1}')
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})

test.each([
  ['a: 1\nb: 2\na: 3\n', 'duplicate-key', 3],
  ['__proto__: 1\n__proto__: 2\n', 'duplicate-key', 2],
  ['1: a\n"1": b\n', 'duplicate-key', 2],
  ['a: *nobody\n', 'unknown-alias', 1],
  ['--- &a 1\n--- [*a]\n', 'unknown-alias', 2],
  ['a: &a\n  b: *a\n', 'alias-limit', 2],
  ['a: 1\n? [x]\n: y\n', 'bad-key', 2],
  ['? \n: y\n', 'bad-key', 1],
  ['a:\n  <<: word\n', 'bad-merge', 2],
  ['a: !Ref x\n', 'bad-tag', 1],
  ['a: !!int x\n', 'bad-tag', 1],
  ['a: !!set {x: y}\n', 'bad-tag', 1],
  ['a: !!binary "%"\n', 'bad-tag', 1],
  ['a: 9007199254740993\n', 'number-out-of-range', 1],
  ['a:\n- .inf\n', 'number-out-of-range', 2],
  ['a: [1\nb: 2\n', 'syntax', 2],
  ['a:\n\tb: 1\n', 'syntax', 2],
  ['a: b: c\n', 'syntax', 1],
  ['a: "\\q"\n', 'syntax', 1],
  ['a: [1]\n ]\n', 'syntax', 2],
  ['a: 1\n...\nb: 1\n', 'syntax', 3],
  ['%YAML 1.2\n---\na: 1\n', 'syntax', 1],
  ['l:\n-\tx\n-\ty\n', 'syntax', 2],
  ['a: 1\nb: \u0007\n', 'syntax', 2],
  ['a: "\\ud83d"\n', 'syntax', 1],
  ['a: !!int 1.0\n', 'bad-tag', 1],
  ['a:\n  <<: {x: 1}\n  <<: {y: 1}\n', 'duplicate-key', 3],
])('%j is refused as %s on line %i', (text, code, line) => {
  const error = errorOf(() => parseYaml(text, { file: 'app/x.yaml' }))

  expect({ code: error.code, line: error.line }).toEqual({ code, line })
  expect(error.message.startsWith(`app/x.yaml:${line}: `)).toBe(true)
  expect(error.subject).toEqual({ file: 'app/x.yaml', line })
})

test.each(['password: *hunter2', 'password: !hunter2 [x]', 'password: !!hunter2 x'])(
  '%j is refused without the word that may be a password',
  (text) => {
    expect(errorOf(() => parseYaml(text)).message).not.toContain('hunter2')
  },
)

test('one value is expected where one value is expected', () => {
  expect(errorOf(() => parseYamlValue('a: 1\n---\nb: 2\n'))).toMatchObject({
    code: 'several-documents',
    line: 3,
  })
  expect(parseYamlValue('# only a comment\n').value).toBeNull()
})

test.each([
  ['too-large', { size: 4 }, 'a: 12'],
  ['too-deep', { depth: 3 }, '[[[[1]]]]'],
  ['too-deep', { depth: 3 }, 'a:\n b:\n  c:\n   d: 1\n'],
  ['too-deep', { depth: 3 }, 'a:\n- b:\n  - c\n'],
  ['too-deep', { depth: 3 }, '[[[a: 1]]]'],
  ['too-deep', { depth: 3 }, 'a: &a [[1]]\nb: [[*a]]\n'],
  ['too-many-nodes', { nodes: 5 }, '[1, 2, 3, 4, 5]'],
  ['too-many-nodes', { nodes: 5 }, '--- [1, 2]\n--- [1, 2]\n'],
  ['alias-limit', { nodes: 12 }, 'a: &a [1, 2, 3]\nb: [*a, *a]\n'],
])('a text beyond a limit is %s (%j)', (code, limits, text) => {
  expect(errorOf(() => parseYaml(text, { limits })).code).toBe(code)
})

test.each([
  ['[', 'too-deep'],
  ['{a: ', 'too-deep'],
  ['- ', 'too-deep'],
  ['? ', 'too-deep'],
  [']', 'syntax'],
  ['!a ', 'bad-tag'],
])('a hundred thousand times %j ends in an orderly %s', (text, code) => {
  expect(errorOf(() => parseYaml(text.repeat(100_000))).code).toBe(code)
})

test.each([
  ['a:\n\tb: 1\n', 'indent by spaces, not by tabs'],
  ['a: b: c\n', 'quote a value that holds a colon and a space'],
  ['a: 1\nb: 2\na: 3\n', 'mapping key "a" already defined at line 1; keep one'],
  ['a: "\\q"\n', 'double the backslash or use single quotes'],
])('the error for %j says what to do', (text, advice) => {
  expect(errorOf(() => parseYaml(text)).message).toContain(advice)
})

test('a few lines of aliases cannot become millions of values', () => {
  const lines = Array.from({ length: 40 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`)

  expect(errorOf(() => parseYaml(['a0: &a0 x', ...lines].join('\n'))).code).toBe('alias-limit')
})

test('an error never quotes a value', () => {
  const errors = [
    'p: "hunter2\n',
    'p: hunter2: x\n',
    'p: !!int hunter2\n',
    '- hunter2 }\n]hunter2',
    'p: @hunter2',
  ].map((text) => errorOf(() => parseYaml(text)))

  expect(errors.filter((error) => error.message.includes('hunter2'))).toEqual([])
})
