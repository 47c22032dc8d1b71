import { expect, test } from 'vitest'
import { parseGoDuration, sameDuration } from '../../src/kube/duration.ts'

test.each([
  ['90s', '1m30s'],
  ['0', '0s'],
  ['1h', '60m'],
  ['1.5s', '1500ms'],
  ['-1m', '-60s'],
  ['4.1s', '4100ms'],
])('%s lasts as long as %s', (a, b) => {
  expect(sameDuration(a, b)).toBe(true)
})

test.each(['', '5', 's', '1x', '1m 3s', '--1s'])('%j is no duration', (text) => {
  expect(parseGoDuration(text)).toBeUndefined()
})
