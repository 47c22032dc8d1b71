import type { JsonObject } from '../../../kube/json.ts'
import type { Schema } from '../../../kube/schema.ts'

/** How the server reads the objects of a kind. */
export interface Codec {
  /** Throws `DecodeError` where the object does not fit its type. */
  read(object: JsonObject): ReadObject
  /** What an apply has merged: it was typed already, and is not pruned. */
  readMerged?(object: JsonObject): ReadObject
  /** What the server's constructor of the type gives: a new object is compared with it to know what was set. */
  readonly empty: JsonObject
  /** How its lists and maps merge. */
  readonly schema: Schema
}

export interface ReadObject {
  /** With defaults, without what the type does not have. */
  readonly object: JsonObject
  /** Fields that the type does not have, as in `spec.template.spec.containers[0].imaje`. */
  readonly unknown: readonly string[]
}
