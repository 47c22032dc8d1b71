import { expect, test } from 'vitest'
import { readOperation } from '../../src/sync/operation-record.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { aWorld, configMap, declaration, hook, type Instance, type World } from '../support/world.ts'

const files = {
  'root/web.yaml': declaration('web'),
  'root/other.yaml': declaration('other', { namespace: 'other' }),
  'apps/web/migrate.yaml': hook('migrate', 'PreSync'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/other/settings.yaml': configMap('settings', 'one'),
}

const vanishings: readonly [string, Readonly<Record<string, string | null>>][] = [
  ['its declaration is removed', { 'root/web.yaml': null }],
  [
    'its declaration is refused',
    { 'root/web.yaml': declaration('web').replace('project: default', 'projekt: x') },
  ],
  [
    'it cannot be rendered any more',
    { 'apps/web/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {' },
  ],
]

test.each(vanishings)(
  'in the middle of a sync %s: the sync stops, and no hook is left behind',
  async (_, change) => {
    const { world, instance, commit } = await inTheMiddle()
    const next = world.commit(change)

    instance.push(next)
    await instance.run()

    await expectEnded(world, instance)
    expect((await world.statuses(commit))['plumbline/sync']).not.toMatch(/^pending/)
  },
)

test.each(vanishings)('%s while nobody runs: the next start ends what was begun', async (_, change) => {
  const { world, commit } = await inTheMiddle()
  world.commit(change)
  const next = world.start()

  await next.resume()
  await next.run()

  await expectEnded(world, next)
  expect((await world.statuses(commit))['plumbline/sync']).not.toMatch(/^pending/)
})

async function inTheMiddle() {
  const world = aWorld()
  const commit = world.commit(files)
  const instance = world.start()
  instance.push(commit)
  await instance.run(() => migrations(world).length > 0)
  expect((await operationOf(instance))?.phase).toBe('Running')
  return { world, instance, commit }
}

async function expectEnded(world: World, instance: Instance): Promise<void> {
  expect((await operationOf(instance))?.phase).toBe('Failed')
  expect(migrations(world).flatMap(({ metadata }) => metadata.finalizers ?? [])).toEqual([])
}

async function operationOf({ ports }: Instance) {
  return (await readOperation(recordPlace(ports.cluster('prod'), 'test', 'web')))?.operation
}

function migrations({ sandbox }: World) {
  return sandbox.server.kernel.store.list('batch/jobs').filter(({ metadata }) => metadata.name === 'migrate')
}
