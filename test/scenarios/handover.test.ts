import { expect, test } from 'vitest'
import { readInventory } from '../../src/sync/inventory-record.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { aWorld, configMap, declaration, type Files, type Instance, type World } from '../support/world.ts'

const pruning = { policy: 'automated: { prune: true }' }
const patience = 60_000

/** Two applications of one namespace; `moving` is declared by the first. */
const both: Files = {
  'root/a.yaml': declaration('a', pruning),
  'root/b.yaml': declaration('b', pruning),
  'apps/a/moving.yaml': configMap('moving', 'one'),
  'apps/a/own.yaml': configMap('of-a', 'one'),
  'apps/b/own.yaml': configMap('of-b', 'one'),
}

const move: Files = { 'apps/a/moving.yaml': null, 'apps/b/moving.yaml': configMap('moving', 'one') }

async function synced(files: Files): Promise<{ world: World; instance: Instance }> {
  const world = aWorld()
  const instance = world.start()
  await push(world, instance, files)
  return { world, instance }
}

async function push(
  world: World,
  instance: Instance,
  files: Files,
): Promise<Readonly<Record<string, string>>> {
  const commit = world.commit(files)
  instance.push(commit)
  await instance.run()
  return world.statuses(commit)
}

function find({ sandbox }: World, name: string) {
  return sandbox.server.kernel.store.get({ table: '/configmaps', namespace: 'shop', name })
}

/** The application that an object says it belongs to. */
function markOf(world: World, name: string): string | undefined {
  return find(world, name)?.metadata.annotations?.['argocd.argoproj.io/tracking-id']?.split(':')[0]
}

function deletions({ sandbox }: World): readonly string[] {
  return sandbox.server.requests.flatMap(({ method, info }) =>
    method === 'DELETE' && info.isResource && info.namespace === 'shop' ? [`${info.name}`] : [],
  )
}

async function recorded({ sandbox }: World, application: string): Promise<readonly string[]> {
  const stored = await readInventory(recordPlace(sandbox.open(), 'test', application))
  return (stored?.inventory.objects ?? []).map(({ key }) => key.name)
}

test('an object that moves between applications in one commit is handed over, not deleted', {
  timeout: patience,
}, async () => {
  const { world, instance } = await synced(both)
  const uid = find(world, 'moving')?.metadata.uid

  const statuses = await push(world, instance, move)

  expect(statuses).toEqual({
    'plumbline/sync': 'success: 2 apps: Synced and Healthy',
    'plumbline/sync: prod/a': 'success: Synced and Healthy: 1 object',
    'plumbline/sync: prod/b': 'success: Synced and Healthy: 2 objects',
  })
  expect(deletions(world)).toEqual([])
  expect(find(world, 'moving')?.metadata.uid).toBe(uid)
  expect(markOf(world, 'moving')).toBe('b')
  expect(await recorded(world, 'b')).toEqual(['moving', 'of-b'])
  instance.push(world.commit({ 'apps/a/own.yaml': configMap('of-a', 'two') }))
  await instance.run()
  expect(await recorded(world, 'a')).toEqual(['of-a'])
})

test('the object stays also while its new application is not synced, and with the old one no more', {
  timeout: patience,
}, async () => {
  const { world, instance } = await synced(both)

  const statuses = await push(world, instance, {
    ...move,
    'root/b.yaml': declaration('b', { policy: 'retry: { limit: 1 }' }),
  })

  expect(deletions(world)).toEqual([])
  expect(statuses['plumbline/sync: prod/a']).toBe('success: Synced and Healthy: 1 object')
  expect(statuses['plumbline/sync: prod/b']).toMatch(/^pending: no automation/)
})

test('an application under a new name takes over what the old one had', { timeout: patience }, async () => {
  const { world, instance } = await synced(both)

  await push(world, instance, {
    'root/a.yaml': null,
    'root/c.yaml': declaration('c', pruning).replace('apps/c', 'apps/a'),
  })

  expect(deletions(world)).toEqual([])
  expect(markOf(world, 'moving')).toBe('c')
})

test('two applications that declare one object: the one whose mark it bears goes on, the other is refused', {
  timeout: patience,
}, async () => {
  const { world, instance } = await synced(both)

  const statuses = await push(world, instance, { 'apps/b/moving.yaml': configMap('moving', 'two') })

  expect(statuses['plumbline/sync: prod/b']).toMatch(
    /^failure: refused: ConfigMap shop\/moving is declared by b \(apps\/b\/moving.yaml:\d\) and a \(apps\/a/,
  )
  expect(find(world, 'moving')?.data).toEqual({ value: 'one' })
  expect(markOf(world, 'moving')).toBe('a')
})

test('an object that two new applications declare is applied by neither', { timeout: patience }, async () => {
  const { world } = await synced({ ...both, 'apps/b/moving.yaml': configMap('moving', 'two') })

  expect(find(world, 'moving')).toBeUndefined()
})

test.each([
  ['cannot be rendered', { 'apps/b/moving.yaml': `${configMap('moving', 'one')}\nbroken: [` }],
  [
    'has a declaration that cannot be used',
    { 'root/b.yaml': 'kind: Application\nspec: 1\napiVersion: argoproj.io/v1alpha1\nmetadata: { name: b }' },
  ],
])(
  'while an application of the same repository %s, it may be the new home: nothing is deleted',
  { timeout: patience },
  async (_, broken) => {
    const { world, instance } = await synced(both)

    const statuses = await push(world, instance, { ...move, ...broken })

    expect(deletions(world)).toEqual([])
    expect(find(world, 'moving')).toBeDefined()
    expect(statuses['plumbline/sync: prod/a']).toBe(
      'pending: synced, pruning waits for declarations that cannot be read: 1 object to prune',
    )

    await push(world, instance, { ...move, 'root/b.yaml': declaration('b', pruning) })
    expect(markOf(world, 'moving')).toBe('b')
  },
)
