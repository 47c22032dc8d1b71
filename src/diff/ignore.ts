import type { IgnoreRule } from '../apps/application.ts'
import type { FieldPath } from '../kube/field-path.ts'
import type { PathExpression } from '../kube/jq/path-expression.ts'
import { type ManagerFields, ownersOf } from '../kube/managed-fields.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import { glob } from '../kube/regexp.ts'

/** What the ignore rules of an application say of one object. */
export interface Ignored {
  readonly pointers: readonly string[]
  readonly expressions: readonly PathExpression[]
  readonly managers: readonly string[]
}

export function ignoredFor(rules: readonly IgnoreRule[], key: ObjectKey): Ignored {
  const own = rules.filter((rule) => appliesTo(rule, key))
  return {
    pointers: own.flatMap(({ jsonPointers }) => jsonPointers),
    expressions: own.flatMap(({ expressions }) => expressions),
    managers: own.flatMap(({ managers }) => managers),
  }
}

function appliesTo(rule: IgnoreRule, key: ObjectKey): boolean {
  return (
    isMatch(rule.group, key.group) &&
    isMatch(rule.kind, key.kind) &&
    (rule.name === undefined || rule.name === key.name) &&
    (rule.namespace === undefined || rule.namespace === key.namespace)
  )
}

function isMatch(pattern: string, text: string): boolean {
  return pattern === text || glob(pattern)?.matches(text) === true
}

/** True for a live value that a manager owns whose fields are left alone. */
export function isOwnedByIgnored(
  managedFields: readonly ManagerFields[],
  path: FieldPath,
  managers: readonly string[],
): boolean {
  return ownersOf(managedFields, path).some(({ manager }) => managers.includes(manager))
}
