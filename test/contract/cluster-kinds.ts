import { expect } from 'vitest'
import { listObjects } from '../../src/cluster/requests.ts'
import { isJsonObject, type JsonObject } from '../../src/kube/json.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { at, type CaseContext, type ClusterCase, fieldsOf, owned, refusal } from './cluster-case.ts'

/** Kinds that come and go: definitions, and the objects of their kinds. */
export const kindCases: readonly ClusterCase[] = [
  {
    fact: 'a custom kind is unknown until its definition is there, and is then served and described',
    run: async (it) => {
      const group = groupOfCase(it)
      const widget = aWidget(it, { size: 3 })
      const type = { ...widgets(group), verbs: [] }
      const before = await refusal(listObjects(it.cluster, type, it.namespace))

      await defineWidgets(it)
      const live = await it.apply(widget)

      expect(before).toMatchObject({ code: 'unknown-kind', status: 404 })
      expect(live.spec).toEqual({ size: 3, colour: 'grey' })
      expect(owned(live, 'plumbline')).toEqual({ 'f:spec': { 'f:size': {} } })
      await it.under.eventually(async () => {
        await it.cluster.discovery('fresh')
        return JSON.stringify((await it.cluster.openApi(group, 'v1')) ?? {}).includes('colour')
      })
      expect(await it.list(`${group}/v1`, 'Widget')).toHaveLength(1)
    },
  },
  {
    fact: 'a definition that changes is described anew; the description of what did not change is not read again',
    run: async (it) => {
      const group = groupOfCase(it)
      const definition = await defineWidgets(it)
      const described = async (field: string) => {
        await it.cluster.discovery('fresh')
        return JSON.stringify((await it.cluster.openApi(group, 'v1')) ?? {}).includes(field)
      }
      await it.under.eventually(() => described('colour'))
      const [before, builtIn] = [
        await it.cluster.openApi(group, 'v1'),
        await it.cluster.openApi('apps', 'v1'),
      ]

      const path = '/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/weight'
      await it.patch(definition, [{ op: 'add', path, value: { type: 'integer' } }])
      await it.under.eventually(() => described('weight'))

      expect(await it.cluster.openApi(group, 'v1')).not.toBe(before)
      expect(await it.cluster.openApi('apps', 'v1')).toBe(builtIn)
    },
  },
  {
    fact: 'a custom object with a field that its schema does not have is refused',
    run: async (it) => {
      await defineWidgets(it)

      const applied = await refusal(it.apply(aWidget(it, { surprise: true })))
      const created = await refusal(it.create(aWidget(it, { surprise: true })))

      expect(applied.code).toBe('invalid')
      expect(applied.message).toContain('.spec.surprise: field not declared in schema')
      expect(created.code).toBe('invalid')
      expect(created.message).toContain('unknown field "spec.surprise"')
    },
  },
  {
    fact: 'a custom object that breaks its schema is refused with the field',
    run: async (it) => {
      await defineWidgets(it)

      const error = await refusal(it.apply(aWidget(it, { size: -1 })))

      expect(error).toMatchObject({ code: 'invalid', status: 422 })
      expect(fieldsOf(error)).toEqual(['spec.size'])
    },
  },
  {
    fact: 'lists of a custom kind are atomic unless its schema gives them keys; maps are not',
    run: async (it) => {
      await defineWidgets(it)
      await it.apply(aWidget(it, { tags: ['a'], parts: [{ name: 'p', size: 1 }], free: { x: { a: 1 } } }), {
        by: 'other',
      })

      const live = await it.apply(aWidget(it, { parts: [{ name: 'q', size: 2 }], free: { x: { b: 2 } } }))
      const error = await refusal(it.apply(aWidget(it, { tags: ['b'] })))

      expect(live.spec).toMatchObject({
        parts: [
          { name: 'p', size: 1 },
          { name: 'q', size: 2 },
        ],
        free: { x: { a: 1, b: 2 } },
      })
      expect(fieldsOf(error)).toEqual(['.spec.tags'])
    },
  },
  {
    fact: 'a custom object is not updated without its resourceVersion, and has a generation',
    run: async (it) => {
      await defineWidgets(it)
      const live = await it.apply(aWidget(it, { size: 1 }))

      const error = await refusal(it.update(aWidget(it, { size: 2 })))
      const changed = await it.apply(aWidget(it, { size: 2 }))

      expect(error).toMatchObject({ code: 'invalid', status: 422 })
      expect(fieldsOf(error)).toEqual(['metadata.resourceVersion'])
      expect([live, changed].map(({ metadata }) => metadata.generation)).toEqual([1, 2])
    },
  },
  {
    fact: 'a definition that goes takes its objects and its kind along',
    run: async (it) => {
      const definition = await defineWidgets(it)
      await it.apply(aWidget(it, { size: 1 }))
      const type = await it.type(`${groupOfCase(it)}/v1`, 'Widget')

      await it.delete(definition)
      await it.gone(definition)

      await it.under.eventually(async () => {
        const { resources } = await it.cluster.discovery('fresh')
        return !resources.some(({ group }) => group === type.group)
      })
      expect(await refusal(listObjects(it.cluster, type, it.namespace))).toMatchObject({
        code: 'unknown-kind',
      })
    },
  },
]

function groupOfCase(it: CaseContext): string {
  return `${it.namespace}.example.test`
}

function widgets(group: string) {
  return { group, version: 'v1', kind: 'Widget', resource: 'widgets', namespaced: true }
}

function aWidget(it: CaseContext, spec: JsonObject): Manifest {
  return { apiVersion: `${groupOfCase(it)}/v1`, kind: 'Widget', metadata: { name: 'one' }, spec }
}

const widgetSpec: JsonObject = {
  type: 'object',
  properties: {
    size: { type: 'integer', minimum: 0 },
    colour: { type: 'string', default: 'grey' },
    tags: { type: 'array', items: { type: 'string' } },
    parts: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, size: { type: 'integer' } },
      },
    },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  },
}

/** A definition of this case alone; returns once its kind can be written. */
async function defineWidgets(it: CaseContext): Promise<LiveObject> {
  const group = groupOfCase(it)
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec: widgetSpec } } }
  const definition = await it.apply({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  })
  await it.under.eventually(async () => isEstablished(await it.read(definition)))
  await it.under.eventually(async () => {
    const { resources } = await it.cluster.discovery('fresh')
    return resources.some((one) => one.group === group)
  })
  return definition
}

function isEstablished(definition: LiveObject): boolean {
  const conditions = at(definition, 'status', 'conditions')
  return (
    Array.isArray(conditions) &&
    conditions.some((one) => isJsonObject(one) && one.type === 'Established' && one.status === 'True')
  )
}
