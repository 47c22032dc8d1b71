import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { mapFields } from '../map-shared.ts'
import { listDirective, mergeKeyedList, withoutDirective } from './keyed-list.ts'
import { directiveKey, MergeError, type PatchDirective, toDirective } from './merge-error.ts'
import type { MergeRule, MergeSchema } from './merge-rule.ts'
import { builtInSchema, ruleOfElements, ruleOfField, ruleOfValue } from './merge-schema.ts'

/**
 * kustomize's strategic merge: maps by key, lists by the keys of the schema with the patch's elements first, all else
 * replaced. Undefined when the patch removes the whole. Source: kyaml 0.21.1 yaml/walk and yaml/merge2.
 */
export function strategicMerge(
  value: Json | undefined,
  patch: Json | undefined,
  rule: MergeRule | undefined,
  schema: MergeSchema = builtInSchema,
): Json | undefined {
  if (patch === undefined && (value === null || typeof value !== 'object')) return value
  const known = isRule(rule) ? rule : ruleOfEmbedded(value, patch, rule, schema)
  const theirs = kindOf(patch)
  const kind = kindOf(value) ?? theirs
  if (theirs !== undefined && theirs !== kind) {
    throw new MergeError(`wrong node kind: expected ${kind} but got ${theirs}`)
  }
  if (kind === 'ScalarNode') return patch === undefined ? value : patch
  if (kind !== 'SequenceNode') return mergeMaps(value, patch, known, schema)
  if (known.keys === undefined) return patch === undefined ? value : patch
  return mergeLists(value, patch, known, known.keys, schema)
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
  schema: MergeSchema,
): Json | undefined {
  const directive = isJsonObject(patch) ? mapDirective(patch) : 'merge'
  const clean = isJsonObject(patch) ? withoutKey(patch, directiveKey) : patch
  if (directive === 'delete') return undefined
  if (value === undefined || value === null) {
    if (!isJsonObject(clean)) return clean === undefined ? value : clean
    return mergeFields(clean, clean, rule, schema)
  }
  if (clean === null || !isJsonObject(value)) return undefined
  const isItself = directive === 'replace' || value === patch
  const base = isItself && isJsonObject(clean) ? clean : value
  return mergeFields(base, isJsonObject(clean) ? clean : undefined, rule, schema)
}

/** Field by field. What only the object has is walked too: keyed lists lose empty and doubled elements there. */
function mergeFields(
  value: JsonObject,
  patch: JsonObject | undefined,
  rule: MergeRule | undefined,
  schema: MergeSchema,
): JsonObject {
  const isPlain = !hasFields(rule) && rule?.fields === undefined
  if (patch === undefined) {
    if (isPlain && !mayHoldObjects(value)) return value
    const merge = (field: Json, key: string): Json => {
      if (field === null || typeof field !== 'object') return field
      return strategicMerge(field, undefined, ruleOfField(rule, key, schema), schema) ?? null
    }
    return mapFields(value, merge)
  }
  const fields = new Map<string, Json>()
  for (const key of new Set([...Object.keys(value), ...Object.keys(patch)])) {
    const theirs = getOwn(patch, key)
    const merged = strategicMerge(getOwn(value, key), theirs, ruleOfField(rule, key, schema), schema)
    if (merged === undefined || (merged === null && theirs !== undefined)) continue
    fields.set(key, merged)
  }
  return Object.fromEntries(fields)
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
  schema: MergeSchema,
): Json | undefined {
  if (patch === null) return value === undefined ? null : undefined
  const theirs = isList(patch) ? patch : []
  if (!isList(value)) return mergeElements(theirs, theirs, rule, keys, schema)
  const directive = listDirective(theirs)
  if (directive === undefined) return mergeElements(value, theirs, rule, keys, schema)
  const rest = withoutDirective(theirs, directive)
  if (directive === 'delete') return undefined
  return mergeElements(directive === 'replace' ? rest : value, rest, rule, keys, schema)
}

function mergeElements(
  value: readonly Json[],
  patch: readonly Json[],
  rule: MergeRule,
  keys: readonly string[],
  schema: MergeSchema,
): Json {
  const elements = ruleOfElements(rule, schema)
  return mergeKeyedList(value, patch, keys, (mine, theirs) => strategicMerge(mine, theirs, elements, schema))
}

function withoutKey(map: JsonObject, key: string): JsonObject {
  if (!Object.hasOwn(map, key)) return map
  return Object.fromEntries(Object.entries(map).filter(([name]) => name !== key))
}
