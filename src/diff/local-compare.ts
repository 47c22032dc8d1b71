import { type FieldPath, field, fieldPath } from '../kube/field-path.ts'
import { getOwn, isList } from '../kube/json.ts'
import type { LiveMap, LiveValue } from '../kube/manifest.ts'
import { anySchema, type ListSchema, type MapSchema, type Schema } from '../kube/schema.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { itemFinder, itemsOf } from './list-items.ts'
import { isAbsent, sameScalar, sameValue } from './same-value.ts'

/** One field in which Git and the cluster differ, as far as can be seen without asking the API server. */
export interface Difference {
  readonly path: FieldPath
  /** Undefined: Git does not set it any more. */
  readonly git: LiveValue | undefined
  /** Undefined: the cluster does not have it. */
  readonly live: LiveValue | undefined
}

export interface LocalCompareOptions {
  readonly schema: Schema
  /** The API server drops empty lists and maps of the kind, as it does for built-in ones. */
  readonly dropsEmpty: boolean
}

/**
 * What Git says against what is live; what Git does not say is not looked at. Lists are compared by their keys, wholes
 * as wholes. It errs on one side only: what is equal here is equal, what differs here may still mean the same to the API
 * server. Both must be in the same version.
 */
export function compareLocally(
  desired: LiveMap,
  live: LiveMap,
  options: LocalCompareOptions,
): readonly Difference[] {
  const { metadata, ...rest } = withoutIdentity(desired)
  const { schema } = options
  const bare = isLiveMap(metadata) ? withoutName(metadata) : {}
  return [
    ...fieldsOf(
      bare,
      live.metadata,
      fieldPath('metadata'),
      schema.map?.get('metadata') ?? anySchema,
      options,
    ),
    ...fieldsOf(rest, live, [], schema, options),
  ]
}

function withoutIdentity(object: LiveMap): LiveMap {
  const { apiVersion: _a, kind: _k, ...rest } = object
  return rest
}

function withoutName(metadata: LiveMap): LiveMap {
  const { name: _n, namespace: _s, ...rest } = metadata
  return rest
}

function compareAt(
  git: LiveValue | undefined,
  live: LiveValue | undefined,
  path: FieldPath,
  schema: Schema,
  options: LocalCompareOptions,
): readonly Difference[] {
  if (isAbsent(git)) return []
  if (isList(git)) return listsOf(git, live, path, schema, options)
  if (isLiveMap(git)) return mapsOf(git, live, path, schema, options)
  if (!isAbsent(live) && sameScalar(git, live, schema)) return []
  return [differ(path, git, live)]
}

function mapsOf(
  git: LiveMap,
  live: LiveValue | undefined,
  path: FieldPath,
  schema: Schema,
  options: LocalCompareOptions,
): readonly Difference[] {
  const isEmpty = Object.keys(git).length === 0
  if (isAbsent(live) && isEmpty) {
    return options.dropsEmpty && takesAnyKey(schema.map) ? [] : [differ(path, git, live)]
  }
  if (!isAbsent(live) && !isLiveMap(live)) return [differ(path, git, live)]
  if (schema.map?.isAtomic === true) return sameValue(git, live, schema) ? [] : [differ(path, git, live)]
  return fieldsOf(git, live, path, schema, options)
}

function fieldsOf(
  git: LiveMap,
  live: LiveValue | undefined,
  path: FieldPath,
  schema: Schema,
  options: LocalCompareOptions,
): readonly Difference[] {
  const other = isLiveMap(live) ? live : {}
  return Object.keys(git).flatMap((name) =>
    compareAt(
      getOwn(git, name),
      getOwn(other, name),
      [...path, field(name)],
      schema.map?.get(name) ?? anySchema,
      options,
    ),
  )
}

function listsOf(
  git: readonly LiveValue[],
  live: LiveValue | undefined,
  path: FieldPath,
  schema: Schema,
  options: LocalCompareOptions,
): readonly Difference[] {
  if (isAbsent(live)) {
    if (git.length === 0) return options.dropsEmpty ? [] : [differ(path, git, live)]
  } else if (!isList(live)) return [differ(path, git, live)]
  const items = itemsOf(git, schema.list, true)
  if (items === undefined) return sameValue(git, live, schema) ? [] : [differ(path, git, live)]
  const find = itemFinder(isAbsent(live) ? [] : live, schema.list)
  return items.flatMap(({ element, value }) => {
    const other = find(element)
    const at = [...path, element]
    return other === undefined
      ? [differ(at, value, undefined)]
      : compareAt(value, other, at, itemSchema(schema.list), options)
  })
}

function itemSchema(list: ListSchema | undefined): Schema {
  return list?.item ?? anySchema
}

/** A map of free keys, such as labels, and not one of declared fields. */
function takesAnyKey(map: MapSchema | undefined): boolean {
  return map !== undefined && !map.declares('') && map.get('') !== undefined
}

function differ(path: FieldPath, git: LiveValue, live: LiveValue | undefined): Difference {
  return { path, git, live: isAbsent(live) ? undefined : live }
}
