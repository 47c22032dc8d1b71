import { isJsonObject, isList, type Json } from '../kube/json.ts'
import type { YamlPath } from '../kube/yaml.ts'

/** Where in a value an integer stands that a number cannot hold exactly. */
export function findLargeInteger(value: Json): YamlPath | undefined {
  if (typeof value === 'bigint') return []
  if (isList(value)) return findFirst(value.keys(), (at) => value[at])
  return isJsonObject(value) ? findFirst(Object.keys(value), (key) => value[key]) : undefined
}

function findFirst<Step extends string | number>(
  steps: Iterable<Step>,
  childAt: (step: Step) => Json | undefined,
): YamlPath | undefined {
  for (const step of steps) {
    const path = findLargeInteger(childAt(step) ?? null)
    if (path !== undefined) return [step, ...path]
  }
  return undefined
}
