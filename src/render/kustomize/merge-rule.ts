import type { JsonObject } from '../../kube/json.ts'
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
