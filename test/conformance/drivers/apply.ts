import assert from 'node:assert/strict'
import { elementText } from '../../../src/kube/field-path.ts'
import { FieldSet } from '../../../src/kube/field-set.ts'
import { fieldSetOf } from '../../../src/kube/field-set-of.ts'
import { formatFieldsV1 } from '../../../src/kube/fields-v1.ts'
import type { Json } from '../../../src/kube/json.ts'
import { applyConfig, type Managers, recordUpdate } from '../../../src/kube/managers.ts'
import { mergeTyped } from '../../../src/kube/merge-typed.ts'
import { extractFields } from '../../../src/kube/remove-fields.ts'
import { anySchema, type Schema } from '../../../src/kube/schema.ts'
import { validateTyped } from '../../../src/kube/validate-typed.ts'
import { type Drivers, expectOf, type Row } from '../row.ts'
import { type SmdSet, setOf, smdSchema, yamlValue } from './smd-schema.ts'

/** Sequences of applies and updates by several managers. */
export const applyDrivers: Drivers = { 'ssa/merge': merge }

type Parser =
  | { readonly deduced: true }
  | { readonly schema: string; readonly type: string | null; readonly perVersion: boolean }

type Op =
  | { readonly op: 'ChangeParser'; readonly parser: Parser }
  | {
      readonly op: 'Apply' | 'ForceApply' | 'ExtractApply' | 'Update'
      readonly manager: string
      readonly apiVersion: string
      readonly object: string
      readonly conflicts?: readonly { readonly manager: string; readonly path: readonly string[] }[] | boolean
    }

interface Merge {
  readonly parser: Parser
  readonly converter: string | null
  readonly ignoredFields?: { readonly [version: string]: SmdSet }
  readonly ops: readonly Op[]
}

interface Expected {
  readonly object: string | null
  readonly managed: {
    readonly [manager: string]: { readonly apiVersion: string; readonly set: SmdSet }
  } | null
}

interface State {
  readonly live: Json
  readonly managers: Managers
  readonly schemaOf: (version: string) => Schema | undefined
}

/** Fields that are named otherwise in another version are converted by no code of ours. */
function merge(row: Row): void {
  const { parser, converter, ignoredFields = {}, ops } = row.input as Merge
  assert.equal(converter, null)
  const sets = new Map(Object.entries(ignoredFields).map(([version, set]) => [version, setOf(set)]))
  const start: State = { live: null, managers: new Map(), schemaOf: schemasOf(parser) }

  const end = ops.reduce((state, op) => perform(state, op, sets), start)

  const wanted = expectOf<Expected>(row)
  if (wanted.object !== null) assert.deepEqual(end.live, yamlValue(wanted.object))
  if (wanted.managed !== null) assert.deepEqual(formatManagers(end.managers), formatExpected(wanted.managed))
}

function schemasOf(parser: Parser): State['schemaOf'] {
  if ('deduced' in parser) return () => anySchema
  const typeOf = smdSchema(parser.schema)
  return (version) => typeOf(parser.perVersion || parser.type === null ? version : parser.type)
}

function perform(state: State, op: Op, ignoredFields: ReadonlyMap<string, FieldSet>): State {
  if (op.op === 'ChangeParser') return { ...state, schemaOf: schemasOf(op.parser) }
  const { manager, apiVersion } = op
  const ignored = ignoredFields.get(apiVersion)
  const write = { ...state, manager, apiVersion, ...(ignored && { ignored }) }
  const schema = state.schemaOf(apiVersion) ?? anySchema
  const given = yamlValue(op.object)
  if (op.op === 'Update') {
    return { ...state, live: given, managers: recordUpdate({ ...write, updated: given }) }
  }
  assert.deepEqual(validateTyped(given, schema), [])
  const config = op.op === 'ExtractApply' ? mergeTyped(ownOf(state, manager, schema), given, schema) : given
  const applied = applyConfig({ ...write, config, force: op.op === 'ForceApply' })
  const wanted = op.conflicts ?? []
  if (applied.kind === 'conflict') {
    assert.notEqual(wanted, [])
    if (Array.isArray(wanted)) assert.deepEqual(textsOf(applied.conflicts), wanted.map(conflictText).sort())
    return state
  }
  assert.deepEqual(wanted, [])
  return { ...state, live: applied.object, managers: applied.managers }
}

/** What the manager applied last, as it is now. */
function ownOf({ live, managers }: State, manager: string, schema: Schema): Json {
  const fields = managers.get(manager)?.fields ?? FieldSet.empty
  return live === null ? null : extractFields(live, fields.intersection(fieldSetOf(live, schema)), schema)
}

function textsOf(
  conflicts: readonly {
    manager: string
    path: Parameters<typeof elementText>[0][] | readonly Parameters<typeof elementText>[0][]
  }[],
): readonly string[] {
  return conflicts.map(({ manager, path }) => conflictText({ manager, path: path.map(elementText) })).sort()
}

function conflictText({ manager, path }: { manager: string; path: readonly string[] }): string {
  return `${manager} ${path.join(' ')}`
}

function formatManagers(managers: Managers) {
  return Object.fromEntries(
    [...managers].map(([name, { apiVersion, fields }]) => [
      name,
      { apiVersion, set: formatFieldsV1(fields) },
    ]),
  )
}

function formatExpected(managed: NonNullable<Expected['managed']>) {
  return Object.fromEntries(
    Object.entries(managed).map(([name, { apiVersion, set }]) => [name, { apiVersion, set: set.fieldsV1 }]),
  )
}
