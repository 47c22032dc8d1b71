import { expect, test } from 'vitest'
import { isFresh } from '../../src/sync/lease.ts'

test.each([
  [0, true],
  [9_999, true],
  [10_000, false],
  [-1, false],
  [-3_600_000, false],
])('a lease that was renewed %s ms ago by our clock counts as fresh: %s', (age, expected) => {
  const lease = { holder: 'call', resourceVersion: '1', transitions: 0, renewedAt: 1_000_000 }

  expect(isFresh(lease, 1_000_000 + age)).toBe(expected)
})
