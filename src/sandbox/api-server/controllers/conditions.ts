import type { Json, JsonObject } from '../../../kube/json.ts'
import { timeText } from '../kernel.ts'
import { objectAt, objectsAt } from '../object.ts'

export interface Condition {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason?: string
  readonly message?: string
}

/** The conditions with one set; it keeps its times as long as nothing about it changes. */
export function withCondition(
  object: JsonObject,
  condition: Condition,
  now: number,
  more: JsonObject = {},
): readonly Json[] {
  const conditions = objectsAt(object, 'conditions')
  const at = conditions.findIndex((one) => one.type === condition.type)
  const known = objectAt({ known: conditions[at] ?? {} }, 'known')
  const isSame = known.status === condition.status && known.reason === (condition.reason ?? known.reason)
  const changed = known.status === condition.status ? {} : { lastTransitionTime: timeText(now) }
  const next = isSame ? { ...known, ...condition } : { ...known, ...condition, ...more, ...changed }
  return at < 0 ? [...conditions, next] : conditions.with(at, next)
}
