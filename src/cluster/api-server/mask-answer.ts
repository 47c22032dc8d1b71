import { isJsonObject, isList, type JsonObject } from '../../kube/json.ts'
import type { LiveMap } from '../../kube/manifest.ts'
import type { Mask } from '../../kube/masked.ts'
import { maskLive } from '../../kube/masking.ts'
import { isLiveObject } from '../live-object.ts'

/** Gives every item of a list the kind that the server leaves out, and masks what must not be seen. */
export function maskAnswer(body: JsonObject, mask: Mask): LiveMap {
  const { items, kind, apiVersion } = body
  if (typeof kind !== 'string' || !kind.endsWith('List') || items === undefined) return maskObject(body, mask)
  const stamp = { apiVersion: apiVersion ?? '', kind: kind.slice(0, -'List'.length) }
  const objects = isList(items) ? items.filter(isJsonObject) : []
  return { ...body, items: objects.map((item) => maskObject({ ...stamp, ...item }, mask)) }
}

function maskObject(object: JsonObject, mask: Mask): LiveMap {
  return isLiveObject(object) ? maskLive(object, mask) : object
}
