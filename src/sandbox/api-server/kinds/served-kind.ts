import type { CustomKind } from '../custom/custom-kind-type.ts'
import type { Codec } from './codec.ts'
import type { ResourceKind } from './resource-kind.ts'

/** A kind that is served, with what is needed to read its objects. */
export interface ServedKind extends ResourceKind {
  readonly codec: Codec
  /** Set for kinds that a CRD declares. */
  readonly custom: CustomKind | undefined
}
