import { getOwn, isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
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
