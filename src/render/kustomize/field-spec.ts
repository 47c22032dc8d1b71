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
  const start = spec.path.startsWith('/') ? 1 : 0
  const result = visit(object, start, walk, undefined)
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

/** The way to a value, its last step first. */
interface Trail {
  readonly step: string | number
  readonly above: Trail | undefined
}

/** `at` is where the rest of the spec's path starts; most specs end at a field that is not there. */
function visit(value: Json, at: number, walk: Walk, here: Trail | undefined): Json {
  if (at > walk.spec.path.length) return walk.change(value, pathOf(here))
  if (value === null) return value
  if (isList(value)) {
    return mapShared(value, (item, index) => visit(item, at, walk, { step: index, above: here }))
  }
  if (isJsonObject(value)) return visitMap(value, at, walk, here)
  throw new FieldError(walk.spec.path, 'expected sequence or mapping node')
}

function visitMap(map: JsonObject, at: number, walk: Walk, here: Trail | undefined): Json {
  const end = endOfStep(walk.spec.path, at)
  const step = walk.spec.path.slice(at, end).replaceAll('\\/', '/')
  const demandsList = step.endsWith('[]')
  const name = demandsList ? step.slice(0, -2) : step
  const present = getOwn(map, name)
  const isLast = end === walk.spec.path.length
  const made = demandsList ? [] : emptyOf(isLast ? walk.created : walk.created && 'map')
  if (present === undefined && (demandsList || made === undefined)) return map
  const start = present === undefined || present === null ? (made ?? null) : present
  const next = visit(start, end + 1, walk, { step: name, above: here })
  return next === present ? map : { ...map, [name]: next }
}

function endOfStep(path: string, at: number): number {
  let end = path.indexOf('/', at)
  while (end > 0 && path[end - 1] === '\\') end = path.indexOf('/', end + 1)
  return end < 0 ? path.length : end
}

function pathOf(trail: Trail | undefined): ValuePath {
  const path: (string | number)[] = []
  for (let at = trail; at !== undefined; at = at.above) path.unshift(at.step)
  return path
}

function emptyOf(created: Created | undefined): Json | undefined {
  return created === undefined ? undefined : created === 'map' ? {} : ''
}

function mapShared(list: readonly Json[], change: (item: Json, index: number) => Json): readonly Json[] {
  const next = list.map(change)
  return next.some((item, index) => item !== list[index]) ? next : list
}
