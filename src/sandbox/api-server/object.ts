import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { StringMap } from '../../kube/manifest.ts'

/** An object as the server keeps it: immutable, so that reads, lists and snapshots share it. */
export type KubeObject = JsonObject & {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: ObjectMeta
}

export type ObjectMeta = JsonObject & {
  readonly name: string
  readonly generateName?: string
  readonly namespace?: string
  readonly uid: string
  readonly resourceVersion?: string
  readonly generation?: number
  readonly creationTimestamp: string
  readonly deletionTimestamp?: string
  readonly deletionGracePeriodSeconds?: number
  readonly labels?: StringMap
  readonly annotations?: StringMap
  readonly finalizers?: readonly string[]
  readonly ownerReferences?: readonly OwnerReference[]
  readonly managedFields?: readonly JsonObject[]
}

export type OwnerReference = JsonObject & {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

/** The object at a key, or the empty object. */
export function objectAt(object: JsonObject | undefined, ...keys: readonly string[]): JsonObject {
  const value = valueAt(object, ...keys)
  return isJsonObject(value) ? value : {}
}

export function listAt(object: JsonObject | undefined, ...keys: readonly string[]): readonly Json[] {
  const value = valueAt(object, ...keys)
  return isList<Json, Json | undefined>(value) ? value : []
}

export function objectsAt(object: JsonObject | undefined, ...keys: readonly string[]): readonly JsonObject[] {
  return listAt(object, ...keys).filter((item) => isJsonObject(item))
}

export function textAt(object: JsonObject | undefined, ...keys: readonly string[]): string {
  const value = valueAt(object, ...keys)
  return typeof value === 'string' ? value : ''
}

export function numberAt(object: JsonObject | undefined, ...keys: readonly string[]): number | undefined {
  const value = valueAt(object, ...keys)
  return typeof value === 'number' ? value : undefined
}

export function valueAt(object: JsonObject | undefined, ...keys: readonly string[]): Json | undefined {
  let value: Json | undefined = object
  for (const key of keys) value = isJsonObject(value) ? getOwn(value, key) : undefined
  return value
}

/** A copy with the keys set, or taken out where the value is undefined. */
export function withKeys(
  object: JsonObject,
  changes: { readonly [key: string]: Json | undefined },
): JsonObject {
  const entries = new Map(Object.entries(object))
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) entries.delete(key)
    else entries.set(key, value)
  }
  return Object.fromEntries(entries)
}

/** A copy with the value below the path changed; missing objects on the way are made. */
export function withAt(
  object: JsonObject,
  [key = '', ...rest]: readonly string[],
  change: (value: Json | undefined) => Json | undefined,
): JsonObject {
  if (rest.length === 0) return withKeys(object, { [key]: change(getOwn(object, key)) })
  const inner = getOwn(object, key)
  return withKeys(object, { [key]: withAt(isJsonObject(inner) ? inner : {}, rest, change) })
}

/** True when two values are the same JSON; the order of keys does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (isList<Json, Json | undefined>(a)) return isList<Json, Json | undefined>(b) && sameList(a, b)
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
}

function sameList(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && a.every((item, index) => sameJson(item, b[index]))
}

/** A value as text: a text is itself, anything else its JSON. */
export function shownText(value: Json | undefined): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
