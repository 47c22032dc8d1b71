import { isList, type Json } from '../kube/json.ts'
import type { YamlPath } from '../kube/yaml-document.ts'

/** Where in a value an integer stands that a number cannot hold exactly. */
export function findLargeInteger(value: Json): YamlPath | undefined {
  if (typeof value === 'bigint') return []
  if (value === null || typeof value !== 'object') return undefined
  if (isList(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const below = findLargeInteger(value[at] ?? null)
      if (below !== undefined) return [at, ...below]
    }
    return undefined
  }
  for (const key in value) {
    const below = findLargeInteger(value[key] ?? null)
    if (below !== undefined) return [key, ...below]
  }
  return undefined
}
