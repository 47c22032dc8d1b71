import { expect, test } from 'vitest'
import { readInventory } from '../../src/sync/inventory-record.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { aWorld, configMap, declaration, type Files, type World } from '../support/world.ts'

const pruning = { policy: 'automated: { prune: true }' }

const before: Files = {
  'root/a.yaml': declaration('a', pruning),
  'root/b.yaml': declaration('b', pruning),
  'apps/a/keep.yaml': configMap('keep', 'one'),
  'apps/a/moving.yaml': configMap('moving', 'one'),
  'apps/a/old.yaml': configMap('old', 'one'),
  'apps/a/older.yaml': configMap('older', 'one', 1),
  'apps/b/own.yaml': configMap('of-b', 'one'),
}

const after: Files = {
  'apps/a/keep.yaml': configMap('keep', 'two'),
  'apps/a/moving.yaml': null,
  'apps/a/old.yaml': null,
  'apps/a/older.yaml': null,
  'apps/b/moving.yaml': configMap('moving', 'two'),
}

interface Played {
  readonly world: World
  readonly writes: number
  /** Of the object that moves, before it did. */
  readonly uid: string | undefined
}

/** Syncs the change, killed at the k-th write to the cluster, and lets another instance bring it to its end. */
async function playKilled(k: number, when: 'before' | 'after'): Promise<Played> {
  const world = aWorld()
  const first = world.start()
  first.push(world.commit(before))
  await first.run()
  const moving = { table: '/configmaps', namespace: 'shop', name: 'moving' }
  const uid = world.sandbox.server.kernel.store.get(moving)?.metadata.uid
  let writes = 0
  let isDead = false
  world.sandbox.server.intercept(({ write }) => {
    if (isDead) return 'drop-before'
    if (write === undefined || ++writes !== k) return 'pass'
    isDead = true
    return when === 'after' ? 'drop-after' : 'drop-before'
  })
  const second = world.start()
  second.push(world.commit(after))
  await second.run(() => isDead).catch(() => {})
  world.sandbox.server.intercept(() => 'pass')
  const third = world.start()
  await third.resume()
  await third.run()
  return { world, writes, uid }
}

function deletions({ sandbox }: World): readonly string[] {
  return sandbox.server.requests.flatMap(({ method, info }) =>
    method === 'DELETE' && info.isResource && info.namespace === 'shop' ? [`${info.name}`] : [],
  )
}

const { writes } = await playKilled(Number.POSITIVE_INFINITY, 'before')
const cases = Array.from({ length: writes }, (_, at) => at + 1).flatMap((k) =>
  (['before', 'after'] as const).map((when) => ({ k, when })),
)

test('the story has writes to break', () => {
  expect(writes).toBeGreaterThan(10)
})

test.each(cases)(
  'killed $when write $k: nothing is deleted twice, nothing is left behind, the moved object stays',
  { timeout: 60_000 },
  async ({ k, when }) => {
    const { world, uid } = await playKilled(k, when)

    const live = world.sandbox.server.kernel.store.list('/configmaps', 'shop')
    expect(live.map(({ metadata }) => metadata.name).toSorted()).toEqual([
      'keep',
      'kube-root-ca.crt',
      'moving',
      'of-b',
    ])
    expect([...new Set(deletions(world))]).toEqual(['older', 'old'])
    const moved = live.find(({ metadata }) => metadata.name === 'moving')
    expect(moved?.metadata.annotations?.['argocd.argoproj.io/tracking-id']).toMatch(/^b:/)
    expect(moved?.metadata.uid).toBe(uid)
    const cluster = world.sandbox.open()
    const inventories = await Promise.all(
      ['a', 'b'].map((name) => readInventory(recordPlace(cluster, 'test', name))),
    )
    const [ofA, ofB] = inventories.map((stored) => stored?.inventory.objects.map(({ key }) => key.name))
    expect(ofA?.filter((name) => name !== 'moving')).toEqual(['keep'])
    expect(ofB).toEqual(['moving', 'of-b'])
  },
)
