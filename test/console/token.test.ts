import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bears, whyWeakToken } from '../../src/console/token.ts'

const token = 'a-token-of-thirty-characters-0'

test.each([`Bearer ${token}`, `bearer ${token}`, `Bearer   ${token}`])('%j bears it', (header) => {
  expect(bears(header, token)).toBe(true)
})

test.each([
  undefined,
  '',
  token,
  'Bearer',
  'Bearer ',
  `Basic ${token}`,
  `Bearer ${token}x`,
  `Bearer ${token.slice(1)}`,
  `Bearer ${token} x`,
  `Bearer ${'x'.repeat(5000)}`,
])('%j does not', (header) => {
  expect(bears(header, token)).toBe(false)
})

test('nothing but the token itself opens', () => {
  fc.assert(fc.property(fc.string(), (other) => bears(`Bearer ${other}`, token) === (other === token)))
})

test.each(['', 'short', 'x'.repeat(15)])(
  '%j is too weak: it opens nothing, even to whoever bears it',
  (weak) => {
    expect(whyWeakToken(weak)).toMatch(/at least 16 characters/)
    expect(bears(`Bearer ${weak}`, weak)).toBe(false)
  },
)
