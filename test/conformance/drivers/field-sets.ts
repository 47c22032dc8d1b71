import assert from 'node:assert/strict'
import { elementText } from '../../../src/kube/field-path.ts'
import type { FieldSet } from '../../../src/kube/field-set.ts'
import { reconcileFields } from '../../../src/kube/field-set-schema.ts'
import { formatFieldsV1, parseElement, parseFieldsV1 } from '../../../src/kube/fields-v1.ts'
import { type Drivers, expectOf, type Row } from '../row.ts'
import { type SmdSet, schemaOf, setOf } from './smd-schema.ts'

export const fieldSetDrivers: Drivers = { 'ssa/fieldsv1': fieldsV1, 'ssa/reconcile-schema': reconcile }

function fieldsV1(row: Row): void {
  const { text, pathElement } = row.input as { text?: string; pathElement?: string }
  if (text !== undefined) readSet(row, text)
  else readElement(row, String(pathElement))
}

/** The API server hands the fields out as JSON: a text that is none never comes as far as our reader. */
function readSet(row: Row, text: string): void {
  const wanted = expectOf<{ error?: true; roundTrip?: true }>(row)
  const read = (): FieldSet => parseFieldsV1(JSON.parse(text))
  if (wanted.error) assert.throws(read)
  else if (wanted.roundTrip === undefined) read()
  else assert.equal(JSON.stringify(formatFieldsV1(read())), text)
}

function readElement(row: Row, text: string): void {
  const wanted = expectOf<{ error?: true; canonical?: string }>(row)
  if (wanted.error) assert.throws(() => elementOf(text))
  else assert.equal(elementOf(text), wanted.canonical)
}

function elementOf(text: string): string {
  const element = parseElement(text)
  if (element === undefined) throw new Error('no element of a known kind')
  return elementText(element)
}

interface Reconcile {
  readonly type: string
  readonly newSchema: string
  readonly oldFields: SmdSet
}

/** Null where nothing had to change. */
function reconcile(row: Row): void {
  const { type, newSchema, oldFields } = row.input as Reconcile
  const { fields } = expectOf<{ fields: SmdSet | null }>(row)
  const reconciled = reconcileFields(setOf(oldFields), schemaOf(newSchema, type))
  assert.deepEqual(formatFieldsV1(reconciled), (fields ?? oldFields).fieldsV1)
}
