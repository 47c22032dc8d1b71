import { isJsonObject, isList, type Json } from '../kube/json.ts'
import type { YamlPath } from '../kube/yaml.ts'

/** Where in a value an integer stands that a number cannot hold exactly. */
export function findLargeInteger(value: Json): YamlPath | undefined {
  if (typeof value === 'bigint') return []
  if (isList(value)) return findIn(value.entries())
  return isJsonObject(value) ? findIn(Object.entries(value)) : undefined
}

function findIn(children: Iterable<readonly [string | number, Json]>): YamlPath | undefined {
  for (const [step, child] of children) {
    const path = findLargeInteger(child)
    if (path !== undefined) return [step, ...path]
  }
  return undefined
}
