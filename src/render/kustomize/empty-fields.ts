import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { mapShared } from '../map-shared.ts'
import type { MergeRule, MergeSchema } from './merge-rule.ts'
import { ruleOfElements, ruleOfField } from './merge-schema.ts'
import type { Resource } from './resource.ts'
import { positionsIn } from './written-texts.ts'

/** Where fields were written without a value, as a tree: one walk clears all of them. */
interface Empty {
  isField: boolean
  readonly below: Map<string, Empty>
}

/** The object as it will be merged: kustomize clears the fields without a value wherever it looks. */
export function withoutEmptyFields(
  { object, texts }: Resource,
  rule: MergeRule | undefined,
  schema: MergeSchema,
): JsonObject {
  const root: Empty = { isField: false, below: new Map() }
  for (const { steps, text, value } of texts.values()) if (text === '' && value === null) add(root, steps)
  const result = clear(object, root, rule, schema)
  return isJsonObject(result) ? result : object
}

function add(root: Empty, steps: readonly string[]): void {
  let at = root
  for (const step of steps) {
    const next = at.below.get(step) ?? { isField: false, below: new Map() }
    at.below.set(step, next)
    at = next
  }
  at.isField = true
}

function clear(value: Json, { below }: Empty, rule: MergeRule | undefined, schema: MergeSchema): Json {
  if (below.size === 0) return value
  if (isList(value)) return clearElements(value, below, rule, schema)
  return isJsonObject(value) ? clearFields(value, below, rule, schema) : value
}

/** A list that is replaced as a whole is not looked into. */
function clearElements(
  list: readonly Json[],
  below: Empty['below'],
  rule: MergeRule | undefined,
  schema: MergeSchema,
): Json {
  if (rule?.keys === undefined) return list
  const elements = ruleOfElements(rule, schema)
  const positionOf = positionsIn(list)
  const places = new Map([...below].map(([step, empty]) => [positionOf(step), empty]))
  return mapShared(list, (item, index) => {
    const empty = places.get(index)
    return empty === undefined ? item : clear(item, empty, elements, schema)
  })
}

function clearFields(
  map: JsonObject,
  below: Empty['below'],
  rule: MergeRule | undefined,
  schema: MergeSchema,
): JsonObject {
  let isSame = true
  const fields = Object.entries(map).flatMap(([key, field]): [string, Json][] => {
    const empty = below.get(key)
    if (empty === undefined) return [[key, field]]
    if (field === null && empty.isField) {
      isSame = false
      return []
    }
    const next = clear(field, empty, ruleOfField(rule, key, schema), schema)
    if (next !== field) isSame = false
    return [[key, next]]
  })
  return isSame ? map : Object.fromEntries(fields)
}
