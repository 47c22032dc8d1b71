import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { mapShared } from '../map-shared.ts'
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

/** A spec whose path is taken apart. */
export interface FieldSteps {
  readonly spec: FieldSpec
  readonly steps: readonly Step[]
}

interface Step {
  readonly name: string
  readonly demandsList: boolean
}

export function fieldSteps(spec: FieldSpec): FieldSteps {
  const steps = splitPath(spec.path).map((part) => {
    const demandsList = part.endsWith('[]')
    return { name: demandsList ? part.slice(0, -2) : part, demandsList }
  })
  return { spec, steps }
}

/**
 * The object with `change` applied to every value at the path. What does not change is shared, and an object in
 * which nothing changes is returned as it is. Throws `FieldError` for a scalar on the way.
 */
export function updateField(
  object: JsonObject,
  { spec, steps }: FieldSteps,
  created: Created | undefined,
  change: ChangeValue,
): JsonObject {
  const made = spec.create ? created : undefined
  if (made === undefined && endsEarly(object, steps)) return object
  const walk: Walk = { spec, steps, created: made, change, way: [] }
  const result = visit(object, 0, walk)
  return isJsonObject(result) ? result : object
}

interface Walk extends FieldSteps {
  readonly created: Created | undefined
  readonly change: ChangeValue
  /** To the value that is looked at; it grows and shrinks with the walk. */
  readonly way: (string | number)[]
}

export function splitPath(path: string): readonly string[] {
  return path
    .replace(/^\//, '')
    .split(/(?<!\\)\//)
    .map((part) => part.replaceAll('\\/', '/'))
}

/** Most specs end at a field that is not there, which is seen before anything is made for the walk. */
function endsEarly(object: JsonObject, steps: readonly Step[]): boolean {
  let value: Json | undefined = object
  for (let depth = 0; depth < steps.length && isJsonObject(value); depth += 1) {
    value = getOwn(value, steps[depth]?.name ?? '')
  }
  return value === undefined
}

function visit(value: Json, depth: number, walk: Walk): Json {
  const step = walk.steps[depth]
  if (step === undefined) return walk.change(value, [...walk.way])
  if (value === null) return value
  if (isList(value)) return visitList(value, depth, walk)
  if (isJsonObject(value)) return visitMap(value, step, depth, walk)
  throw new FieldError(walk.spec.path, 'expected sequence or mapping node')
}

function visitList(list: readonly Json[], depth: number, walk: Walk): Json {
  return mapShared(list, (item, index) => {
    walk.way.push(index)
    const next = visit(item, depth, walk)
    walk.way.pop()
    return next
  })
}

function visitMap(map: JsonObject, { name, demandsList }: Step, depth: number, walk: Walk): Json {
  const present = getOwn(map, name)
  if (present === undefined && (demandsList || walk.created === undefined)) return map
  const isLast = depth === walk.steps.length - 1
  const made = demandsList ? [] : emptyOf(isLast ? walk.created : walk.created && 'map')
  const start = present === undefined || present === null ? (made ?? null) : present
  walk.way.push(name)
  const next = visit(start, depth + 1, walk)
  walk.way.pop()
  return next === present ? map : { ...map, [name]: next }
}

function emptyOf(created: Created | undefined): Json | undefined {
  return created === undefined ? undefined : created === 'map' ? {} : ''
}
