import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainPattern } from '../../src/kube/pattern.ts'
import { anchoredRegExp } from '../../src/kube/regexp.ts'
import { runsOf } from '../support/runs.ts'

test('a selector of words, `.*` and `|` is matched over the whole text without an engine', () => {
  const pattern = plainPattern('^web-.*-blue|api.*$')

  expect(['web-1-blue', 'web--blue', 'api', 'api-2'].map((text) => pattern?.matches(text))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(['web-blue', 'web-1-blue2', 'my-api', 'api\n'].map((text) => pattern?.matches(text))).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('what says more is left to the engine', () => {
  for (const expression of [
    'v1.2',
    'a+',
    '(a|b)',
    '[ab]',
    'a|^b',
    String.raw`a\.b`,
    'a*',
    'a'.repeat(5_000),
  ]) {
    expect(plainPattern(expression)).toBeUndefined()
  }
})

const piece = fc.constantFrom('a', 'b', 'ab', '-', '.*', '|', '^', '$', '')
const text = fc.array(fc.constantFrom('a', 'b', '-', '\n'), { maxLength: 6 })

test('it says what the engine says', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), text, (pieces, letters) => {
      const expression = pieces.join('')
      const plain = plainPattern(expression)
      if (plain === undefined) return
      expect(plain.matches(letters.join(''))).toBe(anchoredRegExp(expression)?.matches(letters.join('')))
    }),
    { numRuns: runsOf(5_000) },
  )
})
