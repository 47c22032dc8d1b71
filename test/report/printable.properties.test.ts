import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, shorten } from '../../src/report/printable.ts'

const text = fc.string({ unit: 'binary', maxLength: 200 })

test('printable text is printable already', () => {
  fc.assert(
    fc.property(text, (input) => {
      expect(printable(printable(input))).toBe(printable(input))
    }),
  )
})

test('a cut text is the start of the whole, within the limit and without half a character', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 100 }), (input, limit) => {
      const whole = printable(input)
      const cut = shorten(whole, limit)

      expect(cut.length).toBeLessThanOrEqual(limit)
      expect(whole.startsWith(cut.replace(/…$/, ''))).toBe(true)
      expect(cut).not.toMatch(/\p{Cs}/u)
    }),
  )
})
