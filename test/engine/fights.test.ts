import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Comparison, FieldDrift } from '../../src/diff/comparison.ts'
import { contestedFields, healedAfter, withoutContested } from '../../src/engine/fights.ts'
import type { ObjectKey } from '../../src/kube/object-key.ts'
import type { Plan } from '../../src/plan/plan.ts'
import type { HealedField } from '../../src/sync/operation.ts'
import { aSha } from '../support/builders.ts'

const now = Date.parse('2026-01-05T08:00:00Z')
const day = 24 * 3600_000

function keyOf(name: string): ObjectKey {
  return { group: '', kind: 'ConfigMap', namespace: 'shop', name }
}

function field(path: string, manager: string): FieldDrift {
  return {
    path,
    git: { kind: 'value', value: 1 },
    live: { kind: 'value', value: 2 },
    writer: { manager, operation: 'Update', class: 'controller' },
    effect: 'overwrite',
  }
}

type Drifts = readonly (readonly [name: string, path: string, manager: string])[]

function comparisonOf(drifts: Drifts): Comparison {
  const objects = drifts.map(([name, path, manager]) => ({
    kind: 'drifted' as const,
    key: keyOf(name),
    uid: name,
    fields: [field(path, manager)],
  }))
  return { application: 'web', objects, unlisted: [] }
}

function planOf(names: readonly string[]): Plan {
  const steps = names.map((name) => ({ action: 'apply', key: keyOf(name), reason: 'drifted' }) as const)
  const phases = [{ phase: 'Sync', waves: [{ wave: 0, steps }] }] as const
  return { application: 'web', commit: aSha('a'), phases, prune: [], skips: [], blocks: [] }
}

function heal(drifts: Drifts, before: readonly HealedField[], at = now): readonly HealedField[] {
  const plan = planOf(drifts.map(([name]) => name))
  return healedAfter('self-heal', { plan, comparison: comparisonOf(drifts) }, before, at)
}

const drift: Drifts = [['limits', 'data.cpu', 'tuner']]

test('the third heal that the same manager undoes in the same field is the last', () => {
  const memory = [1, 2, 3].reduce<readonly HealedField[]>((before) => {
    expect(contestedFields(comparisonOf(drift), before, now)).toEqual([])
    return heal(drift, before)
  }, [])

  expect(contestedFields(comparisonOf(drift), memory, now)).toEqual([
    { object: 'ConfigMap shop/limits', path: 'data.cpu', manager: 'tuner', times: 3 },
  ])
  for (const other of [
    ['limits', 'data.cpu', 'other'],
    ['limits', 'data.memory', 'tuner'],
    ['more', 'data.cpu', 'tuner'],
  ] as const)
    expect(contestedFields(comparisonOf([other]), memory, now)).toEqual([])
  expect(contestedFields(comparisonOf(drift), memory, now + day)).toEqual([])
})

test('what a plan does not write was not healed', () => {
  const plan = planOf(['more'])

  expect(healedAfter('self-heal', { plan, comparison: comparisonOf(drift) }, [], now)).toEqual([])
})

test('a prune and a further attempt keep what is remembered, a sync by hand forgets it', () => {
  const memory = heal(drift, [])
  const after = (kind: 'prune' | 'sync' | 'manual') =>
    healedAfter(kind, { plan: planOf(['limits']), comparison: comparisonOf(drift) }, memory, now)

  expect([after('prune'), after('sync'), after('manual')]).toEqual([memory, memory, []])
})

test('only objects that are fought over are left out', () => {
  const comparison = comparisonOf([...drift, ['more', 'data.cpu', 'tuner']])
  const contested = contestedFields(comparisonOf(drift), heal(drift, heal(drift, heal(drift, []))), now)

  expect(withoutContested(comparison, contested).objects.map(({ kind }) => kind)).toEqual([
    'inSync',
    'drifted',
  ])
})

test('whatever drifts, what is remembered stays small, and a fight is not crowded out', () => {
  const names = fc.string({ maxLength: 400 })
  const drifts = fc.array(fc.tuple(names, names, names), { maxLength: 150 })
  const fought = heal(drift, heal(drift, heal(drift, [])))
  fc.assert(
    fc.property(fc.array(drifts, { maxLength: 4 }), (passes) => {
      const memory = passes.reduce<readonly HealedField[]>((before, found) => heal(found, before), fought)

      const texts = memory.flatMap(({ object, path, manager }) => [object, path, manager])
      expect(memory.length).toBeLessThanOrEqual(100)
      expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(256)
      expect(contestedFields(comparisonOf(drift), memory, now)).toHaveLength(1)
    }),
    { numRuns: 30 },
  )
})
