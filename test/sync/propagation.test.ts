import { expect, test } from 'vitest'
import { propagationOf } from '../../src/sync/propagation.ts'

test.each([
  [[], 'Foreground'],
  [['PrunePropagationPolicy=foreground'], 'Foreground'],
  [['Prune=true', 'PrunePropagationPolicy=background'], 'Background'],
  [['PrunePropagationPolicy=orphan'], 'Orphan'],
])('with the options %j what depends on a deleted object goes by %s', (options, policy) => {
  expect(propagationOf(options)).toBe(policy)
})
