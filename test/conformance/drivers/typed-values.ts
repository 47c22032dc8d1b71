import assert from 'node:assert/strict'
import { compareTyped } from '../../../src/kube/compare-typed.ts'
import { fieldSetOf } from '../../../src/kube/field-set-of.ts'
import { formatFieldsV1 } from '../../../src/kube/fields-v1.ts'
import { mergeTyped } from '../../../src/kube/merge-typed.ts'
import { extractFields, removeFields } from '../../../src/kube/remove-fields.ts'
import { validateTyped } from '../../../src/kube/validate-typed.ts'
import { type Drivers, expectOf, type Row } from '../row.ts'
import { type SmdSet, schemaOf, setOf, yamlValue } from './smd-schema.ts'

/** What structured-merge-diff does with one or two objects of a schema. */
export const typedValueDrivers: Drivers = {
  'ssa/compare': compare,
  'ssa/remove-extract': removeExtract,
  'ssa/reversible-extract': reversibleExtract,
  'ssa/to-field-set': toFieldSet,
  'ssa/typed-merge': merge,
  'ssa/validate': validate,
}

interface Typed {
  readonly schema: string
  readonly type: string
}

function compare(row: Row): void {
  const { schema, type, lhs, rhs } = row.input as Typed & { lhs: string; rhs: string }
  const wanted = expectOf<{ [change in 'added' | 'modified' | 'removed']: SmdSet }>(row)

  const { added, modified, removed } = compareTyped(yamlValue(lhs), yamlValue(rhs), schemaOf(schema, type))

  assert.deepEqual(
    { added: formatFieldsV1(added), modified: formatFieldsV1(modified), removed: formatFieldsV1(removed) },
    {
      added: wanted.added.fieldsV1,
      modified: wanted.modified.fieldsV1,
      removed: wanted.removed.fieldsV1,
    },
  )
}

function removeExtract(row: Row): void {
  const { schema, type, object, set } = row.input as Typed & { object: string; set: SmdSet }
  const wanted = expectOf<{ removed: string; extracted: string }>(row)
  const given = [yamlValue(object), setOf(set), schemaOf(schema, type)] as const

  if (wanted.removed !== unparseable) assert.deepEqual(removeFields(...given), yamlValue(wanted.removed))
  if (wanted.extracted !== unparseable) assert.deepEqual(extractFields(...given), yamlValue(wanted.extracted))
}

/** What is left is no object of its type, and their test looks at it no further. */
const unparseable = 'unparseable'

/** What was laid over an object is what is taken out of it again. */
function reversibleExtract(row: Row): void {
  const { schema, type, object, partial } = row.input as Typed & { object: string; partial: string }
  const typed = schemaOf(schema, type)
  const merged = mergeTyped(yamlValue(object), yamlValue(partial), typed)

  const extracted = extractFields(merged, fieldSetOf(yamlValue(partial), typed), typed)

  assert.deepEqual(extracted, yamlValue(expectOf<{ extracted: string }>(row).extracted))
}

function toFieldSet(row: Row): void {
  const { schema, type, object } = row.input as Typed & { object: string }
  const set = fieldSetOf(yamlValue(object), schemaOf(schema, type))
  assert.deepEqual(formatFieldsV1(set), expectOf<{ set: SmdSet }>(row).set.fieldsV1)
}

function merge(row: Row): void {
  const { schema, type, lhs, rhs } = row.input as Typed & { lhs: string; rhs: string }
  const merged = mergeTyped(yamlValue(lhs), yamlValue(rhs), schemaOf(schema, type))
  assert.deepEqual(merged, yamlValue(expectOf<{ out: string }>(row).out))
}

function validate(row: Row): void {
  const { schema, type, object } = row.input as Typed & { object: string }
  const { valid } = expectOf<{ valid: boolean | 'duplicates' }>(row)
  const isValid = (allowDuplicates: boolean): boolean =>
    validateTyped(yamlValue(object), schemaOf(schema, type), { allowDuplicates }).length === 0

  assert.equal(isValid(false), valid === true)
  if (valid === 'duplicates') assert.equal(isValid(true), true)
}
