import fc from 'fast-check'
import type { JsonObject } from '../../../../src/kube/json.ts'
import { distinct, type FuzzKind, item, listOf, mapOfTexts, oneOf, some } from './kind.ts'

const text = { type: 'string' }
const free = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

const schema = {
  type: 'object',
  properties: {
    spec: {
      type: 'object',
      properties: {
        text,
        size: { type: 'integer', minimum: 0, maximum: 9 },
        choice: { type: 'string', enum: ['a', 'b'], default: 'a' },
        on: { type: 'boolean', nullable: true },
        port: { 'x-kubernetes-int-or-string': true },
        keyed: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name', 'zone'],
          items: {
            type: 'object',
            required: ['name'],
            properties: {
              name: text,
              zone: { type: 'string', default: 'main' },
              value: text,
              tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
              more: { type: 'object', properties: { a: text, b: { ...text, default: 'b' } } },
            },
          },
        },
        set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
        numbers: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'number' } },
        atomic: { type: 'array', items: { type: 'object', properties: { a: text, b: text } } },
        whole: { type: 'object', 'x-kubernetes-map-type': 'atomic', properties: { a: text, b: text } },
        map: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            properties: { a: text, list: { type: 'array', items: text } },
          },
        },
        free,
        labels: { type: 'object', additionalProperties: text },
        nested: {
          type: 'object',
          properties: { deep: { type: 'object', default: { a: '1' }, properties: { a: text, b: text } } },
        },
        object: {
          type: 'object',
          'x-kubernetes-embedded-resource': true,
          'x-kubernetes-preserve-unknown-fields': true,
        },
      },
    },
    status: {
      type: 'object',
      properties: {
        phase: text,
        count: { type: 'integer' },
        list: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
      },
    },
  },
}

const parts = some({
  spec: some({
    text: oneOf('', 'x', 'y'),
    size: oneOf(0, 1, 2),
    choice: oneOf('a', 'b'),
    on: oneOf(true, false, null),
    port: oneOf(80, '80', 'web'),
    keyed: distinct(
      item(
        { name: oneOf('a', 'b') },
        {
          zone: oneOf('main', 'other'),
          value: oneOf('1', '2'),
          tags: fc.uniqueArray(oneOf('s', 't'), { maxLength: 2 }),
          more: some({ a: oneOf('1', '2'), b: oneOf('b', 'c') }),
        },
      ),
      'name',
      'zone',
    ),
    set: fc.uniqueArray(oneOf('a', 'b', 'c'), { maxLength: 3 }),
    numbers: fc.uniqueArray(oneOf(1, 2, 1.5), { maxLength: 2 }),
    atomic: listOf(some({ a: oneOf('1', '2'), b: oneOf('1') }), 2),
    whole: some({ a: oneOf('1', '2'), b: oneOf('1') }),
    map: some({ a: some({ a: oneOf('1', '2'), list: listOf(oneOf('x'), 1) }), b: some({ a: oneOf('1') }) }),
    free: some({
      a: oneOf('1', 2, true),
      list: listOf(oneOf(1, 'x'), 2),
      inner: some({ x: oneOf(1, null), y: oneOf('1') }),
      none: oneOf(null),
    }),
    labels: mapOfTexts,
    nested: some({ deep: some({ a: oneOf('1', '2'), b: oneOf('1') }) }),
  }),
})

const status = some({
  status: some({
    phase: oneOf('Ready', 'Not'),
    count: oneOf(0, 1),
    list: fc.uniqueArray(oneOf('a', 'b'), { maxLength: 2 }),
  }),
})

const group = 'fuzz.example.test'

/** Two versions of one schema, with and without a status subresource. */
export const widget: FuzzKind = {
  apiVersions: [`${group}/v1`, `${group}/v1beta1`],
  kind: 'Widget',
  resource: 'widgets',
  isCustom: true,
  storesUnlike: true,
  base: {},
  parts,
  status,
}

export const gadget: FuzzKind = {
  apiVersions: [`${group}/v1`],
  kind: 'Gadget',
  resource: 'gadgets',
  isCustom: true,
  storesUnlike: true,
  base: {},
  parts: fc.tuple(parts, status).map(([a, b]) => ({ ...a, ...b })),
}

export const definitions: readonly JsonObject[] = [definition(widget, { status: {} }), definition(gadget, {})]

function definition({ kind, resource, apiVersions }: FuzzKind, subresources: JsonObject): JsonObject {
  const names = { plural: resource, singular: kind.toLowerCase(), kind, listKind: `${kind}List` }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${resource}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names,
      versions: apiVersions.map((apiVersion, index) => ({
        name: apiVersion.slice(group.length + 1),
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: schema },
        subresources,
      })),
    },
  }
}
