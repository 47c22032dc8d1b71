import { expect, test } from 'vitest'
import { extraFields } from '../../src/diff/extra-fields.ts'
import { FieldSet } from '../../src/kube/field-set.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import { parseManagedFields } from '../../src/kube/managed-fields.ts'
import { openApiSchemas } from '../../src/kube/open-api-schema.ts'
import { anySchema } from '../../src/kube/schema.ts'
import { aStory } from '../support/story.ts'
import { declaration } from '../support/world.ts'

const limits = {
  type: 'object',
  default: { cpu: 1 },
  properties: { cpu: { type: 'integer', default: 2 }, memory: { type: 'integer', default: 3 } },
}

const spec = {
  type: 'object',
  properties: {
    size: { type: 'integer' },
    colour: { type: 'string', default: 'red' },
    limits,
    doors: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, lock: { type: 'string', default: 'key' } },
        required: ['name'],
      },
    },
  },
}

const schema =
  openApiSchemas({
    Safe: {
      type: 'object',
      properties: { spec },
      'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Safe' }],
    },
  }).schemaOf('example.com', 'v1', 'Safe') ?? anySchema

const door = { 'k:{"name":"front"}': { '.': {}, 'f:name': {}, 'f:lock': {} } }
const everything = {
  'f:spec': {
    '.': {},
    'f:size': {},
    'f:colour': {},
    'f:limits': { '.': {}, 'f:cpu': {}, 'f:memory': {} },
    'f:doors': { '.': {}, ...door },
  },
}

function toldOf(git: JsonObject, live: JsonObject, managers: readonly string[] = ['kubectl-create']) {
  const entries = managers.map((manager) => ({
    manager,
    operation: 'Update' as const,
    apiVersion: 'example.com/v1',
    fieldsType: 'FieldsV1',
    fieldsV1: everything,
  }))
  const extra = extraFields(
    { spec: git },
    { spec: live },
    parseManagedFields(entries),
    FieldSet.empty,
    schema,
  )
  return extra.map(({ path }) => path)
}

const git = { size: 1, doors: [{ name: 'front' }] }

test.each<[string, JsonObject, readonly string[]]>([
  ['what the API server set by itself is not told', { colour: 'red', limits: { cpu: 1, memory: 3 } }, []],
  ['another value than the default is told', { colour: 'blue' }, ['spec.colour']],
  [
    'a map is told whole where something in it is no default',
    { limits: { cpu: 1, memory: 4 } },
    ['spec.limits'],
  ],
  ['a map is told where its own default says otherwise', { limits: { cpu: 2, memory: 3 } }, ['spec.limits']],
  ['a map that lacks what its default holds is told', { limits: { memory: 3 } }, ['spec.limits']],
])('%s', (_, more, told) => {
  const doors = [{ name: 'front', lock: 'key' }]

  expect(toldOf(git, { size: 1, doors, ...more })).toEqual(told)
})

test('a default in an item of a list is not told, and another value there is', () => {
  expect(toldOf(git, { size: 1, doors: [{ name: 'front', lock: 'key' }] })).toEqual([])
  expect(toldOf(git, { size: 1, doors: [{ name: 'front', lock: 'code' }] })).toEqual([
    'spec.doors[name=front].lock',
  ])
})

test('an item that Git does not have is told, though all that it sets is a default', () => {
  expect(toldOf({ size: 1 }, { size: 1, doors: [{ name: 'front', lock: 'key' }] })).toEqual(['spec.doors'])
})

test('a field that two of them wrote is told once', () => {
  const live = { size: 1, colour: 'blue', limits: { cpu: 9 } }

  expect(toldOf({ size: 1 }, live, ['kubectl-create', 'kubectl-edit'])).toEqual([
    'spec.colour',
    'spec.limits',
  ])
})

const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: safes.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: safes, singular: safe, kind: Safe, listKind: SafeList }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: ${JSON.stringify({ type: 'object', properties: { spec } })} }
`

test('of a custom object that kubectl created only what a person wrote is told, as soon as it is in Git', async () => {
  const story = aStory()
  await story.push({ 'root/web.yaml': declaration('web'), 'apps/web/safes.yaml': definition })
  const safe = { apiVersion: 'example.com/v1', kind: 'Safe', metadata: { name: 'blue' } }
  await story.kubectl.create('/apis/example.com/v1/namespaces/shop/safes', {
    ...safe,
    spec: { size: 1, limits: { cpu: 7 } },
  })

  await story.push({ 'apps/web/blue.yaml': JSON.stringify({ ...safe, spec: { size: 1 } }) })

  const text = await story.status('web')
  expect(text).toContain('spec.limits')
  expect(text).not.toContain('spec.colour')
})
