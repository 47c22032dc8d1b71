import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../../src/kube/canonical-json.ts'
import type { Json } from '../../../src/kube/json.ts'
import { parseYamlValue } from '../../../src/kube/yaml.ts'
import { printGoYaml } from '../../../src/render/go-yaml/print-yaml.ts'

const traps = [
  'yes',
  '0644',
  '1_000',
  '~',
  '',
  '<<',
  '3.10',
  '2026-01-02',
  '1:20',
  '---',
  '*a',
  '#',
  'a: b',
  '.inf',
]
const text = fc.oneof(fc.constantFrom(...traps), fc.string(), fc.string({ unit: 'grapheme' }))
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isExact),
)
/** A key `<<` is printed without quotes, as by kustomize, and read back as a merge. */
const key = fc.oneof(text, fc.constantFrom('__proto__', 'constructor')).filter((key) => key !== '<<')
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4 },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('json')), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
  ),
}))

/** Whole numbers beyond 2^53 are refused on reading, and -0 is 0 in JSON. */
function isExact(value: number): boolean {
  return (!Number.isInteger(value) || Number.isSafeInteger(value)) && !Object.is(value, -0)
}

test('what is printed is read back as the same value', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(parseYamlValue(printGoYaml(value)).value)).toBe(canonicalJson(value))
    }),
  )
})

test('JSON text is read as JSON reads it', () => {
  fc.assert(
    fc.property(json, (value) => {
      const printed = JSON.stringify(value, null, 2)
      expect(JSON.stringify(parseYamlValue(printed).value)).toBe(
        printed === 'null' ? 'null' : JSON.stringify(value),
      )
    }),
  )
})
