import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import type { Schema } from '../../../kube/schema.ts'
import { sameJson, withKeys } from '../object.ts'

/**
 * The strategic merge patch of built-in kinds, as kubectl sends it: keyed lists merge by their keys, sets are joined,
 * and directives, whose names begin with `$`, take out, replace and put in order.
 * https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
 * https://github.com/kubernetes/design-proposals-archive/blob/main/cli/preserve-order-in-strategic-merge-patch.md
 */
export function applyStrategicPatch(target: Json | undefined, patch: Json, schema: Schema | undefined): Json {
  if (isList<Json, Json>(patch)) return mergeLists(listOf(target), patch, patch, schema)
  if (!isJsonObject(patch)) return patch
  const { $patch: directive, $retainKeys: retained, ...rest } = patch
  if (directive === 'replace') return rest
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
  if (value === null || (isJsonObject(value) && value.$patch === 'delete')) return undefined
  const inner = schema?.map?.get(key)
  if (!isList<Json, Json>(value)) return applyStrategicPatch(getOwn(target, key), value, inner)
  const order = getOwn(patch, `${orderDirective}${key}`)
  return mergeLists(listOf(getOwn(target, key)), value, order === undefined ? value : listOf(order), inner)
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
  const keyOf = list.kind === 'set' ? (item: Json) => item : firstKey(list.keys)
  const items = patch.filter((item) => !isReplacement(item))
  if (items.length < patch.length) return items
  let merged = target
  for (const item of items) {
    const at = merged.findIndex((one) => sameJson(keyOf(one), keyOf(item)))
    const isGone = isJsonObject(item) && item.$patch === 'delete'
    if (isGone) merged = merged.filter((_, index) => index !== at)
    else if (at < 0) merged = [...merged, item]
    else if (list.kind !== 'set') merged = merged.with(at, applyStrategicPatch(merged[at], item, list.item))
  }
  return inOrder(merged, target, order, keyOf)
}

function isReplacement(item: Json): boolean {
  return isJsonObject(item) && item.$patch === 'replace'
}

function firstKey([key = '']: readonly string[]): (item: Json) => Json | undefined {
  return (item) => (isJsonObject(item) ? getOwn(item, key) : undefined)
}

/** Items that the patch names come as it names them; the others keep their place before those they stood before. */
function inOrder(
  items: readonly Json[],
  before: readonly Json[],
  order: readonly Json[],
  keyOf: (item: Json) => Json | undefined,
): readonly Json[] {
  const find = (list: readonly Json[], wanted: Json) =>
    list.findIndex((item) => sameJson(keyOf(item), keyOf(wanted)))
  const named = order.flatMap((wanted) => items[find(items, wanted)] ?? [])
  const others = items.filter((item) => find(order, item) < 0)
  const sorted: Json[] = []
  for (const item of named) {
    const place = find(before, item)
    while (others[0] !== undefined && find(before, others[0]) < place) sorted.push(...others.splice(0, 1))
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
