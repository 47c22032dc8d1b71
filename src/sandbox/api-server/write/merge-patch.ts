import { getOwn, isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { withKeys } from '../object.ts'

/**
 * RFC 7386: null takes a key out, everything but an object replaces. Unlike there, objects in a list lose their nulls
 * too, and a scalar or list that takes the place of an object keeps them.
 * Source: gopkg.in/evanphx/json-patch.v4 merge.go.
 */
export function applyMergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(target)) return withoutNulls(patch)
  if (!isJsonObject(patch)) return patch
  let merged = target
  for (const [key, value] of Object.entries(patch)) {
    merged = withKeys(merged, {
      [key]: value === null ? undefined : applyMergePatch(getOwn(merged, key), value),
    })
  }
  return merged
}

function withoutNulls(value: Json): Json {
  if (isList<Json, Json>(value)) return value.map(withoutNulls)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([, item]) => item !== null)
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutNulls(item)]))
}
