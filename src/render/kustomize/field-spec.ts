import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { Gvk } from './resource-id.ts'
import type { ValuePath } from './shared-values.ts'

/** A field in the objects that its group, version and kind select; each absent part selects any. */
export interface FieldSpec extends Partial<Gvk> {
  /** `/` between names, `\/` for a slash in one; lists are entered unasked; `name[]` demands a list. */
  readonly path: string
  /** What is missing on the way is made. */
  readonly create?: boolean
}

/** What a missing field becomes before its value is set. */
export type Created = 'map' | 'scalar'

/** `path` is where the value stands, list positions included. */
export type ChangeValue = (value: Json, path: ValuePath) => Json

export class FieldError extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/**
 * The object with `change` applied to every value at the path. What does not change is shared, and an object in
 * which nothing changes is returned as it is. Throws `FieldError` for a scalar on the way.
 */
export function updateField(
  object: JsonObject,
  spec: FieldSpec,
  created: Created | undefined,
  change: ChangeValue,
): JsonObject {
  const walk: Walk = { spec, created: spec.create ? created : undefined, change }
  const result = visit(object, splitPath(spec.path), walk, [])
  return isJsonObject(result) ? result : object
}

interface Walk {
  readonly spec: FieldSpec
  readonly created: Created | undefined
  readonly change: ChangeValue
}

export function splitPath(path: string): readonly string[] {
  return path
    .replace(/^\//, '')
    .split(/(?<!\\)\//)
    .map((part) => part.replaceAll('\\/', '/'))
}

function visit(value: Json, path: readonly string[], walk: Walk, here: ValuePath): Json {
  if (path.length === 0) return walk.change(value, here)
  if (value === null) return value
  if (isList(value)) return mapShared(value, (item, index) => visit(item, path, walk, [...here, index]))
  if (isJsonObject(value)) return visitMap(value, path, walk, here)
  throw new FieldError(walk.spec.path, 'expected sequence or mapping node')
}

function visitMap(
  map: JsonObject,
  [step = '', ...rest]: readonly string[],
  walk: Walk,
  here: ValuePath,
): Json {
  const demandsList = step.endsWith('[]')
  const name = demandsList ? step.slice(0, -2) : step
  const present = getOwn(map, name)
  const made = demandsList ? [] : emptyOf(rest.length === 0 ? walk.created : walk.created && 'map')
  if (present === undefined && (demandsList || made === undefined)) return map
  const start = present === undefined || present === null ? (made ?? null) : present
  const next = visit(start, rest, walk, [...here, name])
  return next === present ? map : { ...map, [name]: next }
}

function emptyOf(created: Created | undefined): Json | undefined {
  return created === undefined ? undefined : created === 'map' ? {} : ''
}

function mapShared(list: readonly Json[], change: (item: Json, index: number) => Json): readonly Json[] {
  const next = list.map(change)
  return next.some((item, index) => item !== list[index]) ? next : list
}
