import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePathExpression } from '../../../src/kube/jq/parse-path-expression.ts'

test.each([
  ['.spec | map(.a)', '"map" is not supported, at character 9'],
  ['.spec // .status', '"//" is not supported, at character 7'],
  ['.spec |= 1', '"|=" is not supported, at character 7'],
  ['.a + .b', '"+" is not supported, at character 4'],
  ['.a[1:2]', '"[:]" is not supported, at character 4'],
  ['.a[:2]', '"[:]" is not supported, at character 4'],
  ['.a[.b]', 'in brackets only one whole number, one text or nothing is supported, at character 4'],
  ['.a[1.5]', 'in brackets only one whole number, one text or nothing is supported, at character 4'],
  ['.a as $x | $x', '"$x" is not supported, at character 7'],
  ['if .a then .b else .c end', '"if" is not supported, at character 1'],
  ['.a | @base64d', '"@base64d" is not supported, at character 6'],
  ['.["\\(.a)"]', '"\\\\(" is not supported, at character 4'],
  ['.["a', 'the text is not closed, at character 3'],
  ['.["\\q"]', 'the text has an escape that JSON does not know, at character 3'],
  ['.a | select(.b', 'ends too early, at character 15'],
  ['.a | select', 'select needs an argument in parentheses, at character 12'],
  ['.a)', '")" is not expected, at character 3'],
  ['', 'ends too early, at character 1'],
  ['.a.', 'ends too early, at character 4'],
  ['.a == 1', 'names no fields; put conditions into select(…)'],
  ['.a | not', 'names no fields; put conditions into select(…)'],
  ['"a"', 'names no fields; put conditions into select(…)'],
  ['.', 'would ignore the whole object'],
  ['..', 'would ignore the whole object'],
  ['. | ..', 'would ignore the whole object'],
  [
    '.a | select(test("("))',
    'test has no regular expression that can be matched (RE2 syntax), at character 13',
  ],
  ['.a | select(test("a"; "x"))', 'test takes the flags "g", "i" and "s", at character 23'],
  ['.a | select(test(.b))', 'test takes a quoted text alone, at character 18'],
  [`.a${'|(.a'.repeat(60)}${')'.repeat(60)}`, 'is nested too deeply, at character 205'],
  ['a'.repeat(80), `"${'a'.repeat(39)}…" is not supported, at character 1`],
  ['.a'.repeat(3000), 'is longer than 4096 characters'],
])('%s is refused by name and place', (text, message) => {
  expect(parsePathExpression(text)).toEqual({ kind: 'problem', message })
})

const words = [
  '.',
  '..',
  '.a',
  '[',
  ']',
  '(',
  ')',
  '|',
  ',',
  '"b"',
  '?',
  'select(',
  'test(',
  'not',
  'and',
  '==',
  '-',
  '1',
  '{',
  '}',
  ':',
  ';',
  '\\',
  ' ',
]

test('whatever is written is an expression or a problem, soon', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 3 })), { maxLength: 40 }),
      (parts) => {
        const text = parts.join('')
        const parsed = parsePathExpression(text)
        expect(['expression', 'problem']).toContain(parsed.kind)
        if (parsed.kind === 'expression') expect(parsed.expression.text).toBe(text)
      },
    ),
    { numRuns: 2000 },
  )
})
