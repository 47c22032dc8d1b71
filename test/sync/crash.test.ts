import { expect, test } from 'vitest'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import { readInventory } from '../../src/sync/inventory-record.ts'
import { readOperation } from '../../src/sync/operation-record.ts'
import { aWorld, callUntilDone, isWrite, Killed, placeOf, shop, type World } from './story.ts'
import type { Intercept } from './story-cluster.ts'

/** What befalls the k-th write: the caller dies, or its answer is lost, or it never arrives. */
const faults = ['killed before', 'killed after', 'answer lost', 'never arrived'] as const
type Fault = (typeof faults)[number]

const endings = ['succeeds', 'fails', 'succeeds with Jobs that vanish at once'] as const
type Ending = (typeof endings)[number]

function aStory(ending: Ending): Promise<World> {
  switch (ending) {
    case 'succeeds':
      return aWorld()
    case 'fails':
      return aWorld(shop({ tag: 'failing' }))
    case 'succeeds with Jobs that vanish at once':
      return aWorld(shop({ ttl: 0 }))
  }
}

/** Counts writes and does the fault to the k-th; whoever was killed never reaches the cluster again. */
function faultAt(k: number, fault: Fault): Intercept {
  const dead = new Set<string>()
  let writes = 0
  return async (instance, request, serve) => {
    if (dead.has(instance)) throw new Killed()
    if (!isWrite(request) || ++writes !== k) return serve()
    const isServed = fault === 'killed after' || fault === 'answer lost'
    if (isServed) await serve()
    if (fault === 'killed before' || fault === 'killed after') {
      dead.add(instance)
      throw new Killed()
    }
    throw new ClusterError('timeout', 'no answer in time', { turn: 'platform', retryable: true })
  }
}

/** How often each hook was created. */
function hookRuns(world: World): Readonly<Record<string, number>> {
  const created = world.cluster.trace
    .filter(
      ({ request, refused }) =>
        request.verb === 'create' && request.resource === 'jobs' && refused === undefined,
    )
    .map(({ request }) => (request.body as { metadata: { name: string } }).metadata.name)
  return Object.fromEntries(created.map((name) => [name, created.filter((other) => other === name).length]))
}

async function countWrites(ending: Ending): Promise<number> {
  const world = await aStory(ending)
  await callUntilDone(world, 'calm')
  return world.cluster.trace.filter(({ request }) => isWrite(request)).length
}

async function expectSynced(world: World): Promise<void> {
  expect(hookRuns(world)).toEqual({ migrate: 1, notify: 1 })
  expect(world.cluster.find('jobs', 'notify')).toBeUndefined()
  const stored = await readInventory(placeOf(world, 'test'))
  const live = [
    world.cluster.find('configmaps', 'settings'),
    world.cluster.find('services', 'web'),
    world.cluster.find('deployments', 'web'),
  ]
  expect(stored?.inventory.objects.map(({ uid }) => uid)).toEqual(live.map((object) => object?.metadata.uid))
  expect(live).not.toContain(undefined)
}

async function expectFailed(world: World): Promise<void> {
  expect(hookRuns(world)).toEqual({ migrate: 1, alarm: 1 })
  expect(world.cluster.find('jobs', 'alarm')).toBeUndefined()
  expect(world.cluster.find('configmaps', 'settings')).toBeUndefined()
  expect(await readInventory(placeOf(world, 'test'))).toBeUndefined()
}

for (const ending of endings) {
  const writes = await countWrites(ending)

  test(`the story that ${ending} has enough writes to be worth breaking`, () => {
    expect(writes).toBeGreaterThan(15)
  })

  test.each(faults)(`a sync that ${ending} ends the same when any one write is %s`, async (fault) => {
    for (let k = 1; k <= writes; k++) {
      const world = await aStory(ending)
      world.cluster.intercept = faultAt(k, fault)

      await callUntilDone(world, 'instance-')

      const { operation } = (await readOperation(placeOf(world, 'test'))) ?? {}
      expect(operation?.phase, `write ${k}`).toBe(ending === 'fails' ? 'Failed' : 'Succeeded')
      expect(
        operation?.hooks.every(({ released, deleted }) => released || deleted),
        `write ${k}`,
      ).toBe(true)
      expect(world.cluster.find('jobs', 'migrate')?.metadata.finalizers ?? [], `write ${k}`).toEqual([])
      await (ending === 'fails' ? expectFailed(world) : expectSynced(world))
    }
  })
}
