import { sameDuration } from '../kube/duration.ts'
import { getOwn, isList } from '../kube/json.ts'
import type { LiveMap, LiveValue } from '../kube/manifest.ts'
import { Masked } from '../kube/masked.ts'
import { sameQuantity } from '../kube/quantity.ts'
import { anySchema, type Schema } from '../kube/schema.ts'
import { isLiveMap } from '../kube/typed-value.ts'

/** Whether two values mean the same: quantities and durations by value, maps by their keys, lists in their order. */
export function sameValue(a: LiveValue | undefined, b: LiveValue | undefined, schema: Schema): boolean {
  if (isAbsent(a) || isAbsent(b)) return isAbsent(a) && isAbsent(b)
  if (isList(a)) {
    const item = schema.list?.item ?? anySchema
    return isList(b) && a.length === b.length && a.every((value, at) => sameValue(value, b[at], item))
  }
  if (isLiveMap(a)) return isLiveMap(b) && sameMap(a, b, schema)
  return sameScalar(a, b, schema)
}

/** A text and a number are never the same: where both are allowed they mean different things. */
export function sameScalar(a: LiveValue, b: LiveValue, schema: Schema): boolean {
  if (a === b) return true
  if (a instanceof Masked) return b instanceof Masked && a.equals(b)
  if (schema.scalar === 'quantity' && isTextOrNumber(a) && isTextOrNumber(b)) return sameQuantity(a, b)
  if (schema.scalar === 'duration' && typeof a === 'string' && typeof b === 'string')
    return sameDuration(a, b)
  return false
}

/** The API server writes null for some fields that nobody set. */
export function isAbsent(value: LiveValue | undefined): value is null | undefined {
  return value === undefined || value === null
}

function sameMap(a: LiveMap, b: LiveMap, schema: Schema): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) =>
    sameValue(getOwn(a, name), getOwn(b, name), schema.map?.get(name) ?? anySchema),
  )
}

function isTextOrNumber(value: LiveValue): value is string | number {
  return typeof value === 'string' || typeof value === 'number'
}
