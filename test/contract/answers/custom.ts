import type { JsonObject } from '../../../src/kube/json.ts'
import {
  type AnswerRow,
  type Ask,
  apply,
  cause,
  get,
  jsonPatch,
  merge,
  post,
  put,
  strategic,
  without,
} from './row.ts'

const text = { type: 'string' }
const keyed = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['name', 'zone'],
  items: {
    type: 'object',
    required: ['name'],
    properties: { name: text, zone: { ...text, default: 'main' }, value: text },
  },
}
const spec = {
  type: 'object',
  properties: {
    text: { ...text, maxLength: 5, pattern: '^[a-z]*$' },
    size: { type: 'integer', minimum: 1, maximum: 9 },
    choice: { ...text, enum: ['a', 'b'], default: 'a' },
    maybe: { ...text, nullable: true },
    port: { 'x-kubernetes-int-or-string': true },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    labels: { type: 'object', additionalProperties: text },
    nested: {
      type: 'object',
      default: {},
      properties: { deep: { ...text, default: 'x' } },
    },
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: text },
    atomic: { type: 'array', maxItems: 2, items: text },
    keyed,
  },
}
const schema = {
  openAPIV3Schema: {
    type: 'object',
    properties: { spec, status: { type: 'object', properties: { phase: text } } },
  },
}
const version = (name: string, storage: boolean): JsonObject => ({
  name,
  served: true,
  storage,
  schema,
  subresources: { status: {} },
})
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'things.NS.example.test' },
  spec: {
    group: 'NS.example.test',
    scope: 'Namespaced',
    names: { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' },
    versions: [version('v1', true), version('v1beta1', false)],
  },
}

const things = '/apis/NS.example.test/v1/namespaces/NS/things'
const one = `${things}/a`
const old = '/apis/NS.example.test/v1beta1/namespaces/NS/things/a'
const thing = (of: JsonObject, apiVersion: string = 'v1'): JsonObject => ({
  apiVersion: `NS.example.test/${apiVersion}`,
  kind: 'Thing',
  metadata: { name: 'a' },
  ...(Object.hasOwn(of, 'status') ? of : { spec: of }),
})
const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const defined: readonly Ask[] = [
  post(crds, definition),
  { ...get(things), until: 200 },
  { ...get('/apis/NS.example.test/v1beta1/namespaces/NS/things'), until: 200 },
]
const created = (fact: string, of: JsonObject, spec: unknown): AnswerRow => ({
  fact,
  given: defined,
  ask: post(things, thing(of)),
  status: 201,
  answer: { spec },
})
const refused = (fact: string, of: JsonObject, field: string, reason: string): AnswerRow => ({
  fact,
  given: defined,
  ask: post(things, thing(of)),
  status: 422,
  answer: cause(field, reason),
})
const afterCreation = (of: JsonObject): readonly Ask[] => [...defined, post(things, thing(of))]

