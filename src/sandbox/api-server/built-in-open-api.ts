import { builtinTypes } from '../../kube/builtin-schema.generated.ts'
import { getOwn, type Json, type JsonObject } from '../../kube/json.ts'
import type { Scalar, TypeNode, TypeOverride, TypeRef } from '../../kube/schema.ts'
import { groupVersionOf, type ResourceKind } from './kinds/resource-kind.ts'
import { openApiPaths } from './open-api-paths.ts'

interface Table {
  readonly kinds: { readonly [kind: string]: string }
  readonly types: { readonly [name: string]: TypeRef }
}

const quantity = 'io.k8s.apimachinery.pkg.api.resource.Quantity'
const rawExtension = 'io.k8s.apimachinery.pkg.runtime.RawExtension'
const duration = 'io.k8s.apimachinery.pkg.apis.meta.v1.Duration'

/**
 * The OpenAPI v3 document of built-in kinds, made from the table that clients read them by: how lists and maps merge is
 * as a real server says it, descriptions and the finer points of scalars are not there.
 */
export function builtInOpenApi(kinds: readonly ResourceKind[]): JsonObject {
  const table: Table = JSON.parse(builtinTypes)
  const schemas = new Map<string, Json>([
    [quantity, { type: 'string' }],
    [duration, { type: 'string' }],
    [rawExtension, { type: 'object' }],
  ])
  for (const kind of kinds) {
    const name = getOwn(table.kinds, `${groupVersionOf(kind)}/${kind.kind}`)
    if (name !== undefined) addKind(table, name, kind, schemas)
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'unversioned' },
    paths: openApiPaths(kinds),
    components: { schemas: Object.fromEntries(schemas) },
  }
}

function addKind(table: Table, name: string, kind: ResourceKind, schemas: Map<string, Json>): void {
  addType(table, name, schemas)
  const known = schemas.get(longName(name))
  const { group, version } = kind
  const gvk = { 'x-kubernetes-group-version-kind': [{ group, version, kind: kind.kind }] }
  schemas.set(longName(name), { ...(known as JsonObject), ...gvk })
}

/** A type and all that it needs. */
function addType(table: Table, name: string, schemas: Map<string, Json>): void {
  const type = getOwn(table.types, name)
  if (type === undefined || schemas.has(longName(name))) return
  schemas.set(longName(name), {})
  schemas.set(
    longName(name),
    schemaOf(type, (inner) => addType(table, inner, schemas)),
  )
}

/** `core.v1.Pod` is `io.k8s.api.core.v1.Pod`. */
function longName(name: string): string {
  if (name.startsWith('meta.')) return `io.k8s.apimachinery.pkg.apis.${name}`
  if (name.startsWith('apiextensions.')) return `io.k8s.apiextensions-apiserver.pkg.apis.${name}`
  return `io.k8s.api.${name}`
}

type Need = (name: string) => void

function schemaOf(type: TypeRef, need: Need): JsonObject {
  if (typeof type !== 'string') return 'ref' in type ? overridden(type, need) : shaped(type, need)
  if (type === 'any') return {}
  if (type === 'opaque') return link(rawExtension)
  return isScalar(type) ? scalar(type) : reference(type, need)
}

function isScalar(type: Scalar | `#${string}`): type is Scalar {
  return !type.startsWith('#')
}

function scalar(type: Scalar): JsonObject {
  switch (type) {
    case 'string':
      return { type: 'string' }
    case 'numeric':
      return { type: 'integer' }
    case 'boolean':
      return { type: 'boolean' }
    case 'untyped':
      return { type: 'string', format: 'int-or-string' }
    case 'quantity':
      return link(quantity)
    case 'duration':
      return link(duration)
  }
}

function reference(type: `#${string}`, need: Need): JsonObject {
  const name = type.slice(1)
  need(name)
  return link(longName(name))
}

function link(name: string): JsonObject {
  return { allOf: [{ $ref: `#/components/schemas/${name}` }] }
}

function overridden({ ref, atomic }: TypeOverride, need: Need): JsonObject {
  return { ...reference(ref, need), 'x-kubernetes-map-type': atomic ? 'atomic' : 'granular' }
}

function shaped({ list, map }: TypeNode, need: Need): JsonObject {
  if (list !== undefined) return listSchema(list, need)
  return map === undefined ? {} : mapSchema(map, need)
}

function listSchema(list: NonNullable<TypeNode['list']>, need: Need): JsonObject {
  return {
    type: 'array',
    items: schemaOf(list.of, need),
    'x-kubernetes-list-type': list.kind ?? 'atomic',
    ...(list.keys === undefined ? {} : { 'x-kubernetes-list-map-keys': list.keys }),
  }
}

function mapSchema(map: NonNullable<TypeNode['map']>, need: Need): JsonObject {
  const properties = Object.entries(map.fields ?? {}).map(([name, type]): [string, Json] => {
    const fallback = getOwn(map.defaults ?? {}, name)
    return [name, { ...schemaOf(type, need), ...(fallback === undefined ? {} : { default: fallback }) }]
  })
  return {
    type: 'object',
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(map.rest === undefined || map.rest === 'any'
      ? {}
      : { additionalProperties: schemaOf(map.rest, need) }),
    ...(map.atomic === true ? { 'x-kubernetes-map-type': 'atomic' } : {}),
  }
}
