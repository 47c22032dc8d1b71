import type { JsonObject } from '../../kube/json.ts'
import type { ApiDocument } from './api-document.ts'
import type { ListRule } from './merge-keys.generated.ts'

/** Rules for the fields of one object alone, by their names. */
export interface FieldRules {
  readonly [field: string]: MergeRule
}

export interface MergeRule extends ListRule {
  readonly fields?: FieldRules
  /** Its schema in a document of `openapi`. */
  readonly written?: JsonObject
  /** It stands in the place of the rule that is built in. */
  readonly replaces?: boolean
}

/** What may know a kind or a definition, the first that does decides. `built-in` is Kubernetes v1.21, as in kustomize 5.8.1. */
export type MergeSchema = readonly ('built-in' | ApiDocument)[]
