import { expect, test } from 'vitest'
import { parseQuantity, sameQuantity } from '../../src/kube/quantity.ts'

test.each<[string | number, string | number]>([
  ['1000m', '1'],
  ['1Gi', '1024Mi'],
  ['1e3', '1k'],
  ['1E3', '1k'],
  ['1E', '1000P'],
  ['0.5', '500m'],
  [0.5, '500m'],
  ['.5', '0.50'],
  ['1.', 1],
  ['+2', '2'],
  ['-1', '-1000m'],
  ['0.1n', '1n'],
  ['1.5Ki', '1536'],
])('%s is %s', (a, b) => {
  expect(sameQuantity(a, b)).toBe(true)
})

test.each<[string, string]>([
  ['1', '1m'],
  ['1G', '1Gi'],
  ['1M', '1m'],
  ['-1', '1'],
  ['one', 'one'],
  ['', ''],
])('%s is not %s', (a, b) => {
  expect(sameQuantity(a, b)).toBe(false)
})

test.each(['1 ', '1KI', '1e', 'e3', '--1', '1e999', '0x1', '1'.repeat(65), 'constructor'])(
  '%s is no quantity',
  (text) => {
    expect(parseQuantity(text)).toBeUndefined()
  },
)
