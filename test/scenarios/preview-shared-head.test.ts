import { expect, test } from 'vitest'
import { perform } from '../../src/engine/perform.ts'
import { sweep } from '../../src/engine/sweep.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  type Instance,
  repository,
  type World,
} from '../support/world.ts'

const name = 'platform/config'
const shop = { 'root/web.yaml': declaration('web'), 'apps/web/settings.yaml': configMap('settings', 'one') }
const refused = deployment('web', '1').replace('matchLabels: { app: web }', 'matchLabels: { app: other }')

interface Shared {
  readonly world: World
  readonly instance: Instance
  readonly head: CommitSha
  /** Into `main`, which an application follows, with an object that the API server refuses. */
  readonly bad: number
  /** Of the same branch, into `dev`, which nothing follows. */
  readonly idle: number
}

async function aSharedHead(): Promise<Shared> {
  const world = aWorld()
  const first = world.start()
  const base = world.commit(shop)
  first.push(base)
  await first.run()
  world.git.forcePush(name, 'dev', base)
  const { number: bad, head } = world.propose({ 'apps/web/deployment.yaml': refused })
  const idle = world.git.openPullRequest(name, { head: 'topic', title: 'the same', base: 'dev' })
  return { world, instance: world.start(), head, bad, idle }
}

async function aggregate({ world, head }: Shared): Promise<string> {
  return (await world.statuses(head))['plumbline/plan'] ?? ''
}

async function plan({ instance }: Shared, ...numbers: readonly number[]): Promise<void> {
  for (const number of numbers) {
    instance.pullRequest(number)
    await instance.run()
  }
}

const both =
  /^failure: 2 pull requests · #1: 1 app: 1 would be rejected · #2: no application is touched · [0-9a-f]{7}$/

test.each([
  ['the refused one first', (one: Shared) => [one.bad, one.idle]],
  ['the refused one last', (one: Shared) => [one.idle, one.bad]],
  ['the one that touches nothing alone', (one: Shared) => [one.idle]],
])('two pull requests with one head have the worse verdict of both, planned %s', async (_, order) => {
  const place = await aSharedHead()
  await plan(place, ...order(place))

  expect(await aggregate(place)).toMatch(both)
  expect((await place.world.statuses(place.head))['plumbline/plan: prod/web']).toMatch(
    /^failure: #1: 1 would be rejected · /,
  )
  expect(place.world.git.comments(name, place.bad)).toHaveLength(1)
  expect(place.world.git.comments(name, place.idle)).toEqual([])
})

test('a second one that is opened later does not turn the head green', async () => {
  const place = await aSharedHead()
  place.world.git.editPullRequest(name, place.idle, { state: 'closed' })
  await plan(place, place.bad)
  expect(await aggregate(place)).toMatch(/^failure: 1 app: 1 would be rejected · /)
  place.world.git.editPullRequest(name, place.idle, { state: 'open' })
  await plan(place, place.idle)
  expect(await aggregate(place)).toMatch(both)
})

test('once the refused one is closed, the head says what the other one would do', async () => {
  const place = await aSharedHead()
  await plan(place, place.bad, place.idle)
  place.world.git.editPullRequest(name, place.bad, { state: 'closed' })
  await plan(place, place.bad)

  expect(await aggregate(place)).toMatch(/^success: no application is touched · /)
  expect((await place.world.statuses(place.head))['plumbline/plan: prod/web']).toBe(
    'success: not touched any more',
  )
})

test('once the harmless one is closed, the refused one still stands on the head', async () => {
  const place = await aSharedHead()
  await plan(place, place.idle)
  place.world.git.editPullRequest(name, place.idle, { state: 'closed' })
  await plan(place, place.idle)

  expect(await aggregate(place)).toMatch(/^failure: 1 app: 1 would be rejected · /)
})

test('a close that was never heard of is found by the next sweep', async () => {
  const place = await aSharedHead()
  await plan(place, place.bad)
  place.world.git.editPullRequest(name, place.idle, { state: 'closed' })
  await sweep(place.instance.ports, { inTurn: false })
  await place.instance.run()
  expect(await aggregate(place)).toMatch(/^failure: 1 app: 1 would be rejected · /)

  await sweep(place.instance.ports, { inTurn: false })
  expect(place.instance.waiting).toEqual([])
})

test('a second one that was never heard of is found by the next sweep, and planned once', async () => {
  const place = await aSharedHead()
  place.world.git.editPullRequest(name, place.bad, { state: 'closed' })
  await plan(place, place.idle)
  expect(await aggregate(place)).toMatch(/^success: no application is touched/)
  place.world.git.editPullRequest(name, place.bad, { state: 'open' })
  await sweep(place.instance.ports, { inTurn: false })
  expect(place.instance.waiting).toHaveLength(1)
  await place.instance.run()
  expect(await aggregate(place)).toMatch(both)
})

test.each([
  ['one of them', /\/pulls\/1(?:\?|$)/, /^error: 2 pull requests · #1: .*#2: /],
  ['the list of them', /\/pulls\?/, /^error: /],
])(
  'while %s cannot be read the head is an error, and both are planned once it can',
  async (_, path, text) => {
    const place = await aSharedHead()
    place.world.git.intercept((request, answer) =>
      path.test(request.url) ? Promise.resolve(new Response('bad gateway', { status: 502 })) : answer(),
    )
    const trigger = { kind: 'pullRequest', host: 'git', number: place.idle, deliveryId: 'd' } as const
    await perform(place.instance.ports, { kind: 'pullRequest', trigger: { ...trigger, repository } })

    expect(await aggregate(place)).toMatch(text)
    expect(place.instance.waiting).toHaveLength(1)
    place.world.git.intercept(undefined)
    await place.instance.run()
    expect(await aggregate(place)).toMatch(both)
  },
)
