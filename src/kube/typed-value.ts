import { keyed, type PathElement, setItem } from './field-path.ts'
import { getOwn, isList, type Json } from './json.ts'
import type { LiveMap, LiveValue } from './manifest.ts'
import { Masked } from './masked.ts'
import type { ListSchema, Schema } from './schema.ts'

export type Shape = 'scalar' | 'list' | 'map'

export function isLiveMap(value: LiveValue | undefined): value is LiveMap {
  return shapeOf(value) === 'map'
}

/** Null has no shape: it stands for an absent value of any. */
export function shapeOf(value: LiveValue | undefined): Shape | undefined {
  if (value === undefined || value === null) return undefined
  if (isList(value)) return 'list'
  return typeof value === 'object' && !(value instanceof Masked) ? 'map' : 'scalar'
}

/**
 * The shape as which a schema reads a value: the value's own where the schema allows it, else the schema's only one,
 * else `any`.
 */
export function readShape(schema: Schema, value: LiveValue | undefined): Shape | 'any' {
  const shape = shapeOf(value)
  if (shape !== undefined && schema[shape] !== undefined) return shape
  const [only, ...others] = allowedShapes(schema)
  return only === undefined || others.length > 0 ? 'any' : only
}

/** Where a schema leaves the shape open, an absent value is read as a map, else as a scalar. */
export function settled(schema: Schema, shape: Shape | 'any'): Shape {
  return shape === 'any' ? (allowedShapes(schema)[0] ?? 'scalar') : shape
}

function allowedShapes(schema: Schema): readonly Shape[] {
  return (['map', 'scalar', 'list'] as const).filter((shape) => schema[shape] !== undefined)
}

export function asMap(value: LiveValue | undefined): LiveMap {
  return isLiveMap(value) ? value : {}
}

export function asList(value: LiveValue | undefined): readonly LiveValue[] {
  return value !== undefined && isList(value) ? value : []
}

/**
 * How an item of a set or a keyed list is told apart from the others, or the reason why it cannot be. Keys that the
 * item does not give have their default; those without one are left out.
 */
export function itemElement(list: ListSchema, item: LiveValue): PathElement | string {
  return list.kind === 'map' ? keyedElement(list, item) : setElement(item)
}

function keyedElement(list: ListSchema, item: LiveValue): PathElement | string {
  if (item === null) return 'associative list with keys may not have a null element'
  if (!isLiveMap(item)) return 'associative list with keys may not have non-map elements'
  const keys = list.keys.flatMap((name): (readonly [string, Json])[] => {
    const given = getOwn(item, name)
    const value = given === undefined ? list.defaultOf(name) : asJson(given)
    return value === undefined ? [] : [[name, value]]
  })
  if (keys.length > 0) return keyed(keys)
  const names = list.keys.map((name) => JSON.stringify(name)).join(' ')
  return `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`
}

function setElement(item: LiveValue): PathElement | string {
  if (item === null) return "associative list without keys has an element that's an explicit null"
  if (isList(item)) return 'not supported: associative list with lists as elements'
  if (isLiveMap(item)) return "associative list without keys has an element that's a map type"
  return setItem(asJson(item))
}

function asJson(value: LiveValue): Json {
  return value !== null && typeof value === 'object' ? JSON.parse(JSON.stringify(value)) : value
}

/** Deep equality; the order of keys makes no difference, and masks are equal where their digests are. */
export function equalValues(a: LiveValue, b: LiveValue): boolean {
  if (a === b) return true
  if (a instanceof Masked || b instanceof Masked)
    return a instanceof Masked && b instanceof Masked && a.equals(b)
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, at) => equalValues(item, b[at] ?? null))
  return !isList(b) && equalMaps(a, b)
}

function equalMaps(a: LiveMap, b: LiveMap): boolean {
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => {
    const other = getOwn(b, key)
    return other !== undefined && equalValues(a[key] ?? null, other)
  })
}
