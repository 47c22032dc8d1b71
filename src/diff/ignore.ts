import type { IgnoreRule } from '../apps/application.ts'
import type { FieldPath } from '../kube/field-path.ts'
import { isList } from '../kube/json.ts'
import { type ManagerFields, ownersOf } from '../kube/managed-fields.ts'
import type { LiveMap, LiveValue } from '../kube/manifest.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import { glob } from '../kube/regexp.ts'
import { isLiveMap } from '../kube/typed-value.ts'

/** What the ignore rules of an application say of one object. */
export interface Ignored {
  readonly pointers: readonly string[]
  readonly managers: readonly string[]
}

export function ignoredFor(rules: readonly IgnoreRule[], key: ObjectKey): Ignored {
  const own = rules.filter((rule) => appliesTo(rule, key))
  return {
    pointers: own.flatMap(({ jsonPointers }) => jsonPointers),
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

/**
 * The object without the values that JSON pointers name, one pointer after the other, as JSON Patch removes them. What
 * is not there is no error. https://www.rfc-editor.org/rfc/rfc6901
 */
export function withoutPointers<T extends LiveMap>(object: T, pointers: readonly string[]): T {
  return pointers.reduce<LiveValue>((value, pointer) => withoutPath(value, segmentsOf(pointer)), object) as T
}

function segmentsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function withoutPath(value: LiveValue, [name, ...rest]: readonly string[]): LiveValue {
  if (name === undefined) return value
  if (isList(value)) return withoutItem(value, name, rest)
  if (!isLiveMap(value) || !Object.hasOwn(value, name)) return value
  const entries = Object.entries(value)
  return Object.fromEntries(
    rest.length === 0
      ? entries.filter(([key]) => key !== name)
      : entries.map(([key, inner]) => [key, key === name ? withoutPath(inner, rest) : inner]),
  )
}

function withoutItem(list: readonly LiveValue[], name: string, rest: readonly string[]): LiveValue {
  if (!/^(0|[1-9]\d{0,8})$/.test(name)) return list
  const at = Number(name)
  if (rest.length === 0) return list.filter((_, index) => index !== at)
  return list.map((item, index) => (index === at ? withoutPath(item, rest) : item))
}
