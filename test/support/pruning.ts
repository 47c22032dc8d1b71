import type { Neighbours } from '../../src/plan/neighbours.ts'
import type { Pruning } from '../../src/plan/prune.ts'

/** The only application of its cluster. */
export const alone: Neighbours = {
  declarersOf: () => [],
  use: () => false,
  knows: () => false,
  isComplete: true,
}

export function aPruning(changes: Partial<Pruning> = {}): Pruning {
  return {
    isOn: true,
    installation: 'test',
    brakes: { pruneObjects: 20, pruneShare: 0.5 },
    inventory: 0,
    acknowledged: new Set(),
    ...changes,
  }
}
