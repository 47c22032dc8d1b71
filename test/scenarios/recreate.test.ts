import { expect, test } from 'vitest'
import { acknowledge } from '../../src/engine/acknowledge.ts'
import { inspect } from '../../src/engine/ask.ts'
import { planText } from '../../src/report/plan-text.ts'
import { deaths, deletionsIn, killAtWrite, type When } from '../support/killed.ts'
import { aWorld, configMap, declaration, type World } from '../support/world.ts'

const forced = { 'argocd.argoproj.io/sync-options': 'Force=true' }

function workload(kind: string, tier: string, annotations: object = forced): string {
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name: 'web', annotations },
    spec: {
      ...(kind === 'StatefulSet' ? { serviceName: 'web' } : {}),
      selector: { matchLabels: { app: 'web', tier } },
      template: {
        metadata: { labels: { app: 'web', tier } },
        spec: { containers: [{ name: 'main', image: 'registry.example/web:1' }] },
      },
    },
  })
}

function deployed(files: Record<string, string>) {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit({ 'root/web.yaml': declaration('web'), ...files }))
  return { world, instance }
}

function web(world: World, table = 'apps/deployments') {
  return world.sandbox.server.kernel.store.get({ table, namespace: 'shop', name: 'web' })
}

test('an immutable change of an object with Force=true is announced as delete and create, and done', async () => {
  const { world, instance } = deployed({ 'apps/web/all.yaml': workload('Deployment', 'one') })
  await instance.run()
  const before = web(world)
  const commit = world.commit({ 'apps/web/all.yaml': workload('Deployment', 'two') })

  const { applications } = await inspect(instance.ports, ['web'])
  const plan = applications[0]?.plan
  expect(plan && planText(plan)).toContain('delete and create again apps/Deployment shop/web: differs')

  instance.push(commit)
  await instance.run()
  expect(await world.statuses(commit)).toMatchObject({
    'plumbline/sync: prod/web': 'success: Synced and Healthy: 1 object',
  })
  expect(deletionsIn(world, 'shop')).toEqual(['deployments web'])
  expect(web(world)?.metadata.uid).not.toBe(before?.metadata.uid)
  expect(web(world)?.spec).toMatchObject({ selector: { matchLabels: { tier: 'two' } } })
})

test('Replace=true of the application is the same for all of its objects', async () => {
  const options = declaration('web').replace('[CreateNamespace=true]', '[CreateNamespace=true, Replace=true]')
  const { world, instance } = deployed({
    'root/web.yaml': options,
    'apps/web/all.yaml': workload('Deployment', 'one', {}),
  })
  await instance.run()
  instance.push(world.commit({ 'apps/web/all.yaml': workload('Deployment', 'two', {}) }))

  await instance.run()

  expect(deletionsIn(world, 'shop')).toEqual(['deployments web'])
})

test.each([
  ['nothing asks for it', {}],
  ['its own Force=false is said last', { 'argocd.argoproj.io/sync-options': 'Force=false' }],
  ['it must not be deleted', { 'argocd.argoproj.io/sync-options': 'Force=true,Prune=false' }],
])('an immutable change is refused where %s', async (_, annotations) => {
  const { world, instance } = deployed({ 'apps/web/all.yaml': workload('Deployment', 'one', annotations) })
  await instance.run()
  const commit = world.commit({ 'apps/web/all.yaml': workload('Deployment', 'two', annotations) })
  instance.push(commit)

  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure: .*immutable/)
  expect(deletionsIn(world, 'shop')).toEqual([])
})

test('an object that bears no mark of the application is never deleted to be created again', async () => {
  const { world, instance } = deployed({ 'apps/web/all.yaml': configMap('other', 'one') })
  await instance.run()
  const foreign = JSON.parse(workload('Deployment', 'one', {}))
  await world.sandbox.cluster.send({
    verb: 'create',
    group: 'apps',
    version: 'v1',
    resource: 'deployments',
    namespace: 'shop',
    body: { ...foreign, metadata: { ...foreign.metadata, namespace: 'shop' } },
  })
  const commit = world.commit({ 'apps/web/web.yaml': workload('Deployment', 'two') })
  instance.push(commit)

  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure: .*immutable/)
  expect(deletionsIn(world, 'shop')).toEqual([])
})

