import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { FieldError } from '../field-spec.ts'
import { textOf } from '../resource.ts'

/** What becomes of a scalar; undefined where there is none yet. */
type ChangeScalar = (value: Json | undefined) => Json

/**
 * The value with the scalar at a path changed; maps that are missing on the way are made. A number counts in a list,
 * where nothing happens beyond its end, `-` is its last element, `[key=value]` the element with that key. Throws
 * `FieldError`.
 */
export function setAtPath(value: Json | undefined, path: readonly string[], change: ChangeScalar): Json {
  const [step, ...rest] = path
  if (step === undefined) {
    if (value !== undefined && value !== null && typeof value === 'object')
      throw wrongKind('ScalarNode', value)
    return change(value)
  }
  if (/^\d+$/.test(step) || step === '-') return setInList(value, step, rest, change)
  const [, key, wanted] = /^\[([^=]*)=(.*)\]$/.exec(step) ?? []
  if (key !== undefined && wanted !== undefined) return setElement(value, { [key]: wanted }, rest, change)
  const map = value ?? {}
  if (!isJsonObject(map)) throw wrongKind('MappingNode', map)
  return { ...map, [step]: setAtPath(getOwn(map, step), rest, change) }
}

function setInList(
  value: Json | undefined,
  step: string,
  rest: readonly string[],
  change: ChangeScalar,
): Json {
  const list = asList(value)
  const index = step === '-' ? list.length - 1 : Number(step)
  return list.map((item, position) => (position === index ? setAtPath(item, rest, change) : item))
}

/** An element that is missing is added behind the others. */
function setElement(
  value: Json | undefined,
  keys: { readonly [key: string]: string },
  rest: readonly string[],
  change: ChangeScalar,
): Json {
  const list = asList(value)
  const index = list.findIndex((item) => hasKeys(item, keys))
  const element = list[index] ?? keys
  const next = setAtPath(element, rest, change)
  return index < 0 ? [...list, next] : list.map((item, position) => (position === index ? next : item))
}

function hasKeys(item: Json, keys: JsonObject): boolean {
  return (
    isJsonObject(item) && Object.entries(keys).every(([key, wanted]) => textOf(getOwn(item, key)) === wanted)
  )
}

function asList(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return []
  if (isList(value)) return value
  throw wrongKind('SequenceNode', value)
}

function wrongKind(expected: string, value: Json): FieldError {
  const kind = isList(value) ? 'SequenceNode' : isJsonObject(value) ? 'MappingNode' : 'ScalarNode'
  return new FieldError('', `wrong node kind: expected ${expected} but got ${kind}`)
}
