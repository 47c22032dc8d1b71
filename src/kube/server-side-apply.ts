import type { FieldPath } from './field-path.ts'
import { FieldSet } from './field-set.ts'
import { isJsonObject, isList, type Json, type JsonObject } from './json.ts'
import {
  capUpdates,
  type EntryIdentity,
  identityText,
  type ManagedState,
  managedFieldsOf,
  nothingManaged,
  parseIdentity,
  readManaged,
  withManaged,
  withOwned,
  withoutManagedFields,
  withoutUntracked,
} from './manager-entries.ts'
import { applyConfig, type Managers, recordUpdate, type Write } from './managers.ts'
import { compareText } from './object-key.ts'
import type { Schema } from './schema.ts'

/** A request that writes an object, as field ownership sees it. Objects carry their `metadata.managedFields`. */
export interface ObjectWrite {
  /** Undefined where there is no object yet. */
  readonly live: JsonObject | undefined
  readonly manager: string
  readonly apiVersion: string
  /** `status`, `scale`; absent for the main resource. */
  readonly subresource?: string
  /** RFC 3339: when the request came. */
  readonly time: string
  /** The schema of an API version; undefined where the version is served no more: its owners are forgotten. */
  readonly schemaOf: (apiVersion: string) => Schema | undefined
  /** Fields that nobody owns through this endpoint: `status` on the main one. */
  readonly ignored?: FieldSet
  /** What a new object is compared with: the empty object of its type, whose parts nobody has set. */
  readonly blank?: JsonObject
}

export interface ServerSideApply extends ObjectWrite {
  /** It fits its schema (`validateTyped`) and has no managed fields. */
  readonly config: JsonObject
  readonly force: boolean
}

export interface ServerSideUpdate extends ObjectWrite {
  readonly updated: JsonObject
}

export type ServerSideApplied =
  /** `isChanged`: something other than the managed fields did. */
  | { readonly kind: 'applied'; readonly object: JsonObject; readonly isChanged: boolean }
  | { readonly kind: 'conflict'; readonly conflicts: readonly ApplyConflict[] }

/** A field that the apply would change and another manager owns. */
export interface ApplyConflict {
  readonly manager: EntryIdentity
  readonly path: FieldPath
}

/**
 * What an apply makes of an object, before defaults and admission. What became empty may be left as null.
 * Source: k8s.io/apimachinery pkg/util/managedfields/internal.
 */
export function applyServerSide(request: ServerSideApply): ServerSideApplied {
  const { live, config, force, time } = request
  const text = identityText({ operation: 'Apply', ...writerOf(request) })
  const state = stateBeforeApply(request)
  const applied = applyConfig({ ...writeOf(request, live, state.managers, text), config, force })
  if (applied.kind === 'conflict') return { kind: 'conflict', conflicts: namedConflicts(applied.conflicts) }
  const times = new Map(state.times)
  if (applied.isChanged) times.set(text, time)
  const managers = withoutUntracked(applied.managers, text)
  const object = isJsonObject(applied.object) ? applied.object : {}
  return { kind: 'applied', object: withManaged(object, { managers, times }), isChanged: applied.isChanged }
}

/** An object from before fields were tracked: all of it is credited to one manager. */
function stateBeforeApply(request: ServerSideApply): ManagedState {
  const { live } = request
  const state = readManaged(managedFieldsOf(live))
  if (state.managers.size > 0 || live === undefined) return state
  return recorded(
    { ...request, manager: 'before-first-apply', live: undefined, updated: live },
    nothingManaged,
  )
}

/**
 * An object after a create, update or patch, with its managed fields: the writer owns what it changed. Managed fields
 * that the request itself gives count, `[]` and `[{}]` clear them, and an object whose fields nobody tracks stays so.
 */
export function updateServerSide(request: ServerSideUpdate): JsonObject {
  const state = stateBeforeUpdate(request)
  if (state.managers.size === 0 && request.live !== undefined) return withoutManagedFields(request.updated)
  return withManaged(request.updated, recorded(request, state))
}

function stateBeforeUpdate({ live, updated, subresource }: ServerSideUpdate): ManagedState {
  const given = managedFieldsOf(updated)
  if (subresource === undefined && isReset(given)) return nothingManaged
  const state = subresource === undefined ? readManaged(given) : nothingManaged
  return state.managers.size > 0 ? state : readManaged(managedFieldsOf(live))
}

function isReset(managedFields: Json | undefined): boolean {
  if (!isList(managedFields) || managedFields.length > 1) return false
  const [only] = managedFields
  return only === undefined || (isJsonObject(only) && Object.keys(only).length === 0)
}

/** Stands for the writer while it is found out what it changed, which then joins what it owned before. */
const current = 'current-operation'

function recorded(request: ServerSideUpdate, state: ManagedState): ManagedState {
  const updated = withoutManagedFields(request.updated)
  const all = withoutUntracked(
    recordUpdate({ ...writeOf(request, request.live ?? request.blank, state.managers, current), updated }),
    current,
  )
  const taken = all.get(current)
  if (!taken) return capUpdates({ managers: all, times: state.times })
  const text = identityText({ operation: 'Update', ...writerOf(request) })
  const fields = taken.fields.union(all.get(text)?.fields ?? FieldSet.empty)
  const managers = withOwned(withOwned(all, current, undefined), text, { ...taken, fields })
  return capUpdates({ managers, times: new Map([...state.times, [text, request.time]]) })
}

function writerOf({ manager, apiVersion, subresource }: ObjectWrite): Omit<EntryIdentity, 'operation'> {
  return { manager, apiVersion, ...(subresource === undefined ? {} : { subresource }) }
}

function writeOf(
  { apiVersion, schemaOf, ignored }: ObjectWrite,
  live: JsonObject | undefined,
  managers: Managers,
  manager: string,
): Write {
  const bare = live === undefined ? null : withoutManagedFields(live)
  return {
    live: bare,
    managers,
    manager,
    apiVersion,
    schemaOf,
    ...(ignored === undefined ? {} : { ignored }),
  }
}

function namedConflicts(
  conflicts: readonly { readonly manager: string; readonly path: FieldPath }[],
): readonly ApplyConflict[] {
  return conflicts
    .toSorted((a, b) => compareText(a.manager, b.manager))
    .map(({ manager, path }) => ({ manager: parseIdentity(manager), path }))
}
