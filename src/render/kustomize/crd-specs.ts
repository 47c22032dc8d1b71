import { getOwn, isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import type { FieldSpec } from './field-spec.ts'
import type { NameReference } from './name-reference-specs.ts'
import { emptyConfig, type TransformerConfig } from './transformer-config.ts'

type Found =
  | { readonly list: 'commonAnnotations' | 'commonLabels' | 'namePrefix'; readonly spec: FieldSpec }
  | { readonly list: 'nameReference'; readonly reference: NameReference }

/**
 * What the OpenAPI definitions of a file of `crds` say about the fields of their kinds: a map from Go type names to
 * `{Schema: {properties}}`. Types that a property names by `$ref` are followed within the map, lists and maps are not.
 * Source: kustomize 5.8.1 api/internal/accumulator/loadconfigfromcrds.go.
 */
export function specsOfDefinitions(definitions: JsonObject): TransformerConfig {
  const found = Object.keys(definitions)
    .filter((type) => isKubernetesType(propertiesOf(definitions, type)))
    .flatMap((type) => [...walk(definitions, type, { kind: type.slice(type.lastIndexOf('.') + 1) }, [], [])])
  const specs = (list: Found['list']): readonly FieldSpec[] =>
    found.flatMap((one) => (one.list !== 'nameReference' && one.list === list ? [one.spec] : []))
  return {
    ...emptyConfig,
    commonAnnotations: specs('commonAnnotations'),
    commonLabels: specs('commonLabels'),
    namePrefix: specs('namePrefix'),
    nameReference: found.flatMap((one) => (one.list === 'nameReference' ? [one.reference] : [])),
  }
}

function* walk(
  definitions: JsonObject,
  type: string,
  kind: { readonly kind: string },
  path: readonly string[],
  above: readonly string[],
): Generator<Found> {
  if (above.includes(type)) return
  for (const [name, property] of Object.entries(propertiesOf(definitions, type))) {
    if (!isJsonObject(property)) continue
    const here = [...path, name]
    yield* specsOf(property, kind, here)
    const next = getOwn(property, '$ref')
    if (typeof next === 'string') yield* walk(definitions, next, kind, here, [...above, type])
  }
}

function* specsOf(
  property: JsonObject,
  kind: { readonly kind: string },
  path: readonly string[],
): Generator<Found> {
  const spec = { ...kind, path: path.join('/') }
  if (hint(property, 'annotation') !== undefined) yield { list: 'commonAnnotations', spec }
  if (hint(property, 'label-selector') !== undefined) yield { list: 'commonLabels', spec }
  if (hint(property, 'identity') !== undefined) yield { list: 'namePrefix', spec }
  const version = hint(property, 'object-ref-api-version')
  const target = hint(property, 'object-ref-kind')
  if (version === undefined || target === undefined) return
  const field = { ...kind, path: [...path, hint(property, 'object-ref-name-key') ?? 'name'].join('/') }
  yield { list: 'nameReference', reference: { target: { kind: target, version }, fields: [field] } }
}

function hint(property: JsonObject, name: string): string | undefined {
  const value = getOwn(property, `x-kubernetes-${name}`)
  return typeof value === 'string' ? value : undefined
}

function isKubernetesType(properties: JsonObject): boolean {
  return ['kind', 'apiVersion', 'metadata'].every((field) => Object.hasOwn(properties, field))
}

function propertiesOf(definitions: JsonObject, type: string): JsonObject {
  const definition = getOwn(definitions, type)
  return asMap(
    isJsonObject(definition) ? getOwn(asMap(getOwn(definition, 'Schema')), 'properties') : undefined,
  )
}

function asMap(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
