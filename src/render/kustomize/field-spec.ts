import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { Gvk } from './resource-id.ts'

/** A field in the objects that its group, version and kind select; each absent part selects any. */
export interface FieldSpec extends Partial<Gvk> {
  /** `/` between names, `\/` for a slash in one; lists are entered unasked; `name[]` demands a list. */
  readonly path: string
  /** What is missing on the way is made. */
  readonly create?: boolean
}

/** What a missing field becomes before its value is set. */
export type Created = 'map' | 'scalar'

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
  change: (value: Json) => Json,
): JsonObject {
  const walk: Walk = { spec, created: spec.create ? created : undefined, change }
  const result = visit(object, splitPath(spec.path), walk)
  return isJsonObject(result) ? result : object
}

interface Walk {
  readonly spec: FieldSpec
  readonly created: Created | undefined
  readonly change: (value: Json) => Json
}

export function splitPath(path: string): readonly string[] {
  return path
    .replace(/^\//, '')
    .split(/(?<!\\)\//)
    .map((part) => part.replaceAll('\\/', '/'))
}

function visit(value: Json, path: readonly string[], walk: Walk): Json {
  if (path.length === 0) return walk.change(value)
  if (value === null) return value
  if (isList(value)) return mapShared(value, (item) => visit(item, path, walk))
  if (isJsonObject(value)) return visitMap(value, path, walk)
  throw new FieldError(walk.spec.path, 'expected sequence or mapping node')
}

function visitMap(map: JsonObject, [step = '', ...rest]: readonly string[], walk: Walk): Json {
  const demandsList = step.endsWith('[]')
  const name = demandsList ? step.slice(0, -2) : step
  const present = getOwn(map, name)
  const made = demandsList ? [] : emptyOf(rest.length === 0 ? walk.created : walk.created && 'map')
  if (present === undefined && (demandsList || made === undefined)) return map
  const start = present === undefined || present === null ? (made ?? null) : present
  const next = visit(start, rest, walk)
  return next === present ? map : { ...map, [name]: next }
}

function emptyOf(created: Created | undefined): Json | undefined {
  return created === undefined ? undefined : created === 'map' ? {} : ''
}

function mapShared(list: readonly Json[], change: (item: Json) => Json): readonly Json[] {
  const next = list.map(change)
  return next.some((item, index) => item !== list[index]) ? next : list
}
