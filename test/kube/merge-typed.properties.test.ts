import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTyped } from '../../src/kube/compare-typed.ts'
import { fieldSetOf } from '../../src/kube/field-set-of.ts'
import type { Json, JsonObject } from '../../src/kube/json.ts'
import { mergeTyped } from '../../src/kube/merge-typed.ts'
import { extractFields } from '../../src/kube/remove-fields.ts'
import { applyServerSide, type ServerSideApplied } from '../../src/kube/server-side-apply.ts'
import { validateTyped } from '../../src/kube/validate-typed.ts'
import { widgetSchema } from '../support/widget-schema.ts'

const word = fc.constantFrom('a', 'b', 'c')
const leaf = {
  text: word,
  count: fc.nat(3),
  set: fc.uniqueArray(word, { minLength: 1 }),
  atomic: fc.array(word, { minLength: 1, maxLength: 3 }),
  labels: fc.dictionary(word, word, { minKeys: 1 }),
  point: fc.dictionary(word, fc.nat(3), { minKeys: 1 }),
}
const item = fc.record({ name: word, id: fc.nat(2), value: word }, { requiredKeys: ['name', 'id'] })
const keyed = fc.uniqueArray(item, { minLength: 1, selector: ({ name, id }) => `${name} ${id}` })
const struct = fc
  .record({ ...leaf, keyed }, { requiredKeys: [] })
  .filter((value) => Object.keys(value).length > 0)
/** Valid, without nulls and without empty maps and lists, which are leaves of their own kind. */
const widget: fc.Arbitrary<JsonObject> = fc.record({ ...leaf, keyed, struct }, { requiredKeys: [] })

test('merging a thing into itself changes nothing', () => {
  fc.assert(
    fc.property(widget, (value) => {
      expect(validateTyped(value, widgetSchema)).toEqual([])
      expect(mergeTyped(value, value, widgetSchema)).toEqual(value)
    }),
  )
})

test('comparing the merge with the config finds only what is live alone', () => {
  fc.assert(
    fc.property(widget, widget, (live, config) => {
      const merged = mergeTyped(live, config, widgetSchema)
      const { added, modified } = compareTyped(merged, config, widgetSchema)

      expect(added.isEmpty).toBe(true)
      expect(modified.isEmpty).toBe(true)
    }),
  )
})

test('comparing forth and back swaps added and removed', () => {
  fc.assert(
    fc.property(widget, widget, (a, b) => {
      const forth = compareTyped(a, b, widgetSchema)
      const back = compareTyped(b, a, widgetSchema)

      expect(forth.added.equals(back.removed)).toBe(true)
      expect(forth.modified.equals(back.modified)).toBe(true)
    }),
  )
})

test('what a config sets is extracted from the merge with its values', () => {
  fc.assert(
    fc.property(widget, widget, (live, config) => {
      const merged = mergeTyped(live, config, widgetSchema)
      const own: Json = extractFields(merged, fieldSetOf(config, widgetSchema), widgetSchema)
      const { added, modified, removed } = compareTyped(config, own ?? {}, widgetSchema)

      expect([added.size, modified.size, removed.size]).toEqual([0, 0, 0])
    }),
  )
})

function apply(live: JsonObject | undefined, manager: string, config: JsonObject): ServerSideApplied {
  return applyServerSide({
    live,
    config,
    manager,
    apiVersion: 'example.org/v1',
    force: true,
    time: '2026-01-01T00:00:00Z',
    schemaOf: () => widgetSchema,
  })
}

function applied(live: JsonObject | undefined, manager: string, config: JsonObject): JsonObject {
  const result = apply(live, manager, config)
  if (result.kind === 'conflict') throw new Error('a forced apply has no conflicts')
  return result.object
}

test('applying the same again changes nothing', () => {
  fc.assert(
    fc.property(widget, widget, widget, (first, second, config) => {
      const live = applied(applied(applied(undefined, 'a', first), 'b', second), 'a', config)

      expect(apply(live, 'a', config)).toEqual({ kind: 'applied', object: live, isChanged: false })
    }),
  )
})

test('a manager that applies nothing leaves what the others set', () => {
  fc.assert(
    fc.property(widget, widget, (first, second) => {
      const live = applied(applied(undefined, 'a', first), 'b', second)
      const { metadata: _, ...left } = applied(live, 'a', {})
      const { added, modified, removed } = compareTyped(second, left, widgetSchema)

      expect([added.size, modified.size, removed.size]).toEqual([0, 0, 0])
    }),
  )
})
