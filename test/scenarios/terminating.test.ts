import { expect, test } from 'vitest'
import { inspect } from '../../src/engine/ask.ts'
import { aWorld, configMap, declaration, type World } from '../support/world.ts'

const declared = {
  'by CreateNamespace': { 'root/web.yaml': declaration('web') },
  'as an object of the application': {
    'root/web.yaml': declaration('web').replace('[CreateNamespace=true]', '[]'),
    'apps/web/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
  },
}

const core = { group: '', version: 'v1' } as const
const held = { ...core, resource: 'configmaps', namespace: 'shop', name: 'held' } as const

test.each(Object.entries(declared))(
  'a namespace that is still being deleted, and is declared %s, is waited for and made anew',
  async (_, files) => {
    const world = await withTerminatingNamespace()
    const instance = world.start()
    const commit = world.commit({ ...files, 'apps/web/settings.yaml': configMap('settings', 'one') })
    instance.push(commit)
    let calls = 0
    await instance.run(() => ++calls > 4)
    expect((await world.statuses(commit))['plumbline/sync: prod/web']).toMatch(/^pending: syncing/)

    await release(world)
    await instance.run()

    expect((await world.statuses(commit))['plumbline/sync: prod/web']).toMatch(/^success/)
    expect(namesIn(world)).toContain('settings')
  },
)

test('a namespace that is being deleted and that nobody declares is told as missing', async () => {
  const world = await withTerminatingNamespace()
  const { 'root/web.yaml': root } = declared['as an object of the application']
  world.commit({ 'root/web.yaml': root, 'apps/web/settings.yaml': configMap('settings', 'one') })

  const { applications } = await inspect(world.start().ports, [])

  expect(applications[0]?.comparison?.objects).toMatchObject([
    {
      kind: 'rejected',
      reason: 'no-namespace',
      message: expect.stringContaining('because it is being terminated'),
    },
  ])
})

/** Something in it has a finalizer that nobody takes off. */
async function withTerminatingNamespace(): Promise<World> {
  const world = aWorld()
  const cluster = world.sandbox.open()
  const metadata = { name: 'held', finalizers: ['example.com/held'] }
  const namespaces = { ...core, resource: 'namespaces' } as const
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
  await cluster.send({ verb: 'create', ...namespaces, options: {}, body })
  const { name: _, ...place } = held
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata }
  await cluster.send({ verb: 'create', ...place, options: {}, body: object })
  await cluster.send({ verb: 'delete', ...namespaces, name: 'shop', options: {} })
  return world
}

async function release(world: World): Promise<void> {
  const body = { metadata: { finalizers: null } }
  await world.sandbox.open().send({ verb: 'patch', ...held, options: { patchType: 'merge' }, body })
}

function namesIn({ sandbox }: World): readonly string[] {
  return sandbox.server.kernel.store.list('/configmaps', 'shop').map(({ metadata }) => metadata.name)
}
