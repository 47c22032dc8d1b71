import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { objectAt, withKeys } from '../object.ts'

/** A structural schema: the `openAPIV3Schema` of a CRD's version, or a part of it. */
export type Structural = JsonObject

/**
 * Takes out what the schema does not know; the paths of what was taken out are added to `unknown`.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
 */
export function prune(value: Json, schema: Structural, path: string, unknown: string[]): Json {
  if (isList<Json, Json>(value)) {
    const items = getOwn(schema, 'items')
    if (!isJsonObject(items)) return value
    return value.map((item, index) => prune(item, items, `${path}[${index}]`, unknown))
  }
  if (!isJsonObject(value) || schema['x-kubernetes-int-or-string'] === true) return value
  return pruneObject(value, schema, path, unknown)
}

function pruneObject(value: JsonObject, schema: Structural, path: string, unknown: string[]): JsonObject {
  const properties = objectAt(schema, 'properties')
  const additional = getOwn(schema, 'additionalProperties')
  const keepsAll = schema['x-kubernetes-preserve-unknown-fields'] === true || additional === true
  const kept: [string, Json][] = []
  for (const [key, item] of Object.entries(value)) {
    const place = path === '' ? key : `${path}.${key}`
    const known = getOwn(properties, key) ?? additional
    if (isJsonObject(known)) kept.push([key, prune(item, known, place, unknown)])
    else if (keepsAll || isTypeMeta(schema, key)) kept.push([key, item])
    else unknown.push(place)
  }
  return Object.fromEntries(kept)
}

function isTypeMeta(schema: Structural, key: string): boolean {
  if (schema['x-kubernetes-embedded-resource'] !== true) return false
  return key === 'apiVersion' || key === 'kind' || key === 'metadata'
}

/**
 * Takes out the nulls of fields that may be none and have no default. Those with one are filled in later; items of
 * lists stay. Source: k8s.io/apiextensions-apiserver pkg/apiserver/schema/defaulting/prunenulls.go.
 */
export function pruneNulls(value: Json, schema: Structural | undefined): Json {
  if (isList<Json, Json>(value)) {
    const items = schema && getOwn(schema, 'items')
    return value.map((item) => pruneNulls(item, isJsonObject(items) ? items : undefined))
  }
  if (!isJsonObject(value)) return value
  const kept: [string, Json][] = []
  for (const [key, item] of Object.entries(value)) {
    const inner = schemaOfField(schema, key)
    const isGone =
      item === null && inner !== undefined && inner.nullable !== true && inner.default === undefined
    if (!isGone) kept.push([key, pruneNulls(item, inner)])
  }
  return Object.fromEntries(kept)
}

function schemaOfField(schema: Structural | undefined, key: string): Structural | undefined {
  if (schema === undefined) return undefined
  const declared = getOwn(objectAt(schema, 'properties'), key)
  const found = declared ?? getOwn(schema, 'additionalProperties')
  return isJsonObject(found) ? found : undefined
}

/**
 * Fills in defaults wherever the object around them is there. A null that is not allowed counts as absent.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
 */
export function applyDefaults(value: Json, schema: Structural): Json {
  if (isList<Json, Json>(value)) {
    const items = getOwn(schema, 'items')
    return isJsonObject(items) ? value.map((item) => applyDefaults(item, items)) : value
  }
  if (!isJsonObject(value)) return value
  const properties = objectAt(schema, 'properties')
  let filled = value
  for (const [key, property] of Object.entries(properties)) {
    if (isJsonObject(property)) filled = fillProperty(filled, key, property)
  }
  const additional = getOwn(schema, 'additionalProperties')
  if (!isJsonObject(additional)) return filled
  const entries = Object.entries(filled).map(([key, item]): [string, Json] => [
    key,
    Object.hasOwn(properties, key) ? item : applyDefaults(item, additional),
  ])
  return Object.fromEntries(entries)
}

function fillProperty(object: JsonObject, key: string, schema: Structural): JsonObject {
  const given = getOwn(object, key)
  const fallback = getOwn(schema, 'default')
  const isAbsent = given === undefined || (given === null && schema.nullable !== true)
  const value = isAbsent && fallback !== undefined ? fallback : given
  if (value === undefined) return object
  return withKeys(object, { [key]: applyDefaults(value, schema) })
}
