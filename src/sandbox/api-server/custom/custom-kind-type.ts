import type { ResourceKind } from '../kinds/resource-kind.ts'
import type { Column } from '../read/columns/column.ts'
import type { Structural } from './structural.ts'

/** A kind that a CRD declares, in one of its versions. */
export interface CustomKind extends ResourceKind {
  readonly schema: Structural
  readonly scale: ScalePaths | undefined
  /** Undefined where the sandbox cannot follow what the CRD declares. */
  readonly columns: readonly Column[] | undefined
}

/** Where a custom kind keeps what its scale shows, as `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicas: readonly string[]
  readonly statusReplicas: readonly string[]
  readonly labelSelector: readonly string[] | undefined
}
