import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Plan, PlannedWave } from '../../src/plan/plan.ts'
import { planText } from '../../src/report/plan-text.ts'
import { aKey, aPlan } from '../support/reports.ts'

const wave = fc.record({
  wave: fc.integer({ min: -5, max: 5 }),
  applies: fc.nat(4),
  hooks: fc.nat(3),
  watched: fc.nat(2),
})
const shape = fc.record({
  phases: fc.array(fc.array(wave, { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
  prune: fc.nat(4),
  skips: fc.array(fc.constantFrom('in-sync', 'has-owner', 'skip-hook'), { maxLength: 6 }),
  blocks: fc.nat(2),
})

test('a plan loses no step, hook, watched object, candidate, skip or block in its text', () => {
  fc.assert(
    fc.property(shape, (parts) => {
      const { plan, names } = build(parts)

      const words = planText(plan).split(/[\s:]+/)

      expect(names.filter((name) => !words.includes(`shop/${name}`))).toEqual([])
    }),
  )
})

function build(parts: typeof shape extends fc.Arbitrary<infer Parts> ? Parts : never): {
  plan: Plan
  names: string[]
} {
  const names: string[] = []
  const next = (): ReturnType<typeof aKey> => {
    names.push(`object-${names.length}`)
    return aKey('ConfigMap', names.at(-1) ?? '')
  }
  const times = <Value>(amount: number, make: () => Value): Value[] => Array.from({ length: amount }, make)
  const aWave = ({
    wave: number,
    applies,
    hooks,
    watched,
  }: (typeof parts.phases)[number][number]): PlannedWave => ({
    wave: number,
    steps: [
      ...times(applies, () => ({ action: 'apply' as const, key: next(), reason: 'missing' as const })),
      ...times(hooks, () => ({ action: 'createHook' as const, key: next(), deletePolicies: [] })),
    ],
    watch: times(watched, next),
  })
  const plan = aPlan({
    phases: parts.phases.map((waves) => ({ phase: 'Sync', waves: waves.map(aWave) })),
    prune: times(parts.prune, () => ({ action: 'prune', key: next(), uid: 'u', wave: 0 })),
    skips: parts.skips.map((reason) => ({ action: 'skip', key: next(), reason })),
    blocks: times(parts.blocks, () => ({ code: 'rejected', key: next(), message: 'no' })),
  })
  return { plan, names }
}
