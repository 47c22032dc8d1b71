/** A `bigint` is an integer that a number cannot hold exactly; only what renders has them, manifests never do. */
export type JsonScalar = string | number | bigint | boolean | null
export type Json = JsonScalar | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

export function isList<T, Other>(value: readonly T[] | Other): value is readonly T[] {
  return Array.isArray(value)
}

/** The only safe way to read a key that came from outside: `__proto__` and `constructor` are ordinary keys. */
export function getOwn<V>(map: { readonly [key: string]: V }, key: string): V | undefined {
  return Object.hasOwn(map, key) ? map[key] : undefined
}
