import { expect } from 'vitest'
import { readLiveState } from '../../src/cluster/live-state.ts'
import { listObjects } from '../../src/cluster/requests.ts'
import type { LiveMap, LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { at, type CaseContext, type ClusterCase, configMap, owned, refusal } from './cluster-case.ts'

/** Reading: lists and their pages, discovery, schemas. */
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

      expect(await it.cluster.openApi('apps', 'v1')).toBe(schemas)
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
