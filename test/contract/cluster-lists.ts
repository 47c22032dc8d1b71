import { expect } from 'vitest'
import { readLiveState } from '../../src/cluster/live-state.ts'
import { listObjects } from '../../src/cluster/requests.ts'
import { isJsonObject, type JsonObject } from '../../src/kube/json.ts'
import type { LiveMap, LiveObject, Manifest } from '../../src/kube/manifest.ts'
import {
  at,
  type CaseContext,
  type ClusterCase,
  configMap,
  fieldsOf,
  owned,
  refusal,
} from './cluster-case.ts'

/** Reading: lists and their pages, discovery, schemas, kinds that come and go. */
export const listCases: readonly ClusterCase[] = [
  {
    fact: 'a list of nothing is empty, in a namespace that is not there too',
    run: async (it) => {
      const type = await it.type('v1', 'Secret')

      expect(await it.list('v1', 'Secret')).toEqual([])
      expect(await listObjects(it.cluster, type, 'case-nowhere')).toEqual([])
    },
  },
  {
    fact: 'a get of nothing is undefined, in a namespace that is not there too',
    run: async (it) => {
      expect(await it.find(configMap('none'))).toBeUndefined()
      expect(
        await it.find({ ...configMap('none'), metadata: { name: 'none', namespace: 'case-nowhere' } }),
      ).toBeUndefined()
    },
  },
  {
    fact: 'a list comes in pages by name that together are all of it; every item has its kind',
    run: async (it) => {
      for (const name of ['c', 'a', 'e', 'b', 'd']) await it.create(configMap(name))
      const before = it.under.requests()

      const all = await it.list('v1', 'ConfigMap', { pageSize: 2 })

      expect(ours(all)).toEqual(['a', 'b', 'c', 'd', 'e'])
      expect(it.under.requests() - before).toBe(Math.ceil(all.length / 2))
      expect(new Set(all.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`))).toEqual(
        new Set(['v1 ConfigMap']),
      )
    },
  },
  {
    fact: 'later pages show the list as it was at the first',
    run: async (it) => {
      for (const name of ['a', 'b', 'c']) await it.create(configMap(name))
      const first = await page(it, { limit: 2 })

      await it.create(configMap('bb'))
      await it.delete(configMap('c'))
      const second = await page(it, { limit: 500, continue: continueOf(first) })

      expect(namesIn(first)).toEqual(['a', 'b'])
      expect(namesIn(second)).toEqual(['c'])
      expect(at(second, 'metadata', 'resourceVersion')).toBe(at(first, 'metadata', 'resourceVersion'))
    },
  },
  {
    fact: 'a continue token that the server did not give is a bad request',
    run: async (it) => {
      const error = await refusal(page(it, { limit: 2, continue: 'bm9uc2Vuc2U' }))

      expect(error).toMatchObject({ code: 'bad-request', status: 400 })
    },
  },
  {
    fact: 'a continue token that is too old is expired',
    run: async (it) => {
      for (const name of ['a', 'b', 'c']) await it.create(configMap(name))
      const first = await page(it, { limit: 2 })
      await it.create(configMap('d'))

      await it.under.expireLists()
      const error = await refusal(page(it, { limit: 2, continue: continueOf(first) }))

      expect(error).toMatchObject({ code: 'expired', status: 410, reason: 'Expired', retryable: true })
    },
  },
  {
    fact: 'a label selector chooses, and one that cannot be read is a bad request',
    run: async (it) => {
      const labelled = (name: string, labels: Record<string, string>): Manifest => ({
        ...configMap(name),
        metadata: { name, labels },
      })
      await it.create(labelled('a', { team: 'shop', tier: 'front' }))
      await it.create(labelled('b', { team: 'shop' }))
      await it.create(labelled('c', { team: 'bank' }))
      const select = async (labelSelector: string) =>
        ours(await it.list('v1', 'ConfigMap', { labelSelector }))

      expect(await select('team=shop')).toEqual(['a', 'b'])
      expect(await select('team=shop,tier')).toEqual(['a'])
      expect(await select('team in (shop,bank),!tier')).toEqual(['b', 'c'])
      expect(await refusal(select('team in shop'))).toMatchObject({ code: 'bad-request', status: 400 })
    },
  },
  {
    fact: 'a list of metadata has labels, annotations and managedFields, and nothing else',
    run: async (it) => {
      await it.apply({
        ...configMap('status', { a: '1' }),
        metadata: { name: 'status', annotations: { summary: 'Synced' } },
      })

      const found = (await it.list('v1', 'ConfigMap', { metadataOnly: true })).find(
        ({ metadata }) => metadata.name === 'status',
      )

      expect(Object.keys(found ?? {}).toSorted()).toEqual(['apiVersion', 'kind', 'metadata'])
      expect(found).toMatchObject({
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { annotations: { summary: 'Synced' } },
      })
      expect(found === undefined ? undefined : owned(found, 'plumbline')).toBeDefined()
    },
  },
  {
    fact: 'a list over all namespaces has those of each',
    run: async (it) => {
      await it.create({ ...configMap('one'), metadata: { name: 'one', labels: { case: it.namespace } } })

      const found = await listObjects(it.cluster, await it.type('v1', 'ConfigMap'), undefined, {
        labelSelector: `case=${it.namespace}`,
      })

      expect(found.map(({ metadata }) => metadata.namespace)).toEqual([it.namespace])
    },
  },
  {
    fact: 'live state is one request for each kind and namespace; what cannot be listed is said, not missing',
    run: async (it) => {
      await it.create(configMap('one'))
      const [configMaps, secrets] = [await it.type('v1', 'ConfigMap'), await it.type('v1', 'Secret')]
      const unknown = { ...configMaps, group: 'nowhere.example.test', resource: 'things', kind: 'Thing' }
      const before = it.under.requests()

      const state = await readLiveState(it.cluster, [
        { type: configMaps, namespace: it.namespace },
        { type: secrets, namespace: it.namespace },
        { type: configMaps, namespace: it.namespace },
        { type: unknown, namespace: it.namespace },
      ])

      expect(it.under.requests() - before).toBe(3)
      expect(state.objects.get(`ConfigMap ${it.namespace}/one`)?.metadata.name).toBe('one')
      expect(
        state.unreadable.map(({ type, namespace, error }) => [type.kind, namespace, error.code]),
      ).toEqual([['Thing', it.namespace, 'unknown-kind']])
    },
  },
  {
    fact: 'discovery knows the kinds of every cluster, with plural, scope and verbs',
    run: async (it) => {
      const { resources, staleGroups } = await it.cluster.discovery('fresh')
      const find = (group: string, kind: string) =>
        resources.find((one) => one.group === group && one.kind === kind)

      expect(find('apps', 'Deployment')).toMatchObject({
        version: 'v1',
        resource: 'deployments',
        namespaced: true,
      })
      expect(find('', 'Namespace')).toMatchObject({ resource: 'namespaces', namespaced: false })
      expect(find('', 'Secret')?.verbs).toEqual(
        expect.arrayContaining(['create', 'delete', 'get', 'list', 'patch', 'update']),
      )
      expect(resources.some(({ resource }) => resource.includes('/'))).toBe(false)
      expect(staleGroups).toEqual([])
    },
  },
  {
    fact: 'discovery is asked for once, and again only when it is wanted fresh',
    run: async (it) => {
      await it.cluster.discovery()
      const before = it.under.requests()

      await it.cluster.discovery()
      const cached = it.under.requests()
      await it.cluster.discovery('fresh')

      expect(cached).toBe(before)
      expect(it.under.requests() - before).toBe(2)
    },
  },
  {
    fact: 'the schemas of a group-version tell the keys of lists; an unknown group-version has none',
    run: async (it) => {
      const schemas = await it.cluster.openApi('apps', 'v1')
      const before = it.under.requests()
      await it.cluster.openApi('apps', 'v1')

      expect(it.under.requests()).toBe(before)
      expect(
        at(schemas, 'io.k8s.api.core.v1.PodSpec', 'properties', 'containers', 'x-kubernetes-list-map-keys') ??
          at(
            schemas,
            'io.k8s.api.core.v1.PodSpec',
            'properties',
            'containers',
            'x-kubernetes-patch-merge-key',
          ),
      ).toEqual(expect.anything())
      expect(await it.cluster.openApi('nowhere.example.test', 'v1')).toBeUndefined()
    },
  },
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
  {
    fact: 'names that only some kinds have are carried: colons, capitals, dots',
    run: async (it) => {
      const manifest: Manifest = {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: `system:Case.${it.namespace}:x y`.replace(' ', '_') },
        rules: [],
      }

      const live = await it.apply(manifest)
      await it.delete(live)

      expect(live.metadata.name).toBe(manifest.metadata.name)
      expect(await it.find(live)).toBeUndefined()
    },
  },
]

async function page(it: CaseContext, options: { limit: number; continue?: string }): Promise<LiveMap> {
  const { group, version, resource } = await it.type('v1', 'ConfigMap')
  return it.cluster.send({ verb: 'list', group, version, resource, namespace: it.namespace, options })
}

function continueOf(list: LiveMap): string {
  const token = at(list, 'metadata', 'continue')
  if (typeof token !== 'string') throw new Error('the list has no more pages')
  return token
}

/** Those that a controller puts into every namespace are left out. */
function ours(objects: readonly LiveObject[]): readonly string[] {
  return objects.map(({ metadata }) => metadata.name).filter((name) => name !== 'kube-root-ca.crt')
}

function namesIn(list: LiveMap): readonly unknown[] {
  const items = Array.isArray(list.items) ? list.items : []
  return items.map((item) => at(item, 'metadata', 'name')).filter((name) => name !== 'kube-root-ca.crt')
}

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
