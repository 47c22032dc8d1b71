import { expect, test } from 'vitest'
import { readLiveState } from '../../src/cluster/live-state.ts'
import {
  applyObject,
  createObject,
  deleteObject,
  getObject,
  listObjects,
  patchObject,
} from '../../src/cluster/requests.ts'
import type { Manifest } from '../../src/kube/manifest.ts'
import {
  aConfigMap,
  configMaps,
  deployments,
  json,
  namespaces,
  type Seen,
  status,
  stubApiServer,
  thrownBy,
} from './stub-api-server.ts'

const settings: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'shop' },
}

function page(names: readonly string[], token?: string): Response {
  const items = names.map((name) => ({ metadata: { name, namespace: 'shop' } }))
  return json({ apiVersion: 'v1', kind: 'ConfigMapList', metadata: { continue: token }, items })
}

function continueOf({ path }: Seen): string | null {
  return new URL(path, 'https://stub.test').searchParams.get('continue')
}

const expired = () => status(410, 'Expired', 'too old')

test('a list is read page by page, and its items are given their kind', async () => {
  const { cluster, seen } = stubApiServer((one) =>
    continueOf(one) === null ? page(['a', 'b'], 'next') : page(['c']),
  )

  const objects = await listObjects(cluster, configMaps, 'shop', { pageSize: 2 })

  expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'ConfigMap a',
    'ConfigMap b',
    'ConfigMap c',
  ])
  expect(seen.map(({ path }) => path)).toEqual([
    '/api/v1/namespaces/shop/configmaps?limit=2',
    '/api/v1/namespaces/shop/configmaps?limit=2&continue=next',
  ])
})

test('a list that expires is begun again, and no part of it returned twice', async () => {
  const { cluster } = stubApiServer((one, count) => {
    if (count === 2) return expired()
    return continueOf(one) === null ? page(['a'], 'next') : page(['b'])
  })

  const objects = await listObjects(cluster, configMaps, 'shop')

  expect(objects.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
})

test('a list that expires twice is an error, never a part', async () => {
  const { cluster, seen } = stubApiServer((one) =>
    continueOf(one) === null ? page(['a'], 'next') : expired(),
  )

  expect((await thrownBy(listObjects(cluster, configMaps, 'shop'))).code).toBe('expired')
  expect(seen).toHaveLength(4)
})

test('a list that fails on a later page is an error, never a part', async () => {
  const { cluster } = stubApiServer((one) => (continueOf(one) === null ? page(['a'], 'next') : status(403)))

  expect((await thrownBy(listObjects(cluster, configMaps, 'shop'))).code).toBe('denied')
})

test.for<[string, object]>([
  ['items that are no list', { items: 'many' }],
  ['an item without a name', { items: [{ metadata: {} }] }],
  ['an item that is no object', { items: ['a'] }],
  ['another kind', { kind: 'Status' }],
])('a list with %s is malformed', async ([, list]) => {
  const { cluster } = stubApiServer(() =>
    json({ apiVersion: 'v1', kind: 'ConfigMapList', metadata: {}, ...list }),
  )

  expect((await thrownBy(listObjects(cluster, configMaps, 'shop'))).code).toBe('malformed')
})

test.for<[string, (page: number) => string]>([
  ['says the same again', () => 'x'],
  ['takes turns', (page) => `x${page % 2}`],
  ['always has one more', (page) => `x${page}`],
])('a list whose continue token %s is malformed, and not read for ever', async ([, token]) => {
  const { cluster, seen } = stubApiServer((_, count) => page([], token(count)))

  expect((await thrownBy(listObjects(cluster, configMaps, 'shop'))).code).toBe('malformed')
  expect(seen.length).toBeLessThanOrEqual(2_000)
})

test('a list that is cut at whatever byte is an error, never a shorter list', async () => {
  const whole = await page(['a', 'b']).text()

  for (let length = 0; length < whole.length; length += 1) {
    const { cluster } = stubApiServer(() => new Response(whole.slice(0, length)))
    const { code } = await thrownBy(listObjects(cluster, configMaps, 'shop'))
    expect(code).toBe(length === 0 ? 'malformed' : 'unreachable')
  }
})

test('a list whose items are null is empty', async () => {
  const { cluster } = stubApiServer(() => json({ apiVersion: 'v1', kind: 'ConfigMapList', items: null }))

  expect(await listObjects(cluster, configMaps, 'shop')).toEqual([])
})

test('a get of nothing is undefined, of an unknown kind an error', async () => {
  const { cluster } = stubApiServer(({ path }) =>
    path.includes('configmaps') ? status(404, 'NotFound', 'x', { name: 'a' }) : status(404),
  )

  expect(await getObject(cluster, { type: configMaps, namespace: 'shop', name: 'a' })).toBeUndefined()
  const unknown = getObject(cluster, { type: deployments, namespace: 'shop', name: 'a' })
  expect((await thrownBy(unknown)).code).toBe('unknown-kind')
})

test('a cluster-scoped object has no namespace in its URL, even when one is given', async () => {
  const { cluster, seen } = stubApiServer(() =>
    json({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } }),
  )

  await getObject(cluster, { type: namespaces, namespace: 'shop', name: 'a' })

  expect(seen.map(({ path }) => path)).toEqual(['/api/v1/namespaces/a'])
})

