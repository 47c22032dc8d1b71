import { isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
import { groupVersionOf } from '../kinds/resource-kind.ts'
import { objectAt, withKeys } from '../object.ts'
import { openApiPaths } from '../open-api-paths.ts'
import type { CustomKind } from './custom-kind-type.ts'
import { listMetaRef, metaSchemas, objectMetaRef } from './meta-schemas.ts'

/** The OpenAPI v3 document of the custom kinds of one group-version, as the API server publishes it. */
export function customOpenApi(kinds: readonly CustomKind[]): JsonObject {
  const schemas: [string, Json][] = kinds.flatMap((kind) => [
    [schemaName(kind, kind.kind), kindSchema(kind)],
    [schemaName(kind, kind.listKind), listSchema(kind)],
  ])
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes CRD Swagger', version: 'v0.1.0' },
    paths: openApiPaths(kinds),
    components: { schemas: { ...Object.fromEntries(schemas), ...metaSchemas } },
  }
}

/** `org.example.exchanges.v1.Widget`: the group backwards. */
function schemaName({ group, version }: CustomKind, kind: string): string {
  return [...group.split('.').reverse(), version, kind].join('.')
}

function kindSchema(kind: CustomKind): JsonObject {
  const properties = {
    ...objectAt(kind.schema, 'properties'),
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: objectMetaRef,
  }
  const { group, version } = kind
  return withKeys(publish(kind.schema), {
    type: 'object',
    properties: publishAll(properties),
    'x-kubernetes-group-version-kind': [{ group, version, kind: kind.kind }],
  })
}

/**
 * A schema as it is published: a schema that is free, or an int-or-string, has no type; everything else is said as it
 * is declared.
 */
function publish(schema: JsonObject): JsonObject {
  const items = schema.items
  const additional = schema.additionalProperties
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true
  return withKeys(schema, {
    ...(isIntOrString ? { anyOf: [{ type: 'integer' }, { type: 'string' }] } : {}),
    properties: isJsonObject(schema.properties) ? publishAll(schema.properties) : undefined,
    items: isJsonObject(items) ? publish(items) : items,
    additionalProperties: isJsonObject(additional) ? publish(additional) : additional,
  })
}

function publishAll(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([key, schema]): [string, Json] => [
      key,
      isJsonObject(schema) ? publish(schema) : schema,
    ]),
  )
}

function listSchema(kind: CustomKind): JsonObject {
  const { group, version, listKind } = kind
  return {
    description: `${listKind} is a list of ${kind.kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      items: {
        description: `List of ${kind.resource}.`,
        type: 'array',
        items: { allOf: [{ $ref: `#/components/schemas/${schemaName(kind, kind.kind)}` }] },
      },
      kind: { type: 'string' },
      metadata: listMetaRef,
    },
    'x-kubernetes-group-version-kind': [{ group, version, kind: listKind }],
  }
}

export function openApiPath(groupVersion: { readonly group: string; readonly version: string }): string {
  const text = groupVersionOf(groupVersion)
  return groupVersion.group === '' ? `api/${text}` : `apis/${text}`
}
