import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJsonObject, type Json } from '../../../src/kube/json.ts'
import { mergeKeyedList, mergeStepByStep } from '../../../src/render/kustomize/keyed-list.ts'
import { strategicMerge } from '../../../src/render/kustomize/strategic-merge.ts'

const text = fc.constantFrom('a', 'b', 'c', 'd', '1')
const key = fc.oneof({ weight: 8, arbitrary: text }, fc.constantFrom<Json>(1, null, ''))
const element = fc.oneof(
  { weight: 12, arbitrary: fc.record({ p: key, q: key, v: text }, { requiredKeys: ['p', 'q'] }) },
  { weight: 8, arbitrary: fc.record({ p: key, v: text }, { requiredKeys: ['p'] }) },
  fc.record({ p: text, q: text, $patch: fc.constantFrom('delete', 'replace') }),
  fc.constantFrom<Json>({}, null, 'a'),
)
const list = fc.array(element, { maxLength: 5 })
const keys = fc.constantFrom(['p'], ['p', 'q'])

function merge(mine: Json | undefined, theirs: Json | undefined): Json | undefined {
  return strategicMerge(mine, theirs, undefined)
}

/** A list, or the error. */
function outcome(build: () => readonly Json[]): unknown {
  try {
    return build()
  } catch (error) {
    return String(error)
  }
}

test('elements that are told apart by their keys are merged as they are step by step', () => {
  fc.assert(
    fc.property(list, list, keys, (value, patch, names) => {
      fc.pre(patch.length > 0)

      expect(outcome(() => mergeKeyedList(value, patch, names, merge))).toEqual(
        outcome(() => mergeStepByStep(value, patch, names, merge)),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('a patch without elements leaves those that are told apart where they are', () => {
  const told = fc.uniqueArray(fc.record({ p: text, q: text }), {
    selector: (one) => (isJsonObject(one) ? JSON.stringify(one) : ''),
  })
  fc.assert(
    fc.property(told, (value) => {
      expect(mergeKeyedList(value, [], ['p', 'q'], merge)).toEqual(value)
    }),
  )
})