test('a namespaced object without a namespace never becomes a request over all namespaces', async () => {
  const { cluster, seen } = stubApiServer(() => json(aConfigMap('settings')))
  const homeless = { ...settings, metadata: { name: 'settings' } }

  for (const attempt of [
    applyObject(cluster, configMaps, homeless, { fieldManager: 'm' }),
    createObject(cluster, configMaps, homeless),
    deleteObject(cluster, { type: configMaps, name: 'settings' }),
    deleteObject(cluster, { type: configMaps, namespace: '', name: 'settings' }),
  ]) {
    expect((await thrownBy(attempt)).code).toBe('bad-name')
  }
  expect(seen).toEqual([])
})

test('a list of operations is a JSON patch, an object a merge patch', async () => {
  const { cluster, seen } = stubApiServer(() => json(aConfigMap('settings')))
  const address = { type: configMaps, namespace: 'shop', name: 'settings' }

  await patchObject(cluster, address, [{ op: 'remove', path: '/data' }])
  await patchObject(cluster, address, { data: null }, { subresource: 'status', fieldManager: 'm' })

  expect(seen.map(({ path, headers }) => [path, headers.get('content-type')])).toEqual([
    ['/api/v1/namespaces/shop/configmaps/settings', 'application/json-patch+json'],
    ['/api/v1/namespaces/shop/configmaps/settings/status?fieldManager=m', 'application/merge-patch+json'],
  ])
})

test('live state asks once for each kind and namespace, and no more at a time than allowed', async () => {
  let running = 0
  let most = 0
  const { cluster, seen } = stubApiServer(async ({ path }) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
    return page([path.split('/')[4] ?? ''])
  })
  const queries = ['a', 'b', 'c', 'd', 'e', 'a', 'b'].map((namespace) => ({ type: configMaps, namespace }))

  const { objects, unreadable } = await readLiveState(cluster, queries, { concurrency: 2 })

  expect(seen).toHaveLength(5)
  expect(most).toBeLessThanOrEqual(2)
  expect(objects.size).toBe(5)
  expect(unreadable).toEqual([])
})

test('what could not be listed is told with its error, and the rest is there', async () => {
  const { cluster } = stubApiServer(({ path }) => (path.includes('deployments') ? status(403) : page(['a'])))

  const { objects, unreadable } = await readLiveState(cluster, [
    { type: deployments, namespace: 'shop' },
    { type: configMaps, namespace: 'shop' },
  ])

  expect([...objects.keys()]).toEqual(['ConfigMap shop/a'])
  expect(unreadable.map(({ type, namespace, error }) => [type.kind, namespace, error.status])).toEqual([
    ['Deployment', 'shop', 403],
  ])
})

test('an object that is asked for in two versions is there in the first', async () => {
  const { cluster } = stubApiServer(() => page(['a']))
  const queries = ['v2', 'v1'].map((version) => ({ type: { ...configMaps, version }, namespace: 'shop' }))

  const { objects } = await readLiveState(cluster, queries)

  expect(objects.get('ConfigMap shop/a')?.apiVersion).toBe('v2')
})
