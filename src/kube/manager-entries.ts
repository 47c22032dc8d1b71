import { fieldPath } from './field-path.ts'
import { FieldSet } from './field-set.ts'
import { FieldsV1Error } from './fields-v1.ts'
import { getOwn, isJsonObject, isList, type Json, type JsonObject } from './json.ts'
import { formatManagedFields, type ManagerFields, parseManagedFields } from './managed-fields.ts'
import type { Managers, OwnedFields } from './managers.ts'
import type { ManagedFieldsEntry } from './manifest.ts'
import { compareText } from './object-key.ts'

/** What tells entries apart: an apply keeps its entry when its API version changes, an update does not. */
export interface EntryIdentity {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  /** Of updates only. */
  readonly apiVersion?: string
  readonly subresource?: string
}

/** The managed fields of an object by the text of their entry's identity. */
export interface ManagedState {
  readonly managers: Managers
  readonly times: ReadonlyMap<string, string>
}

export const nothingManaged: ManagedState = { managers: new Map(), times: new Map() }

export function identityText(identity: EntryIdentity): string {
  const { manager, operation, apiVersion, subresource } = identity
  return JSON.stringify({ manager, operation, ...(operation === 'Update' && { apiVersion }), subresource })
}

export function parseIdentity(text: string): EntryIdentity {
  return JSON.parse(text)
}

/** Entries that cannot be read count as none. */
export function readManaged(entries: Json | undefined): ManagedState {
  if (!isList(entries) || !entries.every(isEntry)) return nothingManaged
  try {
    return stateOf(parseManagedFields(entries))
  } catch (error) {
    if (error instanceof FieldsV1Error) return nothingManaged
    throw error
  }
}

function isEntry(entry: Json): entry is JsonObject & ManagedFieldsEntry {
  return (
    isJsonObject(entry) &&
    typeof entry.manager === 'string' &&
    (entry.operation === 'Apply' || entry.operation === 'Update') &&
    typeof entry.apiVersion === 'string' &&
    entry.fieldsType === 'FieldsV1'
  )
}

function stateOf(entries: readonly ManagerFields[]): ManagedState {
  const managers = new Map<string, OwnedFields>()
  const times = new Map<string, string>()
  for (const entry of entries) {
    const identity = identityText(entry)
    const { apiVersion, fields, time } = entry
    managers.set(identity, { apiVersion, fields, isApplied: entry.operation === 'Apply' })
    if (time !== undefined) times.set(identity, time)
  }
  return { managers, times }
}

export function managedFieldsOf(object: JsonObject | undefined): Json | undefined {
  const metadata = object && getOwn(object, 'metadata')
  return isJsonObject(metadata) ? getOwn(metadata, 'managedFields') : undefined
}

export function withoutManagedFields(object: JsonObject): JsonObject {
  const metadata = getOwn(object, 'metadata')
  if (!isJsonObject(metadata) || !Object.hasOwn(metadata, 'managedFields')) return object
  const { managedFields: _, ...others } = metadata
  return { ...object, metadata: others }
}

/** The object with its managed fields written in the API server's order: applies, then updates, oldest first. */
export function withManaged(object: JsonObject, { managers, times }: ManagedState): JsonObject {
  const bare = withoutManagedFields(object)
  if (managers.size === 0) return bare
  const entries = [...managers].map(([text, { apiVersion, fields }]): ManagerFields => {
    const time = times.get(text)
    return { ...parseIdentity(text), apiVersion, fields, ...(time === undefined ? {} : { time }) }
  })
  const metadata = getOwn(bare, 'metadata')
  const managedFields = formatManagedFields(entries.sort(compareEntries))
  return { ...bare, metadata: { ...(isJsonObject(metadata) ? metadata : {}), managedFields } }
}

function compareEntries(a: ManagerFields, b: ManagerFields): number {
  return (
    compareText(a.operation, b.operation) ||
    secondsOf(a.time) - secondsOf(b.time) ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource ?? '', b.subresource ?? '')
  )
}

function secondsOf(time: string | undefined): number {
  return time === undefined ? 0 : Math.floor(Date.parse(time) / 1000)
}

const untracked: FieldSet = FieldSet.of([
  fieldPath('apiVersion'),
  fieldPath('kind'),
  fieldPath('metadata'),
  ...['name', 'namespace', 'creationTimestamp', 'selfLink', 'uid', 'clusterName', 'generation'].map((name) =>
    fieldPath('metadata', name),
  ),
  fieldPath('metadata', 'managedFields'),
  fieldPath('metadata', 'resourceVersion'),
])

/** Identity and what the server keeps itself is owned by nobody. */
export function withoutUntracked(managers: Managers, text: string): Managers {
  const owned = managers.get(text)
  return owned
    ? withOwned(managers, text, { ...owned, fields: owned.fields.difference(untracked) })
    : managers
}

/** A manager that owns nothing has no entry. */
export function withOwned(managers: Managers, text: string, owned: OwnedFields | undefined): Managers {
  const all = new Map(managers)
  if (owned === undefined || owned.fields.isEmpty) all.delete(text)
  else all.set(text, owned)
  return all
}

const mostUpdates = 10

/**
 * At most ten entries of updates are kept: the oldest of one API version become one, `ancient-changes`.
 * Source: k8s.io/apimachinery pkg/util/managedfields/internal/capmanagers.go.
 */
export function capUpdates(state: ManagedState): ManagedState {
  const managers = new Map(state.managers)
  const times = new Map(state.times)
  const updates = [...managers.keys()].filter((text) => managers.get(text)?.isApplied === false)
  const oldest = updates.sort(
    (a, b) => secondsOf(times.get(a)) - secondsOf(times.get(b)) || compareText(a, b),
  )
  const firsts = new Map<string, string>()
  let count = updates.length
  for (const text of oldest) {
    if (count <= mostUpdates) break
    const owned = managers.get(text)
    if (!owned) continue
    const { apiVersion } = owned
    const first = firsts.get(apiVersion)
    if (first === undefined) {
      firsts.set(apiVersion, text)
      continue
    }
    const bucket = identityText({ manager: 'ancient-changes', operation: 'Update', apiVersion })
    const before = managers.get(bucket) ?? managers.get(first)
    if (!managers.has(bucket)) managers.delete(first)
    managers.delete(text)
    managers.set(bucket, { ...owned, fields: owned.fields.union(before?.fields ?? FieldSet.empty) })
    times.set(bucket, times.get(text) ?? '')
    count--
  }
  return { managers, times }
}
