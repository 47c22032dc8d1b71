import { expect, test } from 'vitest'
import { readInventory } from '../../src/sync/inventory-record.ts'
import { readOperation } from '../../src/sync/operation-record.ts'
import { isFull } from '../support/runs.ts'
import { aWorld, callUntilDone, isWrite, Killed, placeOf, shop, type World } from './story.ts'
import type { Intercept } from './story-cluster.ts'

/** What befalls the k-th write: the caller dies, or its connection breaks, before the server has it or after. */
const faults = ['killed before', 'killed after', 'broken before', 'broken after'] as const
type Fault = (typeof faults)[number]

const endings = ['succeeds', 'fails', 'succeeds with Jobs that vanish at once'] as const
type Ending = (typeof endings)[number]

const patience = 240_000

/** Unless all is asked for, only what a process can do to itself is done to every single write. */
function stride(ending: Ending, fault: Fault): number {
  return isFull || (fault.startsWith('killed') && !ending.endsWith('at once')) ? 1 : 3
}

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

function breakAt({ cluster }: World, k: number, fault: Fault): void {
  switch (fault) {
    case 'killed before':
    case 'killed after':
      cluster.intercept = killAt(k, fault)
      return
    case 'broken before':
      cluster.breakWrite(k, 'drop-before')
      return
    case 'broken after':
      cluster.breakWrite(k, 'drop-after')
      return
  }
}

/** Whoever was killed never reaches the cluster again. */
function killAt(k: number, fault: 'killed before' | 'killed after'): Intercept {
  const dead = new Set<string>()
  let writes = 0
  return async (instance, request, serve) => {
    if (dead.has(instance)) throw new Killed()
    if (!isWrite(request) || ++writes !== k) return serve()
    dead.add(instance)
    if (fault === 'killed after') await serve()
    throw new Killed()
  }
}

/** How often each hook ran. */
function hookRuns({ cluster }: World): Readonly<Record<string, number>> {
  const names = [...cluster.jobs.values()].map(({ metadata }) => metadata.name)
  return Object.fromEntries(names.map((name) => [name, names.filter((other) => other === name).length]))
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

  test.each(faults)(
    `a sync that ${ending} ends the same when any one write is %s`,
    { timeout: patience },
    async (fault) => {
      for (let k = 1; k <= writes; k += stride(ending, fault)) {
        const world = await aStory(ending)
        breakAt(world, k, fault)

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
    },
  )
}
