import { compareTyped, type TypedComparison } from './compare-typed.ts'
import type { FieldPath } from './field-path.ts'
import { FieldSet } from './field-set.ts'
import { fieldSetOf } from './field-set-of.ts'
import { reconcileFields, withNamedFields } from './field-set-schema.ts'
import type { Json } from './json.ts'
import { mergeTyped } from './merge-typed.ts'
import { removeFields } from './remove-fields.ts'
import type { Schema } from './schema.ts'
import { equalValues } from './typed-value.ts'

/** What one manager owns, in the API version in which it wrote last. */
export interface OwnedFields {
  readonly apiVersion: string
  readonly fields: FieldSet
  readonly isApplied: boolean
}

/** Owned fields by whatever tells managers apart. */
export type Managers = ReadonlyMap<string, OwnedFields>

/** A field that another manager owns and the apply would change. */
export interface ManagerConflict {
  readonly manager: string
  readonly path: FieldPath
}

export interface Write {
  /** Null where there is no object yet. */
  readonly live: Json
  readonly managers: Managers
  readonly manager: string
  readonly apiVersion: string
  /** The schema of an API version; undefined where the version is served no more: its owners are forgotten. */
  readonly schemaOf: (apiVersion: string) => Schema | undefined
  /** Fields that nobody owns through this endpoint, by API version: `status` on the main one. */
  readonly ignored?: FieldSet
}

export interface ApplyWrite extends Write {
  readonly config: Json
  readonly force: boolean
}

export interface UpdateWrite extends Write {
  readonly updated: Json
}

export type Applied =
  | {
      readonly kind: 'applied'
      readonly object: Json
      readonly isChanged: boolean
      readonly managers: Managers
    }
  | { readonly kind: 'conflict'; readonly conflicts: readonly ManagerConflict[] }

/**
 * Lays a config over the live object for a manager: fields that it no longer sets and nobody else owns are removed,
 * fields that others own and it would change are conflicts, or taken when forced. Values are converted between API
 * versions by keeping them.
 * Source: sigs.k8s.io/structured-merge-diff merge/update.go, Apply.
 */
export function applyConfig(write: ApplyWrite): Applied {
  const { live, config, manager, apiVersion } = write
  const schema = schemaFor(write)
  const managers = new Map(reconcileManagers(write))
  const last = managers.get(manager)
  const fields = fieldSetOf(config, schema).withoutTrees(write.ignored ?? FieldSet.empty)
  managers.set(manager, { apiVersion, fields, isApplied: true })
  const object = prune(mergeTyped(live, config, schema), last, managers, write)
  const taken = takeFields(write, object, managers)
  if (taken.conflicts.length > 0 && !write.force) return { kind: 'conflict', conflicts: taken.conflicts }
  return { kind: 'applied', object, isChanged: !equalValues(live, object), managers: taken.managers }
}

/**
 * Who owns what after a write that says the whole object: the writer owns what it changed or added, and what it owned
 * before and is still there.
 * Source: sigs.k8s.io/structured-merge-diff merge/update.go, Update.
 */
export function recordUpdate(write: UpdateWrite): Managers {
  const { updated, manager, apiVersion } = write
  const managers = new Map(reconcileManagers(write))
  const { comparison, managers: others } = takeFields(write, updated, managers)
  const { added, modified, removed } = comparison
  const before = managers.get(manager)?.fields ?? FieldSet.empty
  const fields = before
    .difference(removed)
    .union(modified)
    .union(added)
    .withoutTrees(write.ignored ?? FieldSet.empty)
  return withManager(others, manager, { apiVersion, fields, isApplied: false })
}

function schemaFor({ schemaOf, apiVersion }: Write): Schema {
  const schema = schemaOf(apiVersion)
  if (!schema) throw new TypeError(`no schema for ${apiVersion}`)
  return schema
}

