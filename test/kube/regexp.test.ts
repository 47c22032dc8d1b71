import { expect, test } from 'vitest'
import { anchoredRegExp, glob, unanchoredRegExp } from '../../src/kube/regexp.ts'

test.each<[string, string, boolean]>([
  ['*.yaml', 'a/b.yaml', true],
  ['{a,b}.yaml', 'b.yaml', true],
  ['{a,b}.yaml', 'c.yaml', false],
  ['team-?', 'team-a', true],
  ['team-?', 'team-ab', false],
  ['[a-c]x', 'bx', true],
  ['[!a-c]x', 'bx', false],
  ['[]]', ']', true],
  ['[^a]', '^', true],
  ['[^a]', 'b', false],
  ['a.b', 'axb', false],
  ['\\*', '*', true],
  ['\\*', 'a', false],
  ['*', '', true],
  ['a|b', 'a', false],
  ['line*', 'line\nbreak', true],
])('the glob %s on %j', (pattern, text, matches) => {
  expect(glob(pattern)?.matches(text)).toBe(matches)
})

test.each<[string, string, boolean]>([
  ['apps/*', 'apps/web', true],
  ['apps/*', 'apps/web/base', false],
  ['apps/**', 'apps/web/base', true],
  ['apps/?eb', 'apps/web', true],
])('with a separator the glob %s on %s', (pattern, text, matches) => {
  expect(glob(pattern, { separator: '/' })?.matches(text)).toBe(matches)
})

test.each(['[a', '{a', 'a\\', '*'.repeat(5000)])('the glob %j is malformed', (pattern) => {
  expect(glob(pattern)).toBeUndefined()
})

test('case can be left aside', () => {
  expect(glob('Team/*', { ignoreCase: true })?.matches('team/Config')).toBe(true)
})

test('an anchored expression matches the whole text or nothing', () => {
  const pattern = anchoredRegExp('web|api')

  expect(['web', 'api', 'website', 'my-api'].map((text) => pattern?.matches(text))).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('an unanchored expression matches anywhere', () => {
  expect(unanchoredRegExp('b+')?.matches('abbbc')).toBe(true)
})

test.each(['(', '(?=a)', '\\1'])('%s is no RE2 expression', (expression) => {
  expect(anchoredRegExp(expression)).toBeUndefined()
})

test('a pattern made to backtrack ends', () => {
  expect(glob(`${'*a'.repeat(200)}b`)?.matches('a'.repeat(5000))).toBe(false)
  expect(anchoredRegExp('(a+)+b')?.matches('a'.repeat(5000))).toBe(false)
})
