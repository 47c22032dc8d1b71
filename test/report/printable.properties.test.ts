import fc from 'fast-check'
import { expect, test } from 'vitest'
import { printable, printableLines, shorten } from '../../src/report/printable.ts'

const text = fc.string({ unit: 'binary', maxLength: 200 })

test('printable text is printable already', () => {
  fc.assert(
    fc.property(text, (input) => {
      expect(printable(printable(input))).toBe(printable(input))
    }),
  )
})

test('lines of text from outside keep their breaks and hold nothing that steers a terminal', () => {
  expect(printableLines('a  b\n\u001b[31mred\r\u009b1m\u202e\u2028')).toBe(
    'a  b\n\ufffd[31mred\ufffd\ufffd1m\ufffd\ufffd',
  )
  fc.assert(
    fc.property(text, (input) => {
      const lines = printableLines(input)
      expect(lines.split('\n')).toHaveLength(input.split('\n').length)
      expect(lines.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
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
