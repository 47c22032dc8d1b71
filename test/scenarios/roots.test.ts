import { expect, test } from 'vitest'
import { perform } from '../../src/engine/perform.ts'
import type { Ports } from '../../src/engine/ports.ts'
import { openSandboxCluster } from '../support/sandbox-cluster.ts'
import { aWorld, configMap, declaration, repository } from '../support/world.ts'

const web = { 'root/web.yaml': declaration('web'), 'apps/web/settings.yaml': configMap('settings', 'on') }
const green = {
  'plumbline/sync': 'success: 1 app: Synced and Healthy',
  'plumbline/sync: prod/web': 'success: Synced and Healthy: 1 object',
}

test('an app of apps that declares itself before its neighbours takes none of them away', async () => {
  const world = aWorld()
  const itself = declaration('apps').replace('path: apps/apps', 'path: root')
  const commit = world.commit({ ...web, 'root/apps.yaml': itself })
  const instance = world.start()

  instance.push(commit)
  await instance.run()

  const statuses = await world.statuses(commit)
  expect(statuses['plumbline/sync']).toBe('success: 2 apps: Synced and Healthy')
  expect(Object.keys(statuses)).toContain('plumbline/sync: prod/web')
})

test('a root whose branch is gone hides no other root, and says so where its repository is pushed to', async () => {
  const world = aWorld({ moreRoots: [{ revision: 'no-such-branch', path: 'other' }] })
  const commit = world.commit(web)
  const instance = world.start()

  instance.push(commit)
  await instance.run()

  const statuses = await world.statuses(commit)
  expect(statuses['plumbline/sync: prod/web']).toBe(green['plumbline/sync: prod/web'])
  expect(statuses['plumbline/sync']).toMatch(/^failure: .*no-such-branch/)
})

test('a commit that changes nothing is no greener than the applications that follow it', async () => {
  const world = aWorld()
  const broken = {
    ...web,
    'apps/web/settings.yaml': configMap('settings', 'on').replace('name: settings', 'name: Not_A_Name'),
  }
  const first = world.commit(broken)
  const instance = world.start()
  instance.push(first)
  await instance.run()
  expect((await world.statuses(first))['plumbline/sync']).toMatch(/^failure/)

  const second = world.commit({ 'README.md': 'read me' })
  instance.push(second)
  await instance.run()

  expect((await world.statuses(second))['plumbline/sync']).toMatch(/^failure/)
})

test('a cluster that is down takes no other with it: what goes elsewhere is deployed', async () => {
  const world = aWorld()
  const lost = openSandboxCluster({ name: 'lost' })
  lost.server.intercept(() => new Response('bad gateway', { status: 502 }))
  const instance = world.start()
  const ports: Ports = {
    ...instance.ports,
    settings: { ...instance.ports.settings, clusters: [{ name: 'prod' }, { name: 'lost' }] },
    cluster: (name) => (name === 'lost' ? lost.cluster : instance.ports.cluster(name)),
  }
  const far = declaration('far').replace('server: https://kubernetes.default.svc', 'name: lost')
  const commit = world.commit({
    ...web,
    'root/far.yaml': far,
    'apps/far/settings.yaml': configMap('far', 'on'),
  })

  const trigger = { kind: 'push', host: 'git', repository, ref: 'refs/heads/main', deliveryId: 'd' } as const
  await perform(ports, { kind: 'push', trigger })

  const statuses = await world.statuses(commit)
  expect(statuses['plumbline/sync: prod/web']).toBe(green['plumbline/sync: prod/web'])
  expect(statuses['plumbline/sync']).toMatch(/^error: 2 apps: .*far: /)
  expect(instance.waiting).toMatchObject([{ kind: 'continue', application: 'far' }])
})
