import { expect, test } from 'vitest'
import { resourceOf } from '../../src/cluster/discovery.ts'
import { applyObject } from '../../src/cluster/requests.ts'
import { groupOf, versionOf } from '../../src/kube/object-key.ts'
import { sandboxUsers } from '../support/sandbox-cluster.ts'
import { shipped } from '../support/shipped.ts'
import { aWorld, configMap, declaration, type World } from '../support/world.ts'

const account = {
  name: 'system:serviceaccount:plumbline:plumbline',
  groups: ['system:serviceaccounts', 'system:authenticated'],
}
const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: key }\nstringData: { a: hunter2 }\n'
const files = { 'root/web.yaml': declaration('web'), 'apps/web/settings.yaml': configMap('settings', 'on') }

/** Instances run under the account that `deploy/` gives them. */
async function aShippedWorld(mode: 'observe' | 'sync'): Promise<World> {
  const users = { ...sandboxUsers, 'limited-token': account }
  const world = aWorld({ root: { mode }, cluster: { server: { users } }, account: 'limited' })
  for (const manifest of await shipped(mode)) {
    const { cluster } = world.sandbox
    const discovery = await cluster.discovery('fresh')
    const type = resourceOf(
      discovery,
      groupOf(manifest.apiVersion),
      versionOf(manifest.apiVersion),
      manifest.kind,
    )
    if (type === undefined) throw new Error(`the sandbox knows no ${manifest.kind}`)
    await applyObject(cluster, type, manifest, { fieldManager: 'kubectl' })
  }
  return world
}

async function pushed(world: World, files: Readonly<Record<string, string>>) {
  const commit = world.commit(files)
  const instance = world.start()
  instance.push(commit)
  await instance.run()
  return world.statuses(commit)
}

function settingsOf({ sandbox }: World) {
  const place = { group: '', version: 'v1', resource: 'configmaps', namespace: 'shop', name: 'settings' }
  return sandbox.cluster.send({ verb: 'get', ...place })
}

test('the account of deploy/sync syncs what the root allows', async () => {
  const world = await aShippedWorld('sync')

  const statuses = await pushed(world, { ...files, 'apps/web/key.yaml': secret })

  expect(statuses['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  expect(await settingsOf(world)).toMatchObject({ data: { value: 'on' } })
})

test('the account of deploy/observe compares, is told apart by its fields, and writes its records alone', async () => {
  const world = await aShippedWorld('observe')
  const post = { verb: 'create', group: '', version: 'v1' } as const
  const shop = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
  const off = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { value: 'off' } }
  await world.sandbox.cluster.send({ ...post, resource: 'namespaces', body: shop })
  await world.sandbox.cluster.send({ ...post, resource: 'configmaps', namespace: 'shop', body: off })

  const statuses = await pushed(world, files)

  expect(statuses['plumbline/sync: prod/web']).toBe('pending: observed only: 1 could not be verified')
  expect(await settingsOf(world)).toMatchObject({ data: { value: 'off' } })
})

test('a pull request under the account of deploy/observe has a green plan that says what was not verified', async () => {
  const world = await aShippedWorld('observe')
  await pushed(world, files)
  const { number, head } = world.propose({ 'apps/web/settings.yaml': configMap('settings', 'off') })
  const instance = world.start()

  instance.pullRequest(number)
  await instance.run()

  expect((await world.statuses(head))['plumbline/plan']).toMatch(/^success: 1 app: .* 2 unverified/)
})

test('a Secret that the account may not list leaves its application Unknown and red, never in sync', async () => {
  const world = await aShippedWorld('observe')

  const statuses = await pushed(world, { ...files, 'apps/web/key.yaml': secret })

  expect(statuses['plumbline/sync: prod/web']).toMatch(/^error: Secret could not be listed: .*forbidden/)
})
