import { expect, test } from 'vitest'
import type { ClusterRequest } from '../../src/cluster/cluster.ts'
import { readInventory } from '../../src/sync/inventory-record.ts'
import { readOperation } from '../../src/sync/operation-record.ts'
import { isFull } from '../support/runs.ts'
import { Choices, type Flight, Scheduler } from './scheduler.ts'
import {
  aWorld,
  call,
  callUntilDone,
  isWrite,
  Killed,
  nameOf,
  placeOf,
  push,
  shop,
  type World,
} from './story.ts'

const seeds = isFull ? 80 : 8
const patience = 1_200_000

interface Race {
  readonly world: World
  readonly flights: readonly Flight[]
}

/** Three instances, all woken at once, until each of them finds nothing left to do; sometimes a push comes between. */
async function race(seed: number, isPushed: boolean): Promise<Race> {
  const world = await aWorld()
  const choices = new Choices(seed)
  const scheduler = new Scheduler(world.cluster, choices)
  let isToPush = isPushed
  const lane = async (name: string): Promise<void> => {
    for (let n = 0; ; n++) {
      const outcome = await call(world, `${name}-${n}`).catch(ifKilled)
      if (isToPush && (outcome === undefined || choices.oneIn(3))) {
        isToPush = false
        push(world, 'second', shop({}, 'two'))
      } else if (outcome === undefined) return
      const isAsked = outcome !== undefined && outcome !== 'killed' && outcome.phase === 'Running'
      await scheduler.sleep(name, isAsked ? outcome.callAgainIn : 1)
    }
  }
  await scheduler.run({ a: () => lane('a'), b: () => lane('b'), c: () => lane('c') })
  world.cluster.intercept = (_, __, serve) => serve()
  // A lane that ended early may have missed what a push brought: that is the sweep's.
  await callUntilDone(world, 'sweep')
  return { world, flights: scheduler.flights }
}

function ifKilled(error: unknown): 'killed' {
  if (error instanceof Killed) return 'killed'
  throw error
}

function isRecord({ namespace }: ClusterRequest): boolean {
  return namespace === 'plumbline'
}

/** Who held the operation's record, from when on. */
function claims(flights: readonly Flight[], world: World): readonly { holder: string; at: number }[] {
  const refused = new Set(
    world.cluster.trace.filter((entry) => entry.refused !== undefined).map(({ request }) => request),
  )
  return flights
    .filter(
      ({ request }) => isRecord(request) && isWrite(request) && nameOf(request).startsWith('operation-'),
    )
    .filter(({ request, served }) => served !== undefined && !refused.has(request))
    .map(({ request, served = 0 }) => ({
      holder: (request.body as unknown as { data: { holder: string } }).data.holder,
      at: served,
    }))
}

test.each([false, true])(
  'racing instances run every hook once and bring the head about (a push between: %s)',
  { timeout: patience },
  async (isPushed) => {
    for (let seed = 1; seed <= seeds; seed++) {
      const { world } = await race(seed, isPushed)

      const created = [...world.cluster.jobs.values()].map(
        ({ metadata }) => `${metadata.name} of ${metadata.annotations?.['plumbline.dev/operation-id']}`,
      )
      expect(created, `seed ${seed}`).toEqual([...new Set(created)])
      expect(world.cluster.find('configmaps', 'settings')?.data, `seed ${seed}`).toEqual({
        value: isPushed ? 'two' : 'one',
      })
      const operation = (await readOperation(placeOf(world, 'test')))?.operation
      expect(operation, `seed ${seed}`).toMatchObject({ phase: 'Succeeded' })
      const inventory = (await readInventory(placeOf(world, 'test')))?.inventory.objects ?? []
      expect(
        inventory.map(({ key }) => key.name),
        `seed ${seed}`,
      ).toEqual(['settings', 'web', 'web'])
      expect(
        inventory.every(({ uid }) => uid !== undefined),
        `seed ${seed}`,
      ).toBe(true)
    }
  },
)

test('nobody writes after another one’s claim, except what was in flight', {
  timeout: patience,
}, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const { world, flights } = await race(seed, seed % 2 === 0)

    const held = claims(flights, world)
    const late = flights.filter(({ instance, request, sent }) => {
      if (isRecord(request) || !isWrite(request) || nameOf(request) === 'plumbline') return false
      const claim = held.filter(({ at }) => at < sent).at(-1)
      return claim?.holder !== instance
    })
    expect(
      late.map(({ instance, request }) => `${instance} ${request.verb} ${nameOf(request)}`),
      `seed ${seed}`,
    ).toEqual([])
  }
})

test('waves never interleave', { timeout: patience }, async () => {
  const order = ['migrate', 'settings', 'web', 'notify']

  for (let seed = 1; seed <= seeds; seed++) {
    const { flights } = await race(seed, false)

    const sent = flights
      .filter(({ request }) => !isRecord(request) && (request.verb === 'create' || request.verb === 'apply'))
      .map(({ request }) => order.indexOf(nameOf(request)))
      .filter((place) => place >= 0)
    expect(sent, `seed ${seed}`).toEqual(sent.toSorted((a, b) => a - b))
  }
})