test('what would not be accepted anew is not deleted', async () => {
  const { world, instance } = deployed({ 'apps/web/all.yaml': workload('Deployment', 'one') })
  await instance.run()
  const broken = JSON.parse(workload('Deployment', 'two'))
  broken.spec.template.spec.containers[0].name = 'Not A Name'
  const commit = world.commit({ 'apps/web/all.yaml': JSON.stringify(broken) })
  instance.push(commit)

  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure/)
  expect(deletionsIn(world, 'shop')).toEqual([])
})

test('of a protected kind it waits for an acknowledgement, and the whole sync with it', async () => {
  const { world, instance } = deployed({
    'apps/web/all.yaml': workload('StatefulSet', 'one'),
    'apps/web/settings.yaml': configMap('settings', 'one'),
  })
  await instance.run()
  const before = web(world, 'apps/statefulsets')?.metadata.uid
  const commit = world.commit({
    'apps/web/all.yaml': workload('StatefulSet', 'two'),
    'apps/web/settings.yaml': configMap('settings', 'two'),
  })
  instance.push(commit)
  await instance.run()

  const waiting = (await world.statuses(commit))['plumbline/sync: prod/web'] ?? ''
  expect(waiting).toMatch(
    /^pending: waits for an acknowledgement: 1 deletion, plumbline ack web [0-9a-f]{20}$/,
  )
  const settings = { table: '/configmaps', namespace: 'shop', name: 'settings' }
  expect(world.sandbox.server.kernel.store.get(settings)?.data).toEqual({ value: 'one' })

  const digest = waiting.slice(-20)
  expect(await acknowledge(instance.ports, 'web', { digest, by: 'ada' })).toEqual({ kind: 'accepted' })
  await instance.run()
  expect(await world.statuses(commit)).toMatchObject({
    'plumbline/sync: prod/web': 'success: Synced and Healthy: 2 objects',
  })
  expect(web(world, 'apps/statefulsets')?.metadata.uid).not.toBe(before)
})

async function playKilled(k: number, when: When) {
  const { world, instance } = deployed({
    'apps/web/all.yaml': workload('Deployment', 'one'),
    'apps/web/settings.yaml': configMap('settings', 'one'),
  })
  await instance.run()
  const before = web(world)?.metadata.uid
  const killing = killAtWrite(world, k, when)
  const commit = world.commit({
    'apps/web/all.yaml': workload('Deployment', 'two'),
    'apps/web/settings.yaml': configMap('settings', 'two'),
  })
  const second = world.start()
  second.push(commit)
  await second.run(() => killing.isDead()).catch(() => {})
  killing.revive()
  const third = world.start()
  await third.resume()
  await third.run()
  return { world, commit, before, writes: killing.writes() }
}

const { writes } = await playKilled(Number.POSITIVE_INFINITY, 'before')

test('the story of a recreation has writes to break', () => {
  expect(writes).toBeGreaterThan(8)
})

test.each(deaths(writes))(
  'killed $when write $k of a recreation: the object is deleted once and is there in the end',
  async ({ k, when }) => {
    const { world, commit, before } = await playKilled(k, when)

    expect(await world.statuses(commit)).toMatchObject({
      'plumbline/sync: prod/web': 'success: Synced and Healthy: 2 objects',
    })
    expect(web(world)?.metadata.uid).not.toBe(before)
    expect(web(world)?.spec).toMatchObject({ selector: { matchLabels: { tier: 'two' } } })
    expect(new Set(deletionsIn(world, 'shop'))).toEqual(new Set(['deployments web']))
  },
)
