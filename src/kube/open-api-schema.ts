import { getOwn, isJsonObject, isList, type Json, type JsonObject } from './json.ts'
import { apiVersionOf } from './object-key.ts'
import {
  type ListKind,
  type MapNode,
  type Schema,
  SchemaTable,
  type TypeNode,
  type TypeRef,
} from './schema.ts'

/** The schemas of many kinds. */
export interface KindSchemas {
  /** Undefined for a kind that is not described. */
  schemaOf(group: string, version: string, kind: string): Schema | undefined
}

/** The schemas of an OpenAPI v3 document's `components.schemas`; each type is read when it is first needed. */
export function openApiSchemas(schemas: JsonObject): KindSchemas {
  const names = namesOfKinds(schemas)
  const table = new SchemaTable((name) => {
    const schema = getOwn(schemas, name)
    return isJsonObject(schema) ? readOpenApiType(name, schema) : undefined
  })
  return {
    schemaOf: (group, version, kind) => {
      const name = names.get(`${apiVersionOf(group, version)}/${kind}`)
      return name === undefined ? undefined : table.schemaOf(`#${name}`)
    },
  }
}

export function schemaOfKind(
  schemas: JsonObject,
  { group, version, kind }: { readonly group: string; readonly version: string; readonly kind: string },
): Schema | undefined {
  return openApiSchemas(schemas).schemaOf(group, version, kind)
}

/** Type names by `apps/v1/Deployment`, from `x-kubernetes-group-version-kind`. */
export function namesOfKinds(schemas: JsonObject): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [name, schema] of Object.entries(schemas)) {
    for (const entry of listAt(schema, 'x-kubernetes-group-version-kind')) {
      const [group, version, kind] = ['group', 'version', 'kind'].map((part) => textAt(entry, part))
      if (group === undefined || version === undefined || kind === undefined) continue
      names.set(`${apiVersionOf(group, version)}/${kind}`, name)
    }
  }
  return names
}

const wellKnown: ReadonlyMap<string, TypeRef> = new Map<string, TypeRef>([
  ['io.k8s.apimachinery.pkg.api.resource.Quantity', 'quantity'],
  ['io.k8s.apimachinery.pkg.apis.meta.v1.Duration', 'duration'],
  ['io.k8s.apimachinery.pkg.runtime.RawExtension', 'opaque'],
])

/**
 * A named type of an OpenAPI v3 document. Lists that say nothing are wholes; a single `allOf` is its reference.
 * Source: k8s.io/kube-openapi pkg/schemaconv/openapi.go.
 */
export function readOpenApiType(name: string, schema: JsonObject): TypeRef {
  return wellKnown.get(name) ?? readType(schema, false)
}

function readRef(schema: Json | undefined, keepsUnknown: boolean): TypeRef {
  if (!isJsonObject(schema)) return 'any'
  const name = refOf(schema)
  if (name === undefined) return readType(schema, keepsUnknown)
  const mapType = textAt(schema, 'x-kubernetes-map-type')
  return mapType === undefined ? `#${name}` : { ref: `#${name}`, atomic: mapType === 'atomic' }
}

function refOf(schema: JsonObject): string | undefined {
  const [only, ...others] = listAt(schema, 'allOf')
  const ref = textAt(schema, '$ref') ?? (others.length === 0 ? textAt(only, '$ref') : undefined)
  return ref?.slice(ref.lastIndexOf('/') + 1)
}

function readType(schema: JsonObject, parentKeepsUnknown: boolean): TypeRef {
  const keepsUnknown = parentKeepsUnknown || schema['x-kubernetes-preserve-unknown-fields'] === true
  switch (textAt(schema, 'type') ?? '') {
    case 'string': {
      const format = textAt(schema, 'format') ?? ''
      return format === '' || format === 'byte' ? 'string' : 'untyped'
    }
    case 'integer':
    case 'number':
      return 'numeric'
    case 'boolean':
      return 'boolean'
    case 'array':
      return { list: readList(schema, keepsUnknown) }
    case 'object':
      return { map: readMap(schema, keepsUnknown) }
    default:
      return Object.hasOwn(schema, 'properties') || Object.hasOwn(schema, 'items')
        ? { scalar: 'untyped', list: readList(schema, keepsUnknown), map: readMap(schema, keepsUnknown) }
        : 'any'
  }
}

function readList(schema: JsonObject, keepsUnknown: boolean): NonNullable<TypeNode['list']> {
  const of = Object.hasOwn(schema, 'items') ? readRef(schema.items, keepsUnknown) : 'opaque'
  const kind = listKindOf(schema)
  if (kind === 'atomic') return { of }
  return kind === 'set' ? { of, kind } : { of, kind, keys: keysOf(schema) }
}

function listKindOf(schema: JsonObject): ListKind {
  const declared = textAt(schema, 'x-kubernetes-list-type')
  if (declared !== undefined) return declared === 'set' || declared === 'map' ? declared : 'atomic'
  const strategy = textAt(schema, 'x-kubernetes-patch-strategy')
  if (strategy !== 'merge' && strategy !== 'merge,retainKeys') return 'atomic'
  return textAt(schema, 'x-kubernetes-patch-merge-key') === undefined ? 'set' : 'map'
}

function keysOf(schema: JsonObject): readonly string[] {
  if (textAt(schema, 'x-kubernetes-list-type') === 'map') {
    return listAt(schema, 'x-kubernetes-list-map-keys').filter((key) => typeof key === 'string')
  }
  return [textAt(schema, 'x-kubernetes-patch-merge-key') ?? '']
}

function readMap(schema: JsonObject, keepsUnknown: boolean): MapNode {
  const properties = Object.entries(objectAt(schema, 'properties'))
  const defaults = properties.flatMap(([name, property]) => {
    const value = isJsonObject(property) ? defaultIn(property) : undefined
    return value === undefined ? [] : [[name, value] as const]
  })
  const rest = readRest(schema, keepsUnknown, properties.length > 0)
  return {
    ...(properties.length === 0
      ? {}
      : {
          fields: Object.fromEntries(properties.map(([name, type]) => [name, readRef(type, keepsUnknown)])),
        }),
    ...(defaults.length === 0 ? {} : { defaults: Object.fromEntries(defaults) }),
    ...(rest === undefined ? {} : { rest }),
    ...(textAt(schema, 'x-kubernetes-map-type') === 'atomic' ? { atomic: true } : {}),
  }
}

/** Of a built-in kind's named types it is always `{}`, and nothing is set. */
function defaultIn(property: JsonObject): Json | undefined {
  const value = getOwn(property, 'default')
  return isJsonObject(value) && refOf(property) !== undefined ? undefined : value
}

/** An object that declares nothing is free; one that declares fields allows no others unless it says so. */
function readRest(schema: JsonObject, keepsUnknown: boolean, hasFields: boolean): TypeRef | undefined {
  const additional = getOwn(schema, 'additionalProperties')
  if (isJsonObject(additional)) return readRef(additional, keepsUnknown)
  if (additional === undefined) return keepsUnknown || !hasFields ? 'any' : undefined
  return additional === true ? 'any' : undefined
}

function textAt(value: Json | undefined, key: string): string | undefined {
  const text = isJsonObject(value) ? getOwn(value, key) : undefined
  return typeof text === 'string' ? text : undefined
}

function listAt(value: Json | undefined, key: string): readonly Json[] {
  const list = isJsonObject(value) ? getOwn(value, key) : undefined
  return isList(list) ? list : []
}

function objectAt(value: JsonObject, key: string): JsonObject {
  const object = getOwn(value, key)
  return isJsonObject(object) ? object : {}
}
