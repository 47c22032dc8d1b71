import { expect, test } from 'vitest'
import { code, htmlCode, many, sizeOf, table } from '../../src/report/markdown.ts'

test.each([
  ['plain', 'web', '`web`'],
  ['a backtick inside', 'a`b', '``a`b``'],
  ['backticks at its ends', '``a`', '``` ``a` ```'],
  ['lines', 'one\r\n\n two', '`one two`'],
  ['a direction mark', 'a\u{202e}b', '`a\\u{202e}b`'],
  ['a space of no width', 'a\u{200b}b', '`a\\u{200b}b`'],
  ['half a character', 'a\u{d800}b', '`a\\u{d800}b`'],
  ['nothing', ' \n ', '(empty)'],
])('code of %s', (_, text, expected) => {
  expect(code(text)).toBe(expected)
})

test('a long text keeps its beginning and its end, and splits no character', () => {
  expect(code('0123456789', 6)).toBe('`012…89`')
  expect(code('𝒳'.repeat(10), 5)).toBe('`𝒳𝒳…𝒳𝒳`')
  expect(code(`begin ${'x'.repeat(5_000_000)} end`, 20)).toBe('`begin xxxx…xxxxx end`')
})

test('inside HTML everything that could be a tag, a mention or a mark is an entity', () => {
  expect(htmlCode('a<b>&"@x#1`|:*')).toBe(
    '<code>a&#60;b&#62;&#38;&#34;&#64;x&#35;1&#96;&#124;&#58;&#42;</code>',
  )
  expect(htmlCode('apps/Deployment shop/web-1.2_x')).toBe('<code>apps/Deployment shop/web-1.2_x</code>')
})

test('a pipe stays in its cell, whether or not a backslash stands before it', () => {
  expect(table(['A'], [[code('a|b')], [code('a\\|b')]]).split('\n')).toEqual([
    '| A |',
    '| --- |',
    '| `a\\|b` |',
    '| `a\\│b` |',
  ])
})

test('size is counted in bytes, of which there are never fewer than UTF-16 units', () => {
  expect(['a', 'ä', '語', '𝒳', '\u{d800}'].map(sizeOf)).toEqual([1, 2, 3, 4, 3])
})

test('thousands are set apart', () => {
  expect([1, 2, 1234, 1234567].map((amount) => many(amount, 'object'))).toEqual([
    '1 object',
    '2 objects',
    '1,234 objects',
    '1,234,567 objects',
  ])
})
