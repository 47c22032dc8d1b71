import fc from 'fast-check'
import type { JsonObject } from '../../../../src/kube/json.ts'

/** A kind that sequences are played on. */
export interface FuzzKind {
  /** All that it is served in; the schema is the same in each. */
  readonly apiVersions: readonly string[]
  readonly kind: string
  readonly resource: string
  /** Namespaced unless it says so. */
  readonly clusterScoped?: boolean
  readonly isCustom?: boolean
  /**
   * What is read alike may be stored unlike: null and nothing among the bytes of a map, an empty list and none in the
   * metadata of a custom object. The next write of any kind is then a change to the real server, and to it alone.
   */
  readonly storesUnlike?: boolean
  /** What every writer is likely to say, so that objects are mostly valid. */
  readonly base: JsonObject
  /** Parts of the object. */
  readonly parts: fc.Arbitrary<JsonObject>
  /** What may be written through the status subresource. */
  readonly status?: fc.Arbitrary<JsonObject>
  /** An apply or update of the status of an object that is not there makes half an object of it: a fault of the real server. */
  readonly makesThroughStatus?: boolean
}

/** An object of which any part may be missing. */
export function some(parts: { readonly [name: string]: fc.Arbitrary<unknown> }): fc.Arbitrary<JsonObject> {
  return fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>
}

/** An object with its key, of which any other part may be missing. */
export function item(
  key: { readonly [name: string]: fc.Arbitrary<unknown> },
  parts: { readonly [name: string]: fc.Arbitrary<unknown> } = {},
): fc.Arbitrary<JsonObject> {
  return fc.record({ ...key, ...parts }, { requiredKeys: Object.keys(key) }) as fc.Arbitrary<JsonObject>
}

export function oneOf<const T extends readonly unknown[]>(...values: T): fc.Arbitrary<T[number]> {
  return fc.constantFrom(...values)
}

/** Short, in any order; items may come twice. */
export function listOf<T>(of: fc.Arbitrary<T>, maxLength: number = 3): fc.Arbitrary<T[]> {
  return fc.array(of, { maxLength })
}

/** Items of different keys. */
export function distinct<T extends JsonObject>(
  of: fc.Arbitrary<T>,
  ...keys: readonly string[]
): fc.Arbitrary<T[]> {
  return fc.uniqueArray(of, { maxLength: 3, selector: (one) => JSON.stringify(keys.map((key) => one[key])) })
}

export const mapOfTexts: fc.Arbitrary<JsonObject> = some({
  a: oneOf('1', '2', ''),
  b: oneOf('1', '2'),
  c: oneOf('x'),
})
