import { expect, test } from 'vitest'
import type { JsonScalar } from '../../../src/kube/json.ts'
import { expandVars } from '../../../src/render/kustomize/expand-vars.ts'

const values = new Map<string, JsonScalar>([
  ['A', 'a'],
  ['EMPTY', ''],
  ['REF', '$(A)'],
  ['PORT', 8080],
  ['ON', true],
  ['TINY', 0.00001],
  ['HUGE', 1e30],
])

function expand(text: string): JsonScalar {
  return expandVars(
    text,
    (name) => values.get(name),
    () => {},
  )
}

test.each([
  ['$(A)-$(A)', 'a-a'],
  ['x$(EMPTY)y', 'xy'],
  ['$(NONE) $(A)', '$(NONE) a'],
  ['$(REF)', '$(A)'],
  ['$$(A)', '$(A)'],
  ['$$$(A)', '$a'],
  ['$$$$', '$$'],
  ['$A $', '$A $'],
  ['$(A', '$(A'],
  ['$(A$(A)', '$(A$(A)'],
  ['$()', '$()'],
  ['plain', 'plain'],
])('%s becomes %s', (text, expanded) => {
  expect(expand(text)).toBe(expanded)
})

test('a text that is one var takes the type of its value', () => {
  expect([expand('$(PORT)'), expand('$(ON)')]).toEqual([8080, true])
})

test('inside a text numbers stand as Go prints them', () => {
  expect(expand('$(PORT) $(ON) $(TINY) $(HUGE)')).toBe('8080 true 1e-05 1e+30')
})

test('the length is known before the text is made, also where one opens and never closes', () => {
  const told: number[] = []

  expandVars(
    `$(A)${'$('.repeat(100_000)}`,
    () => 'aaaa',
    (size) => told.push(size),
  )

  expect(told).toEqual([200_004])
})
