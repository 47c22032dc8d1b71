import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import type { LiveMap, LiveValue } from '../../kube/manifest.ts'
import type { Mask } from '../../kube/masked.ts'
import { maskLive } from '../../kube/masking.ts'
import { isLiveObject } from '../live-object.ts'

/** Masks what must not be seen of an object. */
export function maskObject(object: JsonObject, mask: Mask): LiveMap {
  return isLiveObject(object) ? maskLive(object, mask) : object
}

/** Gives every item of a list the kind that the server leaves out, and masks what must not be seen. */
export function maskList(list: JsonObject, mask: Mask): LiveMap {
  const { items, kind = '', apiVersion = '' } = list
  if (items === undefined || !isList(items) || typeof kind !== 'string') return list
  const stamp = { apiVersion, kind: kind.replace(/List$/, '') }
  const maskItem = (item: Json): LiveValue =>
    isJsonObject(item) ? maskObject({ ...stamp, ...item }, mask) : item
  return { ...list, items: items.map(maskItem) }
}
