import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import type { YamlDocument, YamlPath } from '../../../kube/yaml.ts'
import type { PathStep } from './field-path.ts'
import { PathError } from './nodes.ts'

/** Fields that stand without a value, each by its path: `data:` is not `data: null` to kustomize. */
export type EmptyFields = ReadonlySet<string>

export function emptyFields(value: Json, document: YamlDocument, path: YamlPath): EmptyFields {
  if (!holdsNull(value)) return noFields
  const found = new Set<string>()
  const visit = (one: Json, below: YamlPath): void => {
    if (one === null && document.sourceOf([...path, ...below]) === '') found.add(keyOf(below))
    else if (isList(one)) for (const [at, item] of one.entries()) visit(item, [...below, at])
    else if (isJsonObject(one)) for (const [key, field] of Object.entries(one)) visit(field, [...below, key])
  }
  visit(value, [])
  return found
}

const noFields: EmptyFields = new Set()

function holdsNull(value: Json): boolean {
  if (value === null || typeof value !== 'object') return value === null
  if (isList(value)) return value.some(holdsNull)
  return Object.keys(value).some((key) => holdsNull(value[key] ?? null))
}

/** Throws `PathError` where a field would be made below one that stands without a value. */
export function refuseBelowEmpty(object: JsonObject, steps: readonly PathStep[], empty: EmptyFields): void {
  if (empty.size === 0) return
  for (let length = 1; length < steps.length; length += 1) {
    const path = steps.slice(0, length)
    if (empty.has(keyOf(path)) && valueAt(object, path) === null)
      throw new PathError('wrong node kind: expected MappingNode but got : node contents: null')
  }
}

function valueAt(object: Json, path: YamlPath): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, step) =>
      isList(value) ? value[Number(step)] : isJsonObject(value) ? getOwn(value, String(step)) : undefined,
    object,
  )
}

function keyOf(path: YamlPath): string {
  return JSON.stringify(path.map(String))
}
