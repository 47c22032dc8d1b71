import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { mapFields } from '../map-shared.ts'
import { setKey } from './json-draft.ts'
import { listDirective, mergeKeyedList, withoutDirective } from './keyed-list.ts'
import { directiveKey, MergeError, type PatchDirective, toDirective } from './merge-error.ts'
import type { MergeRule, MergeSchema } from './merge-rule.ts'
import { builtInSchema, ruleOfElements, ruleOfField, ruleOfValue } from './merge-schema.ts'

/**
 * kustomize's strategic merge: maps by key, lists by the keys of the schema with the patch's elements first, all else
 * replaced. Undefined when the patch removes the whole. `onWork` is told of steps: keys of maps and elements of lists
 * that are looked at. Source: kyaml 0.21.1 yaml/walk and yaml/merge2.
 */
export function strategicMerge(
  value: Json | undefined,
  patch: Json | undefined,
  rule: MergeRule | undefined,
  schema: MergeSchema = builtInSchema,
  onWork: (steps: number) => void = () => undefined,
): Json | undefined {
  return mergeValues(value, patch, rule, { schema, onWork })
}

interface Walk {
  readonly schema: MergeSchema
  readonly onWork: (steps: number) => void
}

function mergeValues(
  value: Json | undefined,
  patch: Json | undefined,
  rule: MergeRule | undefined,
  walk: Walk,
): Json | undefined {
  if (patch === undefined && (value === null || typeof value !== 'object')) return value
  const known = isRule(rule) ? rule : ruleOfEmbedded(value, patch, rule, walk.schema)
  const theirs = kindOf(patch)
  const kind = kindOf(value) ?? theirs
  if (theirs !== undefined && theirs !== kind) {
    throw new MergeError(`wrong node kind: expected ${kind} but got ${theirs}`)
  }
  if (kind === 'ScalarNode') return patch === undefined ? value : patch
  if (kind !== 'SequenceNode') return mergeMaps(value, patch, known, walk)
  if (known.keys === undefined) return patch === undefined ? value : patch
  return mergeLists(value, patch, known, known.keys, walk)
}

function ruleOfEmbedded(
  value: Json | undefined,
  patch: Json | undefined,
  rule: MergeRule | undefined,
  schema: MergeSchema,
): MergeRule {
  return { ...(ruleOfValue(value, schema) ?? ruleOfValue(patch, schema)), ...rule }
}

/** Rules for fields below say nothing of the value itself. */
function isRule(rule: MergeRule | undefined): rule is MergeRule {
  return rule !== undefined && (hasFields(rule) || rule.keys !== undefined || rule.replaces === true)
}

function hasFields(rule: MergeRule | undefined): boolean {
  return rule?.to !== undefined || rule?.written !== undefined
}

type NodeKind = 'MappingNode' | 'SequenceNode' | 'ScalarNode'

function kindOf(value: Json | undefined): NodeKind | undefined {
  if (value === undefined || value === null) return undefined
  return isList(value) ? 'SequenceNode' : typeof value === 'object' ? 'MappingNode' : 'ScalarNode'
}

function mergeMaps(
  value: Json | undefined,
  patch: Json | undefined,
  rule: MergeRule | undefined,
  walk: Walk,
): Json | undefined {
  const directive = isJsonObject(patch) ? mapDirective(patch) : 'merge'
  const clean = isJsonObject(patch) ? withoutKey(patch, directiveKey) : patch
  if (directive === 'delete') return undefined
  if (value === undefined || value === null) {
    if (!isJsonObject(clean)) return clean === undefined ? value : clean
    return mergeFields(clean, clean, rule, walk)
  }
  if (clean === null || !isJsonObject(value)) return undefined
  const isItself = directive === 'replace' || value === patch
  const base = isItself && isJsonObject(clean) ? clean : value
  return mergeFields(base, isJsonObject(clean) ? clean : undefined, rule, walk)
}

/** Field by field. What only the object has is walked too: keyed lists lose empty and doubled elements there. */
function mergeFields(
  value: JsonObject,
  patch: JsonObject | undefined,
  rule: MergeRule | undefined,
  walk: Walk,
): JsonObject {
  const kept = keepFields(value, patch, rule, walk)
  if (patch === undefined) return kept
  const merged: { [key: string]: Json } = { ...kept }
  for (const key of Object.keys(patch)) {
    const theirs = getOwn(patch, key)
    const field = mergeValues(getOwn(value, key), theirs, ruleOfField(rule, key, walk.schema), walk)
    if (field === undefined || field === null) Reflect.deleteProperty(merged, key)
    else setKey(merged, key, field)
  }
  walk.onWork(Object.keys(merged).length)
  return merged
}

/** The fields of which the patch says nothing, walked; the others as they are. */
function keepFields(
  value: JsonObject,
  patch: JsonObject | undefined,
  rule: MergeRule | undefined,
  walk: Walk,
): JsonObject {
  const isPlain = !hasFields(rule) && rule?.fields === undefined
  if (isPlain && !mayHoldObjects(value)) return value
  return mapFields(value, (field, key) => {
    if (field === null || typeof field !== 'object') return field
    if (patch !== undefined && Object.hasOwn(patch, key)) return field
    return mergeValues(field, undefined, ruleOfField(rule, key, walk.schema), walk) ?? null
  })
}

/** Below a schema's end only an embedded object of a known kind has rules again. */
function mayHoldObjects(value: JsonObject): boolean {
  return Object.values(value).some((field) => isJsonObject(field))
}

function mapDirective(patch: JsonObject): PatchDirective {
  const directive = getOwn(patch, directiveKey)
  return directive === undefined || directive === null ? 'merge' : toDirective(directive)
}

function mergeLists(
  value: Json | undefined,
  patch: Json | undefined,
  rule: MergeRule,
  keys: readonly string[],
  walk: Walk,
): Json | undefined {
  if (patch === null) return value === undefined ? null : undefined
  const theirs = isList(patch) ? patch : []
  if (!isList(value)) return mergeElements(theirs, theirs, rule, keys, walk)
  const directive = listDirective(theirs)
  if (directive === undefined) return mergeElements(value, theirs, rule, keys, walk)
  const rest = withoutDirective(theirs, directive)
  if (directive === 'delete') return undefined
  return mergeElements(directive === 'replace' ? rest : value, rest, rule, keys, walk)
}

function mergeElements(
  value: readonly Json[],
  patch: readonly Json[],
  rule: MergeRule,
  keys: readonly string[],
  walk: Walk,
): Json {
  const elements = ruleOfElements(rule, walk.schema)
  const merge = (mine: Json | undefined, theirs: Json | undefined): Json | undefined =>
    mergeValues(mine, theirs, elements, walk)
  walk.onWork(value.length + patch.length)
  return mergeKeyedList(value, patch, keys, merge, walk.onWork)
}

function withoutKey(map: JsonObject, key: string): JsonObject {
  if (!Object.hasOwn(map, key)) return map
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key))
}
