import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '../../../src/kube/json.ts'
import { FieldError, fieldSteps, updateField } from '../../../src/render/kustomize/field-spec.ts'
import { FieldTree } from '../../../src/render/kustomize/field-tree.ts'
import { runsOf } from '../../support/runs.ts'

const name = fc.constantFrom('a', 'b', 'c')
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('x', 1, null),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))
const path = fc
  .array(fc.oneof(name, fc.constant('a[]')), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'))

test('a field that changes something in an object, or fails in it, stands in it', () => {
  fc.assert(
    fc.property(
      fc.dictionary(name, value),
      fc.array(path, { minLength: 1, maxLength: 6 }),
      (object, paths) => {
        const fields = paths.map((one) => fieldSteps({ path: one }))
        const standing = new FieldTree(fields).standingIn(object)

        for (const [position, field] of fields.entries()) {
          if (!standing.has(position)) expect(change(object, field)).toBe(object)
        }
      },
    ),
    { numRuns: runsOf(5_000) },
  )
})

function change(object: { [key: string]: Json }, field: ReturnType<typeof fieldSteps>): Json {
  try {
    return updateField(object, field, undefined, (found) => (Array.isArray(found) ? found : 'changed'))
  } catch (error) {
    if (error instanceof FieldError) return error.message
    throw error
  }
}