function withManager(managers: Managers, manager: string, owned: OwnedFields): Managers {
  const all = new Map(managers)
  if (owned.fields.isEmpty) all.delete(manager)
  else all.set(manager, owned)
  return all
}

function* reconcileManagers({ managers, schemaOf }: Write): Generator<[string, OwnedFields]> {
  for (const [manager, owned] of managers) {
    const schema = schemaOf(owned.apiVersion)
    if (schema) yield [manager, { ...owned, fields: reconcileFields(owned.fields, schema) }]
  }
}

interface Taken {
  readonly comparison: TypedComparison
  readonly conflicts: readonly ManagerConflict[]
  readonly managers: Managers
}

/** What the other managers lose by a write, and what of it is in conflict. */
function takeFields(write: Write, after: Json, managers: Managers): Taken {
  const comparisons = new Map<string, TypedComparison>()
  const compareIn = (apiVersion: string, schema: Schema): TypedComparison => {
    const known = comparisons.get(apiVersion)
    if (known) return known
    const comparison = withoutIgnored(compareTyped(write.live, after, schema), write.ignored)
    comparisons.set(apiVersion, comparison)
    return comparison
  }
  const conflicts: ManagerConflict[] = []
  const left = new Map<string, OwnedFields>()
  for (const [manager, owned] of managers) {
    const schema = write.schemaOf(owned.apiVersion)
    if (manager === write.manager || !schema) {
      if (manager === write.manager && !owned.fields.isEmpty) left.set(manager, owned)
      continue
    }
    const { added, modified, removed } = compareIn(owned.apiVersion, schema)
    const contested = owned.fields.intersection(modified.union(added))
    for (const path of contested.paths()) conflicts.push({ manager, path })
    const fields = owned.fields.difference(contested).difference(removed)
    if (!fields.isEmpty) left.set(manager, { ...owned, fields })
  }
  return { comparison: compareIn(write.apiVersion, schemaFor(write)), conflicts, managers: left }
}

function withoutIgnored(comparison: TypedComparison, ignored: FieldSet | undefined): TypedComparison {
  if (!ignored) return comparison
  return {
    added: comparison.added.withoutTrees(ignored),
    modified: comparison.modified.withoutTrees(ignored),
    removed: comparison.removed.withoutTrees(ignored),
  }
}

/** Takes out what the manager applied last time and nobody owns now. */
function prune(merged: Json, last: OwnedFields | undefined, managers: Managers, { schemaOf }: Write): Json {
  const schema = last && schemaOf(last.apiVersion)
  if (!last || last.fields.isEmpty || !schema) return merged
  const lastFields = withNamedFields(last.fields, schema)
  let pruned = removeFields(merged, lastFields, schema)
  for (const [version, owned] of ownedByVersion(managers, last.apiVersion)) {
    const versionSchema = schemaOf(version)
    if (versionSchema) pruned = addBackOwned(merged, pruned, owned, versionSchema)
  }
  const gone = namedFieldsOf(merged, schema).difference(namedFieldsOf(pruned, schema))
  return removeFields(merged, gone.intersection(lastFields), schema)
}

function namedFieldsOf(value: Json, schema: Schema): FieldSet {
  return withNamedFields(fieldSetOf(value, schema), schema)
}

/** The version that is pruned in comes first. */
function ownedByVersion(managers: Managers, first: string): ReadonlyMap<string, FieldSet> {
  const versions = new Map<string, FieldSet>([[first, FieldSet.empty]])
  for (const { apiVersion, fields } of managers.values()) {
    versions.set(apiVersion, fields.union(versions.get(apiVersion) ?? FieldSet.empty))
  }
  return versions
}

function addBackOwned(merged: Json, pruned: Json, owned: FieldSet, schema: Schema): Json {
  const kept = namedFieldsOf(pruned, schema).union(withNamedFields(owned, schema))
  return removeFields(merged, namedFieldsOf(merged, schema).difference(kept), schema)
}
