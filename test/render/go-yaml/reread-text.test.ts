import { expect, test } from 'vitest'
import type { Json } from '../../../src/kube/json.ts'
import { rereadText, type UnreadableText } from '../../../src/render/go-yaml/reread-text.ts'

function reread(value: Json): Json {
  return rereadText(value, (why: UnreadableText) => {
    throw new Error(why)
  })
}

test('a next-line character in a text is a line break that is folded', () => {
  expect(reread({ a: 'x \u0085 y', b: ['x\u0085\u0085y', '\u0085'] })).toEqual({ a: 'x y', b: ['x\ny', ' '] })
})

test('what nothing changes in stays the same value', () => {
  const value = { a: 'x', b: [1, { c: null }] }

  expect(reread(value)).toBe(value)
})

test.each<[string, Json]>([
  ['control characters are not allowed', { a: ['\u007f'] }],
  ['control characters are not allowed', { '\u0080': 1 }],
  ['control characters are not allowed', '\ufffe'],
  ['a key has a line break or is too long', { 'a\u0085b': 1 }],
  ['a key has a line break or is too long', { ['k'.repeat(1025)]: 1 }],
])('what the printing stops at is told: %s', (why, value) => {
  expect(() => reread(value)).toThrow(why)
})