/** Objects of kinds that a CRD declares. */
export const customRows: readonly AnswerRow[] = [
  created('a default of a custom kind is filled in', {}, { choice: 'a' }),
  created('a default inside of a default is filled in', {}, { nested: { deep: 'x' } }),
  created('a default is not filled in where there is a value', { choice: 'b' }, { choice: 'b' }),
  created('a null counts as absent where there is a default', { choice: null }, { choice: 'a' }),
  created('a null that may not be is dropped from what is created', { text: null, size: 1 }, without('text')),
  created('a null that may be stays', { maybe: null }, { maybe: null }),
  created('a null in what is free stays', { free: { a: null } }, { free: { a: null } }),
  created('a field that the schema does not know is dropped', { surprise: 1 }, without('surprise')),
  created(
    'what is free keeps fields that the schema does not know',
    { free: { a: { b: [1] } } },
    { free: { a: { b: [1] } } },
  ),
  created('an int-or-string may be a number', { port: 80 }, { port: 80 }),
  created('an int-or-string may be a text', { port: 'web' }, { port: 'web' }),
  created(
    'the default of a list key is written into the item',
    { keyed: [{ name: 'a' }] },
    { keyed: [{ name: 'a', zone: 'main' }] },
  ),
  refused('an int-or-string is no boolean', { port: true }, 'spec.port', 'FieldValueTypeInvalid'),
  refused('a text of a custom kind is no number', { text: 1 }, 'spec.text', 'FieldValueTypeInvalid'),
  refused('a text is no longer than it may be', { text: 'abcdef' }, 'spec.text', 'FieldValueTooLong'),
  refused('a text fits its pattern', { text: 'A' }, 'spec.text', 'FieldValueInvalid'),
  refused('a number is not below its minimum', { size: 0 }, 'spec.size', 'FieldValueInvalid'),
  refused('a number is not above its maximum', { size: 10 }, 'spec.size', 'FieldValueInvalid'),
  refused('a value is one of its enum', { choice: 'c' }, 'spec.choice', 'FieldValueNotSupported'),
  refused(
    'a list is no longer than it may be',
    { atomic: ['1', '2', '3'] },
    'spec.atomic',
    'FieldValueTooMany',
  ),
  refused('a set holds nothing twice', { set: ['a', 'a'] }, 'spec.set[1]', 'FieldValueDuplicate'),
  refused(
    'a keyed list holds no key twice, defaults counted',
    { keyed: [{ name: 'a' }, { name: 'a', zone: 'main' }] },
    'spec.keyed[1]',
    'FieldValueDuplicate',
  ),
  refused(
    'an item has the fields that are required',
    { keyed: [{ zone: 'x' }] },
    'spec.keyed[0].name',
    'FieldValueRequired',
  ),
  refused(
    'the values of free keys have their type',
    { labels: { a: 1 } },
    'spec.labels.a',
    'FieldValueTypeInvalid',
  ),
  {
    fact: 'a null that may not be is refused in an apply',
    given: defined,
    ask: apply(one, thing({ text: null })),
    status: 422,
    answer: cause('spec.text', 'FieldValueTypeInvalid'),
  },
  {
    fact: 'a null that may be is owned by its applier',
    given: defined,
    ask: apply(one, thing({ maybe: null })),
    status: 201,
    answer: { metadata: { managedFields: [{ fieldsV1: { 'f:spec': { 'f:maybe': {} } } }] } },
  },
  {
    fact: 'a field that the schema does not know is refused in an apply',
    given: defined,
    ask: apply(one, thing({ surprise: 1 })),
    status: 500,
    answer: '.spec.surprise: field not declared in schema',
  },
  {
    fact: 'what is free is owned key by key',
    given: defined,
    ask: apply(one, thing({ free: { a: { b: 1 } } })),
    status: 201,
    answer: {
      metadata: {
        managedFields: [{ fieldsV1: { 'f:spec': { 'f:free': { 'f:a': { '.': {}, 'f:b': {} } } } } }],
      },
    },
  },
  {
    fact: 'a set of a custom kind is owned by its values',
    given: defined,
    ask: apply(one, thing({ set: ['a'] })),
    status: 201,
    answer: { metadata: { managedFields: [{ fieldsV1: { 'f:spec': { 'f:set': { 'v:"a"': {} } } } }] } },
  },
  {
    fact: 'a keyed list of a custom kind is owned by all its keys, defaults counted',
    given: defined,
    ask: apply(one, thing({ keyed: [{ name: 'a' }] })),
    status: 201,
    answer: {
      metadata: {
        managedFields: [
          {
            fieldsV1: {
              'f:spec': { 'f:keyed': { 'k:{"name":"a","zone":"main"}': { '.': {}, 'f:name': {} } } },
            },
          },
        ],
      },
    },
  },
  {
    fact: 'two appliers of one set have an element each',
    given: [...defined, apply(one, thing({ set: ['a'] }))],
    ask: apply(one, thing({ set: ['b'] }), 'other'),
    status: 200,
    answer: { spec: { set: ['a', 'b'] } },
  },
  {
    fact: 'an object of a custom kind is read in each version',
    given: afterCreation({ size: 1 }),
    ask: get(old),
    status: 200,
    answer: { apiVersion: 'NS.example.test/v1beta1' },
  },
  {
    fact: 'an entry keeps the version that it was written in',
    given: [...defined, apply(old, thing({ size: 1 }, 'v1beta1'))],
    ask: get(one),
    status: 200,
    answer: { metadata: { managedFields: [{ apiVersion: 'NS.example.test/v1beta1' }] } },
  },
  {
    fact: 'an applier that changes the version keeps one entry',
    given: [...defined, apply(old, thing({ size: 1 }, 'v1beta1'))],
    ask: apply(one, thing({ size: 1 })),
    status: 200,
    answer: { metadata: { managedFields: [{ apiVersion: 'NS.example.test/v1' }] } },
  },
  {
    fact: 'a field that was applied in another version goes when it is dropped',
    given: [...defined, apply(old, thing({ size: 1, text: 'x' }, 'v1beta1'))],
    ask: apply(one, thing({ size: 1 })),
    status: 200,
    answer: { spec: without('text') },
  },
  {
    fact: 'a conflict is found across versions',
    given: [...defined, apply(old, thing({ size: 1 }, 'v1beta1'), 'other')],
    ask: apply(one, thing({ size: 2 })),
    status: 409,
    answer: 'conflict with "other": .spec.size',
  },
  {
    fact: 'the status of a custom kind is dropped from what is created',
    given: defined,
    ask: post(things, thing({ status: { phase: 'x' } })),
    status: 201,
    answer: without('status'),
  },
  {
    fact: 'the status of a custom kind is written through its subresource',
    given: afterCreation({ size: 1 }),
    ask: merge(`${one}/status`, { status: { phase: 'x' }, spec: { size: 2 } }),
    status: 200,
    answer: { spec: { size: 1 }, status: { phase: 'x' } },
  },
  {
    fact: 'a refused status is told from its own root',
    given: afterCreation({ size: 1 }),
    ask: merge(`${one}/status`, { status: { phase: 1 } }),
    status: 422,
    answer: 'status.phase: Invalid value: "integer": phase in body must be of type string',
  },
  {
    fact: 'an apply to the status of what is not there is not found',
    given: defined,
    ask: apply(`${one}/status`, thing({ status: { phase: 'x' } })),
    status: 404,
  },
  {
    fact: 'a change of the spec of a custom kind counts',
    given: afterCreation({ size: 1 }),
    ask: merge(one, { spec: { size: 2 } }),
    status: 200,
    answer: { metadata: { generation: 2 } },
  },
  {
    fact: 'a change of the labels of a custom kind does not count',
    given: afterCreation({ size: 1 }),
    ask: merge(one, { metadata: { labels: { a: 'x' } } }),
    status: 200,
    answer: { metadata: { generation: 1 } },
  },
  {
    fact: 'a finalizer of a custom kind needs no domain',
    given: afterCreation({ size: 1 }),
    ask: merge(one, { metadata: { finalizers: ['mine'] } }),
    status: 200,
  },
  {
    fact: 'an empty list of managed fields clears none of a custom kind',
    given: [...defined, apply(one, thing({ size: 1 }))],
    ask: merge(one, { metadata: { managedFields: [] } }),
    status: 200,
    answer: { metadata: { managedFields: [{ manager: 'us' }] } },
  },
  {
    fact: 'an update of a custom kind names its resourceVersion',
    given: afterCreation({ size: 1 }),
    ask: put(one, thing({ size: 2 })),
    status: 422,
    answer: 'metadata.resourceVersion: Invalid value: 0: must be specified for an update',
  },
  {
    fact: 'a strategic patch of a custom kind is unsupported',
    given: afterCreation({ size: 1 }),
    ask: strategic(one, { spec: { size: 2 } }),
    status: 415,
  },
  {
    fact: 'a JSON patch of a custom kind is checked by its schema',
    given: afterCreation({ size: 1 }),
    ask: jsonPatch(one, { op: 'replace', path: '/spec/size', value: 0 }),
    status: 422,
    answer: cause('spec.size', 'FieldValueInvalid'),
  },
  {
    fact: 'a deletion of a custom object is answered by a Status',
    given: afterCreation({ size: 1 }),
    ask: { method: 'DELETE', path: one },
    status: 200,
    answer: { kind: 'Status', details: { group: 'NS.example.test', kind: 'things' } },
  },
  {
    fact: 'a list of a custom kind is of its list kind',
    given: defined,
    ask: get(things),
    status: 200,
    answer: { kind: 'ThingList', apiVersion: 'NS.example.test/v1', items: [] },
  },
]
