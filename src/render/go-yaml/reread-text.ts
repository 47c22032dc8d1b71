import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { mapFields, mapShared } from '../map-shared.ts'

/** kustomize reads its own JSON once more before it prints; this is what that does not survive. */
export type UnreadableText = 'control characters are not allowed' | 'a key has a line break or is too long'

/** U+0085 is a line break to YAML; the others are what it refuses. */
const unusual = /[\u007f-\u009f\ufffe\uffff]/
const refused = /[\u007f-\u0084\u0086-\u009f\ufffe\uffff]/
const longestKey = 1024

/**
 * The value after kustomize has read its own JSON as YAML: a U+0085 in a text has become a space, several of them line
 * breaks. `onUnreadable` is told, and throws, when that reading fails. What nothing changes in stays the same value.
 */
export function rereadText<T extends Json>(value: T, onUnreadable: (why: UnreadableText) => never): Json {
  return isRereadAsItIs(value) ? value : reread(value, onUnreadable)
}

/** Most values are, and are walked once for it. */
function isRereadAsItIs(value: Json): boolean {
  if (typeof value === 'string') return !unusual.test(value)
  if (value === null || typeof value !== 'object') return true
  if (isList(value)) return value.every(isRereadAsItIs)
  for (const key in value) {
    if (key.length > longestKey || unusual.test(key) || !isRereadAsItIs(value[key] ?? null)) return false
  }
  return true
}

function reread(value: Json, onUnreadable: (why: UnreadableText) => never): Json {
  if (typeof value === 'string') return unusual.test(value) ? foldBreaks(value, onUnreadable) : value
  if (isList(value)) return mapShared(value, (item) => reread(item, onUnreadable))
  return isJsonObject(value) ? rereadMap(value, onUnreadable) : value
}

function rereadMap(map: JsonObject, onUnreadable: (why: UnreadableText) => never): Json {
  return mapFields(map, (value, key) => {
    if (key.length > longestKey || unusual.test(key)) checkKey(key, onUnreadable)
    return reread(value, onUnreadable)
  })
}

function checkKey(key: string, onUnreadable: (why: UnreadableText) => never): void {
  onUnreadable(
    refused.test(key) ? 'control characters are not allowed' : 'a key has a line break or is too long',
  )
}

function foldBreaks(text: string, onUnreadable: (why: UnreadableText) => never): string {
  if (refused.test(text)) onUnreadable('control characters are not allowed')
  return text.replaceAll(/ *\u0085[ \u0085]*/g, (breaks) => {
    const count = breaks.replaceAll(' ', '').length
    return count === 1 ? ' ' : '\n'.repeat(count - 1)
  })
}
