import type { JsonObject } from '../../../kube/json.ts'
import type { FieldError } from '../field-error.ts'

/** What the server itself adds to, keeps of, and refuses in the objects of a kind. */
export interface Strategy {
  /** Before a creation is checked: what the server makes up and the writer does not own. */
  prepareCreate?(object: JsonObject, supplies: Supplies): JsonObject
  /** Before an update of the main resource is checked. */
  prepareUpdate?(object: JsonObject, old: JsonObject, supplies: Supplies): JsonObject
  validate?(object: JsonObject): readonly FieldError[]
  validateUpdate?(object: JsonObject, old: JsonObject): readonly FieldError[]
  /** What is looked at when the status alone is written. */
  validateStatus?(object: JsonObject): readonly FieldError[]
  /** What an update of the status keeps of the old object besides its spec. */
  prepareStatus?(object: JsonObject, old: JsonObject): JsonObject
  /** What comes back from the storage, where that is not what went into it. */
  stored?(object: JsonObject): JsonObject
  /** How names are written; subdomains unless told. */
  readonly names?: 'subdomain' | 'label' | 'namespace' | 'service' | 'path-segment'
}

/** What the server gives out. */
export interface Supplies {
  /** RFC 3339, whole seconds. */
  readonly now: string
  freeAddress(): string
  freePort(): number
}
