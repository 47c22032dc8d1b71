import { expect, test } from 'vitest'
import { preferredResource, resourceOf } from '../../../src/cluster/discovery.ts'
import { json, status, stubApiServer, thrownBy } from '../stub-api-server.ts'

const verbs = ['get', 'list']

function aggregated(groups: readonly object[], version: string = 'v2'): object {
  return { kind: 'APIGroupDiscoveryList', apiVersion: `apidiscovery.k8s.io/${version}`, items: groups }
}

function group(name: string, versions: readonly object[]): object {
  return { metadata: name === '' ? {} : { name }, versions }
}

function version(name: string, kind: string, plural: string, freshness: string = 'Current'): object {
  return {
    version: name,
    freshness,
    resources: [
      {
        resource: plural,
        responseKind: { group: '', version: '', kind },
        scope: 'Namespaced',
        verbs,
        subresources: [{ subresource: 'scale', responseKind: { kind: 'Scale' }, verbs: ['get'] }],
      },
      { resource: 'nameless', scope: 'Cluster', verbs },
    ],
  }
}

const core = aggregated([group('', [version('v1', 'ConfigMap', 'configmaps')])])
const apis = aggregated([
  group('apps', [version('v1', 'Deployment', 'deployments')]),
  group('autoscaling', [
    version('v2', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
    version('v1', 'HorizontalPodAutoscaler', 'horizontalpodautoscalers'),
  ]),
  group('metrics.k8s.io', [version('v1beta1', 'PodMetrics', 'pods', 'Stale')]),
])

test('aggregated discovery takes two requests and keeps the order of preference', async () => {
  const { cluster, seen } = stubApiServer(({ path }) => json(path === '/api' ? core : apis))

  const discovery = await cluster.discovery()
  await cluster.discovery()

  expect(seen.map(({ path }) => path)).toEqual(['/api', '/apis'])
  expect(seen[0]?.headers.get('accept')).toContain('as=APIGroupDiscoveryList')
  expect(resourceOf(discovery, 'autoscaling', 'v1', 'HorizontalPodAutoscaler')?.version).toBe('v1')
  expect(preferredResource(discovery, 'autoscaling', 'HorizontalPodAutoscaler')?.version).toBe('v2')
  expect(preferredResource(discovery, '', 'ConfigMap')).toEqual({
    group: '',
    version: 'v1',
    kind: 'ConfigMap',
    resource: 'configmaps',
    namespaced: true,
    verbs,
  })
  expect(discovery.resources).toHaveLength(5)
})

test('a group that is stale is said to be unknown, not gone', async () => {
  const { cluster } = stubApiServer(({ path }) => json(path === '/api' ? core : apis))

  expect((await cluster.discovery()).staleGroups).toEqual(['metrics.k8s.io'])
})

test('an unchanged server answers a fresh look with 304', async () => {
  const { cluster, seen } = stubApiServer(({ path, headers }) =>
    headers.get('if-none-match') === `"${path}"`
      ? new Response(null, { status: 304 })
      : json(path === '/api' ? core : apis, 200, { etag: `"${path}"` }),
  )
  const first = await cluster.discovery()

  const second = await cluster.discovery('fresh')

  expect(second).toEqual(first)
  expect(seen).toHaveLength(4)
})

test('a server without aggregated discovery is asked group by group', async () => {
  const resources = (kind: string, name: string) => ({
    kind: 'APIResourceList',
    resources: [
      { name, kind, namespaced: true, verbs },
      { name: `${name}/scale`, kind: 'Scale', namespaced: true, verbs },
    ],
  })
  const answers: Record<string, object> = {
    '/api': { kind: 'APIVersions', versions: ['v1'] },
    '/apis': {
      kind: 'APIGroupList',
      groups: [
        {
          name: 'apps',
          versions: [{ version: 'v1beta1' }, { version: 'v1' }],
          preferredVersion: { version: 'v1' },
        },
      ],
    },
    '/api/v1': resources('ConfigMap', 'configmaps'),
    '/apis/apps/v1': resources('Deployment', 'deployments'),
    '/apis/apps/v1beta1': resources('Deployment', 'deployments'),
  }
  const { cluster } = stubApiServer(({ path }) => json(answers[path]))

  const { resources: found, staleGroups } = await cluster.discovery()

  expect(found.map((one) => `${one.group}/${one.version} ${one.resource}`)).toEqual([
    '/v1 configmaps',
    'apps/v1 deployments',
    'apps/v1beta1 deployments',
  ])
  expect(staleGroups).toEqual([])
})

test('a group whose own server is down is stale, and does not hide the others', async () => {
  const { cluster } = stubApiServer(({ path }) => {
    if (path === '/api') return json({ kind: 'APIVersions', versions: [] })
    if (path !== '/apis') return status(503)
    return json({ kind: 'APIGroupList', groups: [{ name: 'metrics.k8s.io', versions: [{ version: 'v1' }] }] })
  })

  expect(await cluster.discovery()).toEqual({ resources: [], staleGroups: ['metrics.k8s.io'] })
})

test.for<[string, object]>([
  ['nothing', {}],
  ['a Status', { kind: 'Status', status: 'Success' }],
  ['groups without a list', { kind: 'APIGroupDiscoveryList' }],
  ['a group list without groups', { kind: 'APIGroupList', groups: 'many' }],
  ['something else of the same shape', { kind: 'Page', groups: [], versions: [], items: [] }],
])('%s is no discovery, and no server without kinds', async ([, answer]) => {
  const { cluster } = stubApiServer(({ path }) => json(path === '/api' ? core : answer))

  expect((await thrownBy(cluster.discovery())).code).toBe('malformed')
})

test('a group whose answer lists no resources is stale', async () => {
  const { cluster } = stubApiServer(({ path }) => {
    if (path === '/api') return json({ kind: 'APIVersions', versions: null })
    if (path !== '/apis') return json({ kind: 'Page', resources: [] })
    return json({ kind: 'APIGroupList', groups: [{ name: 'example.test', versions: [{ version: 'v1' }] }] })
  })

  expect(await cluster.discovery()).toEqual({ resources: [], staleGroups: ['example.test'] })
})

test('a look that failed is not remembered', async () => {
  const { cluster } = stubApiServer(({ path }, count) =>
    count <= 1 ? status(403) : json(path === '/api' ? core : apis),
  )

  await thrownBy(cluster.discovery())

  expect((await cluster.discovery()).resources).not.toEqual([])
})

const schemas = { 'io.example.Widget': { type: 'object' } }

function openApiServer(): { readonly served: { hash: string; url: string } } & ReturnType<
  typeof stubApiServer
> {
  const served = { hash: 'one', url: '/openapi/v3/apis/example.test/v1' }
  const stub = stubApiServer(({ path, headers }) => {
    if (path === '/api' || path === '/apis') return json(path === '/api' ? core : apis)
    if (path !== '/openapi/v3') return json({ components: { schemas } })
    if (headers.get('if-none-match') === served.hash) return new Response(null, { status: 304 })
    const entry = { serverRelativeURL: `${served.url}?hash=${served.hash}` }
    return json({ paths: { 'apis/example.test/v1': entry } }, 200, { etag: served.hash })
  })
  return { ...stub, served }
}

test('the schemas of a group-version are read once for each hash', async () => {
  const { cluster, seen, clock, served } = openApiServer()

  expect(await cluster.openApi('example.test', 'v1')).toEqual(schemas)
  await cluster.openApi('example.test', 'v1')
  clock.now += 61_000
  await cluster.openApi('example.test', 'v1')
  served.hash = 'two'
  clock.now += 61_000
  await cluster.openApi('example.test', 'v1')

  expect(seen.map(({ path }) => path)).toEqual([
    '/openapi/v3',
    '/openapi/v3/apis/example.test/v1?hash=one',
    '/openapi/v3',
    '/openapi/v3',
    '/openapi/v3/apis/example.test/v1?hash=two',
  ])
})

test('two questions at once share their requests', async () => {
  const { cluster, seen } = openApiServer()

  await Promise.all([cluster.openApi('example.test', 'v1'), cluster.openApi('example.test', 'v1')])

  expect(seen).toHaveLength(2)
})

test('a fresh look at discovery looks at the schemas again', async () => {
  const { cluster, seen } = openApiServer()
  await cluster.openApi('example.test', 'v1')

  await cluster.discovery('fresh')
  await cluster.openApi('example.test', 'v1')

  expect(seen.filter(({ path }) => path === '/openapi/v3')).toHaveLength(2)
})

test.for(['https://elsewhere.test/openapi/v3/x', '/api/v1/secrets', '/openapi/v3/../../api/v1/secrets', 7])(
  'the index cannot send us to %s',
  async (serverRelativeURL) => {
    const { cluster, seen } = stubApiServer(() =>
      json({ paths: { 'apis/example.test/v1': { serverRelativeURL } } }),
    )

    expect(await cluster.openApi('example.test', 'v1')).toBeUndefined()
    expect(seen.map(({ path }) => path)).toEqual(['/openapi/v3'])
  },
)

test.for<[string, object]>([
  ['a group that is no object', aggregated([3 as unknown as object])],
  ['a version that is no object', aggregated([group('apps', [null as unknown as object])])],
  ['versions that are no list', aggregated([{ metadata: { name: 'apps' }, versions: 'v1' }])],
  ['groups that are none', { kind: 'APIGroupList', groups: [null, 3] }],
  [
    'a verb that is no text',
    aggregated([
      group('apps', [
        {
          version: 'v1',
          resources: [{ resource: 'deployments', responseKind: { kind: 'Deployment' }, verbs: [1] }],
        },
      ]),
    ]),
  ],
])('a discovery with %s is malformed, and not one of fewer kinds', async ([, answer]) => {
  const { cluster } = stubApiServer(({ path }) => json(path === '/api' ? core : answer))

  expect((await thrownBy(cluster.discovery())).code).toBe('malformed')
})

test.for<[string, () => Response]>([
  ['no Status', () => json({ message: 'not found' }, 404)],
  ['words of a Go server', () => new Response('404 page not found\n', { status: 404 })],
  ['a Status', () => status(404, 'NotFound', 'no such path')],
])('whoever answers discovery with 404 and %s is no API server', async ([, answer]) => {
  const { cluster } = stubApiServer(answer)

  expect(await thrownBy(cluster.discovery())).toMatchObject({ code: 'malformed', turn: 'operator' })
})

test('a group whose answer holds what is no resource is stale', async () => {
  const { cluster } = stubApiServer(({ path }) => {
    if (path === '/api') return json({ kind: 'APIVersions', versions: null })
    if (path !== '/apis') return json({ kind: 'APIResourceList', resources: [null] })
    return json({ kind: 'APIGroupList', groups: [{ name: 'example.test', versions: [{ version: 'v1' }] }] })
  })

  expect(await cluster.discovery()).toEqual({ resources: [], staleGroups: ['example.test'] })
})
