import { expect, test } from 'vitest'
import { matchFacts } from '../../src/engine/match-facts.ts'
import type { Match } from '../../src/engine/run-store.ts'

const changed: Match = { application: 'shop', touched: true, reason: 'inputs-changed' }

function untouched(amount: number): readonly Match[] {
  return Array.from({ length: amount }, (_, at) => ({
    application: `app-${at}`,
    touched: false,
    reason: at === 0 ? 'another-repository' : 'inputs-unchanged',
  }))
}

test('a match is told with every application, its reason, and how often each reason came', () => {
  expect(matchFacts([changed, ...untouched(2)])).toEqual({
    touched: 1,
    untouched: 2,
    reasons: { 'inputs-changed': 1, 'another-repository': 1, 'inputs-unchanged': 1 },
    matched: { shop: 'inputs-changed' },
    unmatched: { 'app-0': 'another-repository', 'app-1': 'inputs-unchanged' },
  })
})

test('of many applications the counts are whole and the names bounded, which the line says', () => {
  const facts = matchFacts([changed, ...untouched(3000)])

  expect(facts).toMatchObject({
    untouched: 3000,
    reasons: { 'inputs-unchanged': 2999 },
    matched: { shop: 'inputs-changed' },
    namedAtMost: 20,
  })
  expect(JSON.stringify(facts).length).toBeLessThan(1500)
})

test('a name that every object has is a name like any other', () => {
  const facts = matchFacts([{ ...changed, application: '__proto__' }])
  expect(JSON.stringify(facts)).toContain('"__proto__":"inputs-changed"')
})
