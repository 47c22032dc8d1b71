import { isList, type Json } from '../kube/json.ts'
import type { LiveValue } from '../kube/manifest.ts'
import { Masked } from '../kube/masked.ts'

/** True for a value without anything masked in it. */
export function isPlain(value: LiveValue): value is Json {
  if (value instanceof Masked) return false
  if (isList(value)) return value.every(isPlain)
  return typeof value !== 'object' || value === null || Object.values(value).every(isPlain)
}
