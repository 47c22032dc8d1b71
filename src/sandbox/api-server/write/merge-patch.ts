import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import type { Schema } from '../../../kube/schema.ts'
import { withKeys } from '../object.ts'

/** RFC 7386: null takes a key out, everything but an object replaces. */
export function applyMergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch
  let merged: JsonObject = isJsonObject(target) ? target : {}
  for (const [key, value] of Object.entries(patch)) {
    merged = withKeys(merged, {
      [key]: value === null ? undefined : applyMergePatch(getOwn(merged, key), value),
    })
  }
  return merged
}

/**
 * The strategic merge patch of built-in kinds: keyed lists merge by their keys, sets are joined, `$patch: delete` takes
 * an item out and `$patch: replace` replaces.
 * https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/
 */
export function applyStrategicPatch(target: Json | undefined, patch: Json, schema: Schema | undefined): Json {
  if (isList<Json, Json>(patch))
    return mergeLists(isList<Json, Json | undefined>(target) ? target : [], patch, schema)
  if (!isJsonObject(patch)) return patch
  const { $patch: directive, ...changes } = patch
  if (directive === 'replace') return changes
  let merged: JsonObject = isJsonObject(target) ? target : {}
  for (const [key, value] of Object.entries(changes)) {
    const isGone = value === null || (isJsonObject(value) && value.$patch === 'delete')
    const inner = isGone ? undefined : applyStrategicPatch(getOwn(merged, key), value, schema?.map?.get(key))
    merged = withKeys(merged, { [key]: inner })
  }
  return merged
}

function mergeLists(target: readonly Json[], patch: readonly Json[], schema: Schema | undefined): Json {
  const list = schema?.list
  if (list === undefined || list.kind === 'atomic') return patch
  if (list.kind === 'set') return [...target, ...patch.filter((item) => !target.includes(item))]
  const [key] = list.keys
  if (key === undefined) return patch
  const keyOf = (item: Json) => (isJsonObject(item) ? getOwn(item, key) : undefined)
  let merged = target
  for (const item of patch) {
    const at = merged.findIndex((one) => keyOf(one) === keyOf(item))
    const isGone = isJsonObject(item) && item.$patch === 'delete'
    if (isGone) merged = merged.filter((_, index) => index !== at)
    else if (at < 0) merged = [...merged, item]
    else merged = merged.with(at, applyStrategicPatch(merged[at], item, list.item))
  }
  return merged
}
