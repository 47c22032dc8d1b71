import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import type { Schema } from '../../../kube/schema.ts'
import { sameJson, withKeys } from '../object.ts'
import { internalError } from '../refusal.ts'

/**
 * The strategic merge patch of built-in kinds, as kubectl sends it: keyed lists merge by their keys, sets are joined,
 * and directives, whose names begin with `$`, take out, replace and put in order.
 * https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
 * https://github.com/kubernetes/design-proposals-archive/blob/main/cli/preserve-order-in-strategic-merge-patch.md
 */
export function applyStrategicPatch(target: Json | undefined, patch: Json, schema: Schema | undefined): Json {
  if (!isJsonObject(patch)) return patch
  const { $patch: directive, $retainKeys: retained, ...rest } = patch
  if (directive === 'replace') return rest
  if (directive === 'delete') return {}
  let merged: JsonObject = isJsonObject(target) ? target : {}
  for (const [key, value] of Object.entries(rest)) {
    if (key.startsWith('$')) merged = obeyDirective(merged, rest, key, schema)
    else merged = withKeys(merged, { [key]: patchedField(merged, rest, key, value, schema) })
  }
  return isList<Json, Json | undefined>(retained) ? only(merged, retained) : merged
}

const orderDirective = '$setElementOrder/'
const takeOutDirective = '$deleteFromPrimitiveList/'

function patchedField(
  target: JsonObject,
  patch: JsonObject,
  key: string,
  value: Json,
  schema: Schema | undefined,
): Json | undefined {
  if (value === null) return undefined
  const inner = schema?.map?.get(key)
  const known = getOwn(target, key)
  if (!isList<Json, Json>(value)) {
    return isJsonObject(value) && isJsonObject(known)
      ? applyStrategicPatch(known, value, inner)
      : asNew(value)
  }
  const order = getOwn(patch, `${orderDirective}${key}`)
  if (!isList<Json, Json | undefined>(known)) return asNew(value)
  return mergeLists(listOf(known), value, order === undefined ? value : listOf(order), inner)
}

/** What the patch says of something that is not there yet: without nulls and directives. */
function asNew(value: Json): Json | undefined {
  if (isList<Json, Json>(value)) return value.map(asNew).filter((item) => item !== undefined)
  if (!isJsonObject(value)) return value
  if (value.$patch !== undefined) return undefined
  const kept = Object.entries(value).flatMap(([key, item]): [string, Json][] => {
    const made = key.startsWith('$') || item === null ? undefined : asNew(item)
    return made === undefined ? [] : [[key, made]]
  })
  return Object.fromEntries(kept)
}

/** What is said of a list besides its items: an order alone, and items of a set that go. */
function obeyDirective(
  target: JsonObject,
  patch: JsonObject,
  name: string,
  schema: Schema | undefined,
): JsonObject {
  const key = name.slice(name.indexOf('/') + 1)
  const [items, named] = [listOf(getOwn(target, key)), listOf(getOwn(patch, name))]
  if (name.startsWith(takeOutDirective)) {
    return withKeys(target, { [key]: items.filter((item) => !named.includes(item)) })
  }
  if (!name.startsWith(orderDirective) || items.length === 0 || getOwn(patch, key) !== undefined)
    return target
  return withKeys(target, { [key]: mergeLists(items, [], named, schema?.map?.get(key)) })
}

function mergeLists(
  target: readonly Json[],
  patch: readonly Json[],
  order: readonly Json[],
  schema: Schema | undefined,
): Json {
  const list = schema?.list
  if (list === undefined || list.kind === 'atomic') return patch
  assertAlike([...target, ...patch])
  const keyOf = list.kind === 'set' ? (item: Json) => item : mergeKey(list.keys)
  const items = patch.filter((item) => !isReplacement(item))
  if (items.length < patch.length) return items
  let merged = list.kind === 'set' ? [...new Set([...target, ...items])] : target
  for (const item of list.kind === 'set' ? [] : items) {
    const at = merged.findIndex((one) => sameJson(keyOf(one), keyOf(item)))
    const isGone = isJsonObject(item) && item.$patch === 'delete'
    if (isGone) merged = merged.filter((_, index) => index !== at)
    else if (at < 0) merged = [...merged, item]
    else merged = merged.with(at, applyStrategicPatch(merged[at], item, list.item))
  }
  return inOrder(merged, target, order, keyOf)
}

function assertAlike(items: readonly Json[]): void {
  const types = new Set(items.map(typeName))
  if (types.size > 1) throw internalError('list element types are not identical')
}

function typeName(item: Json): string {
  if (item === null) return 'null'
  return isList<Json, Json>(item) ? 'list' : typeof item
}

function isReplacement(item: Json): boolean {
  return isJsonObject(item) && item.$patch === 'replace'
}

/** A list is merged by one key only, whatever tells its items apart elsewhere. */
function mergeKey([key = '']: readonly string[]): (item: Json) => Json {
  return (item) => {
    const value = isJsonObject(item) ? getOwn(item, key) : undefined
    if (value === undefined)
      throw internalError(`map: ${goText(item)} does not contain declared merge key: ${key}`)
    return value
  }
}

function goText(value: Json): string {
  if (isList(value)) return `[${value.map(goText).join(' ')}]`
  if (!isJsonObject(value)) return String(value)
  const entries = Object.entries(value).map(([key, item]) => `${key}:${goText(item)}`)
  return `map[${entries.toSorted().join(' ')}]`
}

/**
 * Items that the patch names come as it names them; the others keep their place before those they stood before, and
 * come together where they share a key. Source: k8s.io/apimachinery pkg/util/strategicpatch normalizeElementOrder.
 */
function inOrder(
  items: readonly Json[],
  before: readonly Json[],
  order: readonly Json[],
  keyOf: (item: Json) => Json,
): readonly Json[] {
  const placeIn = (list: readonly Json[], wanted: Json) =>
    list.findIndex((item) => sameJson(keyOf(item), keyOf(wanted)))
  for (const item of items) keyOf(item)
  const named = items
    .filter((item) => placeIn(order, item) >= 0)
    .toSorted((a, b) => placeIn(order, a) - placeIn(order, b))
  const others = items
    .filter((item) => placeIn(order, item) < 0)
    .toSorted((a, b) => placeIn(before, a) - placeIn(before, b))
  const sorted: Json[] = []
  for (const item of named) {
    const place = placeIn(before, item)
    while (others[0] !== undefined && placeIn(before, others[0]) < place) sorted.push(...others.splice(0, 1))
    sorted.push(item)
  }
  return [...sorted, ...others]
}

function only(object: JsonObject, keys: readonly (Json | undefined)[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)))
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList<Json, Json | undefined>(value) ? value.filter((item) => item !== undefined) : []
}
