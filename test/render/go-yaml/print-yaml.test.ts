import { expect, test } from 'vitest'
import type { Json } from '../../../src/kube/json.ts'
import { printGoYaml, printObjects } from '../../../src/render/go-yaml/print-yaml.ts'

const wide = 'x'.repeat(30)

test.each<[string, Json, string]>([
  [
    'lists stand in the column of their key',
    { a: [{ b: 1, c: [] }, [2, [3]]], d: {} },
    'a:\n- b: 1\n  c: []\n- - 2\n  - - 3\nd: {}\n',
  ],
  ['null and booleans are words', [null, true, false], '- null\n- true\n- false\n'],
  ['an empty text is quoted', { a: '' }, 'a: ""\n'],
  ['one line end closes a literal', { a: 'x\ny\n' }, 'a: |\n  x\n  y\n'],
  ['no line end at the end is told', { a: 'x\ny' }, 'a: |-\n  x\n  y\n'],
  ['so are several', { a: 'x\n\n' }, 'a: |+\n  x\n\n'],
  ['a lone line end', { a: '\n' }, 'a: |2+\n\n'],
  ['a literal that starts with a space names its margin', { a: ' x\ny' }, 'a: |2-\n   x\n  y\n'],
  ['a space before a line end needs double quotes', { a: 'x \ny' }, 'a: "x \\ny"\n'],
  ['so does a tab', { a: 'x\t\ny\n' }, 'a: "x\\t\\ny\\n"\n'],
  ['characters beyond U+FFFF are escaped', { a: 'a😀' }, 'a: "a\\U0001F600"\n'],
  ['others are not', { é: '日本' }, 'é: 日本\n'],
  [
    'escapes have their short forms',
    { a: '\0\x07\b\t\v\f\r\x1b\u00a0\ufeff"\\' },
    'a: "\\0\\a\\b\\t\\v\\f\\r\\e\\_\\uFEFF\\"\\\\"\n'.replace('\\_', '\u00a0'),
  ],
  [
    'a text that starts with a byte order mark is escaped as a whole',
    { a: '\ufeffa' },
    'a: "\\uFEFF\\x61"\n',
  ],
  ['a quote in single quotes is doubled', { a: "'x'" }, "a: '''x'''\n"],
  ['a line separator', { a: 'a\u2028b' }, "a: 'a\u2028  b'\n"],
  [
    'a long key stands on lines of its own',
    { ['k'.repeat(129)]: [1], z: { a: 1 } },
    `? ${'k'.repeat(129)}\n: - 1\nz:\n  a: 1\n`,
  ],
  ['so does one of several lines', { 'a\nb': 'c' }, '? |-\n  a\n  b\n: c\n'],
  [
    'a line is broken at the first space beyond column 80',
    { a: `${wide} ${wide} ${wide} ${wide}` },
    `a: ${wide} ${wide} ${wide}\n  ${wide}\n`,
  ],
  ['not at two spaces', { a: `${wide} ${wide} ${wide}  ${wide}` }, `a: ${wide} ${wide} ${wide}  ${wide}\n`],
  ['nor in a key', { [`${wide} ${wide} ${wide} ${wide}`]: 1 }, `${wide} ${wide} ${wide} ${wide}: 1\n`],
  [
    'in double quotes the second of two spaces is escaped',
    { a: `\t ${wide} ${wide} ${wide}  ${wide}` },
    `a: "\\t ${wide} ${wide} ${wide}\n  \\ ${wide}"\n`,
  ],
  [
    'in single quotes as without',
    { a: `: ${wide} ${wide} ${wide} ${wide}` },
    `a: ': ${wide} ${wide} ${wide}\n  ${wide}'\n`,
  ],
])('%s', (_, value, expected) => {
  expect(printGoYaml(value)).toBe(expected)
})

test.each([
  'a b',
  'a:b',
  'a#',
  '=',
  '<<',
  'NaN',
  '1e',
  '0xg',
  'x.y/z',
  '-a',
  '?a',
  '1.2.3',
  '2020-13-01',
  '1e400',
])('the text %s needs no quotes', (text) => {
  expect(printGoYaml({ a: text })).toBe(`a: ${text}\n`)
})

test.each([
  '0777',
  '1_000',
  '0o7',
  '0b1',
  '1:20',
  '.5',
  '1.',
  '08',
  '+1',
  'true',
  'y',
  'NO',
  'off',
  'null',
  '~',
  '2020-1-1',
  '1e3',
  '.inf',
  '18446744073709551616',
])('the text %s is not taken for something else, nor as a key', (text) => {
  expect(printGoYaml({ [text]: text })).toBe(`"${text}": "${text}"\n`)
})

test.each(['a: b', '- a', '#x', ' a', 'x ', '@x', '{a}', '---', 'a:', 'a #b', '&a', '...x'])(
  'the text %s stands in single quotes',
  (text) => {
    expect(printGoYaml({ a: text })).toBe(`a: '${text}'\n`)
  },
)

test.each<[number | bigint, string]>([
  [1000, '1000'],
  [-0, '0'],
  [1e18, '1000000000000000000'],
  [1e19, '10000000000000000000'],
  [18446744073709551615n, '18446744073709551615'],
  [1e20, '1e+20'],
  [-1e19, '-1e+19'],
  [123456.5, '123456.5'],
  [1234567.5, '1.2345675e+06'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1.5e300, '1.5e+300'],
])('the number %d is printed as %s', (number, expected) => {
  expect(printGoYaml({ a: number })).toBe(`a: ${expected}\n`)
})

test('keys stand in the order of go-yaml: what is no letter first, numbers by their size', () => {
  const keys = [
    '$x',
    '.x',
    '_x',
    '9',
    '10',
    'A',
    'a-b',
    'a.b',
    'a_b',
    'a9',
    'a09',
    'a10',
    'aB',
    'ab',
    'é',
    '日',
  ]
  const shuffled = [...keys].reverse()

  const text = printGoYaml(Object.fromEntries(shuffled.map((key) => [key, 0])))

  expect(text.replaceAll('"', '').replaceAll(': 0', '').trim().split('\n')).toEqual(keys)
})

test('objects are parted by a line, and no objects print as nothing', () => {
  expect(printObjects([{ a: 1 }, { b: 2 }])).toBe('a: 1\n---\nb: 2\n')
  expect(printObjects([])).toBe('')
})

test('a quote in quotes takes two columns of the line', () => {
  const text = `a http://example.com/a?b=c it's a "quoted" word #no it's k: v it's k: v`

  expect(printGoYaml({ metadata: { annotations: { _x: text } } })).toBe(`metadata:
  annotations:
    _x: 'a http://example.com/a?b=c it''s a "quoted" word #no it''s k: v it''s k:
      v'
`)
})
