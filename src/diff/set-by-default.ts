import type { FieldPath } from '../kube/field-path.ts'
import { getOwn, type Json } from '../kube/json.ts'
import type { LiveValue } from '../kube/manifest.ts'
import { anySchema, type Schema } from '../kube/schema.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { sameValue } from './same-value.ts'
import type { Place } from './value-at.ts'

/**
 * Whether what stands at a path is what the API server sets there by itself, as far as the schema says it: custom
 * kinds declare their defaults; of the built-in ones nearly all are in the API server's code alone.
 */
export function isSetByDefault(path: FieldPath, placeOf: (path: FieldPath) => Place): boolean {
  const last = path.at(-1)
  if (last?.kind !== 'field') return false
  const { value, schema } = placeOf(path.slice(0, -1))
  return isLiveMap(value) && isDefault(getOwn(value, last.name), ...declared(schema, last.name))
}

/** A default is filled up with the defaults of what is in it. */
function isDefault(value: LiveValue | undefined, own: Json | undefined, schema: Schema): boolean {
  if (own === undefined) return false
  if (!isLiveMap(value) || !isLiveMap(own)) return sameValue(value, own, schema)
  const names = new Set([...Object.keys(own), ...Object.keys(value)])
  return [...names].every((name) => {
    const [byItself, type] = declared(schema, name)
    return isDefault(getOwn(value, name), getOwn(own, name) ?? byItself, type)
  })
}

function declared(schema: Schema, name: string): readonly [Json | undefined, Schema] {
  return [schema.map?.defaultOf(name), schema.map?.get(name) ?? anySchema]
}
