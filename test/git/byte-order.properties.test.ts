import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareBytes } from '../../src/git/byte-order.ts'

const text = fc.string({ unit: 'grapheme' })

test('names compare as their UTF-8 bytes do', () => {
  const bytes = (value: string) => Buffer.from(value, 'utf8')
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(bytes(a), bytes(b)))
    }),
    {
      examples: [
        ['\uffee', '\u{1f600}'],
        ['a\u{1f600}', 'a\uffee'],
      ],
    },
  )
})
