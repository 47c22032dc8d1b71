import { expect, test } from 'vitest'
import { inspect } from '../../src/engine/ask.ts'
import { aWorld, configMap, declaration, type World } from '../support/world.ts'

const pruning = { policy: 'automated: { prune: true }' }
const account = 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: builder }\n'
const files = {
  'root/web.yaml': declaration('web', pruning),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/account.yaml': account,
}

test.each([403, 500])(
  'while a kind cannot be listed (%i) nothing of its application is written or deleted',
  async (status) => {
    const world = aWorld()
    const instance = world.start()
    instance.push(world.commit(files))
    await instance.run()
    hideConfigMaps(world, status)
    const before = world.sandbox.server.requests.length

    const commit = world.commit({
      'apps/web/settings.yaml': configMap('settings', 'two'),
      'apps/web/account.yaml': null,
    })
    instance.push(commit)
    await instance.run()

    expect((await world.statuses(commit))['plumbline/sync: prod/web']).toMatch(
      /^error: ConfigMap could not be listed/,
    )
    const writes = world.sandbox.server.requests.slice(before).filter(({ write }) => write !== undefined)
    expect(writes.filter(({ info }) => info.isResource && info.namespace === 'shop')).toEqual([])
  },
)

test.each([
  ['all of it', { 'apps/web/account.yaml': null }],
  ['some of it', {}],
])('of an application where %s could not be listed the health is not known', async (_, change) => {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit({ ...files, ...change }))
  await instance.run()
  hideConfigMaps(world, 403)

  const { applications } = await inspect(instance.ports, ['web'])

  expect(applications.map(({ sync, health }) => [sync, health.status, health.message])).toEqual([
    ['Unknown', 'Unknown', 'ConfigMap shop/settings could not be looked at'],
  ])
})

test('what another GitOps manager has is not taken while it cannot be seen, nor deleted afterwards', async () => {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit({ ...files, 'apps/web/settings.yaml': null }))
  await instance.run()
  const theirs = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', namespace: 'shop', labels: { 'kustomize.toolkit.fluxcd.io/name': 'apps' } },
  }
  await world.sandbox.cluster.send({
    verb: 'create',
    group: '',
    version: 'v1',
    resource: 'configmaps',
    namespace: 'shop',
    body: theirs,
    options: { fieldManager: 'kustomize-controller' },
  })
  hideConfigMaps(world, 403)
  instance.push(world.commit({ 'apps/web/settings.yaml': configMap('settings', 'mine') }))
  await instance.run()

  world.sandbox.server.intercept(() => 'pass')
  instance.push(world.commit({ 'apps/web/settings.yaml': null }))
  await instance.run()

  const found = world.sandbox.server.kernel.store
    .list('/configmaps')
    .find(({ metadata }) => metadata.name === 'settings')
  expect(found?.metadata.labels).toEqual(theirs.metadata.labels)
  expect(found).not.toHaveProperty('data')
})

function hideConfigMaps(world: World, status: number): void {
  const refusal = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'no', code: status }
  const reason = status === 403 ? 'Forbidden' : 'InternalError'
  world.sandbox.server.intercept(({ method, path }) => {
    const isList = method === 'GET' && path === '/api/v1/namespaces/shop/configmaps'
    return isList ? Response.json({ ...refusal, reason }, { status }) : 'pass'
  })
}
