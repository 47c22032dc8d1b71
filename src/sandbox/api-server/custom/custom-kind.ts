import { isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
import { openApiSchemas } from '../../../kube/open-api-schema.ts'
import { anySchema } from '../../../kube/schema.ts'
import type { FieldError } from '../field-error.ts'
import type { Codec } from '../kinds/codec.ts'
import { groupVersionOf, type KindRules, type Subresource } from '../kinds/resource-kind.ts'
import { listAt, objectAt, objectsAt, shownText, textAt, valueAt, withKeys } from '../object.ts'
import { customColumns } from '../read/columns/custom-columns.ts'
import { decode, jsonType } from '../types/decode.ts'
import { DecodeError } from '../types/decode-error.ts'
import type { GoTypes } from '../types/go-type.ts'
import type { CustomKind, ScalePaths } from './custom-kind-type.ts'
import { customOpenApi } from './custom-open-api.ts'
import { applyDefaults, prune, pruneNulls } from './structural.ts'
import { validateStructural } from './validate-structural.ts'

const customRules: KindRules = {
  counted: true,
  createOnUpdate: false,
  unconditionalUpdate: false,
  orphansByDefault: false,
  returnsDeleted: false,
}

/** The served versions of a CRD, the preferred one first. */
export function customKinds(definition: JsonObject): readonly CustomKind[] {
  const spec = objectAt(definition, 'spec')
  const names = objectAt(spec, 'names')
  const versions = objectsAt(spec, 'versions').filter((version) => version.served === true)
  return versions
    .toSorted((a, b) => compareVersions(textAt(a, 'name'), textAt(b, 'name')))
    .map((version) => ({
      group: textAt(spec, 'group'),
      version: textAt(version, 'name'),
      kind: textAt(names, 'kind'),
      resource: textAt(names, 'plural'),
      singular: textAt(names, 'singular'),
      listKind: textAt(names, 'listKind'),
      namespaced: textAt(spec, 'scope') === 'Namespaced',
      shortNames: listAt(names, 'shortNames').map(String),
      categories: listAt(names, 'categories').map(String),
      subresources: subresourcesOf(version),
      rules: customRules,
      schema: objectAt(version, 'schema', 'openAPIV3Schema'),
      scale: scalePaths(objectAt(version, 'subresources', 'scale')),
      columns: customColumns(version),
    }))
}

function subresourcesOf(version: JsonObject): readonly Subresource[] {
  const given = objectAt(version, 'subresources')
  const known: readonly Subresource[] = ['status', 'scale']
  return known.filter((name) => isJsonObject(given[name]))
}

function scalePaths(scale: JsonObject): ScalePaths | undefined {
  if (textAt(scale, 'specReplicasPath') === '') return undefined
  const selector = textAt(scale, 'labelSelectorPath')
  return {
    specReplicas: steps(textAt(scale, 'specReplicasPath')),
    statusReplicas: steps(textAt(scale, 'statusReplicasPath')),
    labelSelector: selector === '' ? undefined : steps(selector),
  }
}

function steps(path: string): readonly string[] {
  return path.split('.').filter((step) => step !== '')
}

/** GA before beta before alpha, higher numbers first; what is no version of Kubernetes comes last, by name. */
export function compareVersions(a: string, b: string): number {
  const [x, y] = [versionRank(a), versionRank(b)]
  for (const [index, rank] of x.entries()) {
    const difference = (y[index] ?? 0) - rank
    if (difference !== 0) return difference
  }
  return a < b ? -1 : a > b ? 1 : 0
}

function versionRank(version: string): readonly number[] {
  const [, major, level, minor] = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/.exec(version) ?? []
  if (major === undefined) return [0, 0, 0]
  const stability = level === undefined ? 3 : level === 'beta' ? 2 : 1
  return [stability, Number(major), Number(minor ?? 0)]
}

export function customCodec(kind: CustomKind, types: GoTypes): Codec {
  const { components } = customOpenApi([kind])
  const schemas = openApiSchemas(objectAt(isJsonObject(components) ? components : {}, 'schemas'))
  return {
    read: (object) => readCustom(kind, types, object, (value) => pruneNulls(value, kind.schema)),
    readMerged: (object) => readCustom(kind, types, object, (value) => value),
    empty: { apiVersion: groupVersionOf(kind), kind: kind.kind },
    schema: schemas.schemaOf(kind.group, kind.version, kind.kind) ?? anySchema,
  }
}

function readCustom(
  kind: CustomKind,
  types: GoTypes,
  object: JsonObject,
  withoutNulls: (value: Json) => Json,
): ReturnType<Codec['read']> {
  const unknown: string[] = []
  const { apiVersion, kind: kindName, metadata, ...rest } = object
  const pruned = prune(rest, kind.schema, '', unknown)
  const filled = applyDefaults(withoutNulls(pruned), kind.schema)
  if (!isJsonObject(metadata ?? {})) {
    throw new DecodeError(
      `json: cannot unmarshal ${jsonType(metadata ?? null)} into Go value of type v1.ObjectMeta`,
    )
  }
  const meta = decode(types, 'meta.ObjectMeta', isJsonObject(metadata) ? metadata : {})
  const typeMeta: { [key: string]: Json } = {}
  if (apiVersion !== undefined) typeMeta.apiVersion = apiVersion
  if (kindName !== undefined) typeMeta.kind = kindName
  return {
    object: withKeys(typeMeta, { metadata: meta.value, ...(isJsonObject(filled) ? filled : {}) }),
    unknown: [...unknown, ...meta.unknown.map((path) => `metadata.${path}`)].toSorted(),
  }
}

/** Through its subresource the status alone is looked at, from its own root. */
export function validateCustomStatus({ schema }: CustomKind, object: JsonObject): readonly FieldError[] {
  const status = valueAt(object, 'status') ?? null
  if (status === null) return []
  return validateStructural(status, objectAt(schema, 'properties', 'status'), '').map((error) => ({
    ...error,
    field: error.field === '' ? 'status' : `status.${error.field}`,
  }))
}

export function validateCustom(kind: CustomKind, object: JsonObject): readonly FieldError[] {
  const { apiVersion: _a, kind: _k, metadata: _m, ...rest } = object
  return [...validateStructural(rest, kind.schema, ''), ...validateScale(kind, object)]
}

function validateScale({ scale }: CustomKind, object: JsonObject): readonly FieldError[] {
  if (scale === undefined) return []
  const replicas = valueAt(object, ...scale.specReplicas)
  const field = `.${scale.specReplicas.join('.')}`
  if (replicas === undefined || (typeof replicas === 'number' && replicas >= 0)) return []
  if (typeof replicas === 'number') return [scaleError(field, replicas, 'should be a non-negative integer')]
  return [
    scaleError(
      field,
      0,
      `${field} accessor error: ${shownText(replicas)} is of the type ${typeof replicas}, expected int64`,
    ),
  ]
}

function scaleError(field: string, value: number, why: string): FieldError {
  return { reason: 'FieldValueInvalid', field, message: `Invalid value: ${value}: ${why}` }
}
