import { getOwn, isJsonObject, type Json } from '../kube/json.ts'

/** What of an answer is a text, a number, a list under a key; undefined where it is something else. */
export function textAt(value: unknown, key: string): string | undefined {
  const found = fieldAt(value, key)
  return typeof found === 'string' ? found : undefined
}

export function numberAt(value: unknown, key: string): number | undefined {
  const found = fieldAt(value, key)
  return typeof found === 'number' && Number.isSafeInteger(found) ? found : undefined
}

/** Go writes an empty list as null. */
export function listAt(value: unknown, key: string): readonly unknown[] | undefined {
  const found = fieldAt(value, key)
  return found === null ? [] : listOf(found)
}

export function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

export function fieldAt(value: unknown, key: string): unknown {
  return isJsonObject(value as Json) ? getOwn(value as { [key: string]: unknown }, key) : undefined
}
