import { expect, test } from 'vitest'
import type { Ports } from '../../src/engine/ports.ts'
import { sweep } from '../../src/engine/sweep.ts'
import { sweepNow } from '../../src/engine/sweep-now.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import { sweptText } from '../../src/report/swept-text.ts'
import { aWorld, configMap, declaration, type Instance, repository, type World } from '../support/world.ts'

const shop = { 'root/web.yaml': declaration('web'), 'apps/web/settings.yaml': configMap('settings', 'one') }
const change = { 'apps/web/settings.yaml': configMap('settings', 'two') }

async function inOrder(): Promise<World> {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit(shop))
  await instance.run()
  return world
}

async function swept(world: World): Promise<Instance> {
  const instance = world.start()
  await sweep(instance.ports, { inTurn: false })
  return instance
}

/** A command is there for one pass: what is put off has nobody who would do it. */
function ofCommand({ ports }: Instance): Ports {
  return { ...ports, queue: { enqueue: async () => {} } }
}

async function planOf(world: World, head: CommitSha): Promise<string | undefined> {
  return (await world.statuses(head))['plumbline/plan']
}

test('a pull request that was never heard of is planned', async () => {
  const world = await inOrder()
  const { number, head } = world.propose(change)

  const instance = await swept(world)
  await instance.run()

  expect(await planOf(world, head)).toMatch(/^success: 1 app: ~1/)
  expect(world.git.comments('platform/config', number)).toHaveLength(1)
})

test('a head whose plan nobody finished is planned again', async () => {
  const world = await inOrder()
  const { head } = world.propose(change)
  await world.start().ports.host('git').feedback?.ensureStatus(repository, head, {
    context: 'plumbline/plan',
    state: 'pending',
    description: 'planning',
  })

  await (await swept(world)).run()

  expect(await planOf(world, head)).toMatch(/^success: 1 app: ~1/)
})

test('a head that has its plan is left alone, and one into a branch that nobody follows too', async () => {
  const world = await inOrder()
  const { number } = world.propose(change)
  const instance = world.start()
  instance.pullRequest(number)
  await instance.run()
  world.git.commit('platform/config', 'aside', { files: { 'README.md': 'aside' }, message: 'aside' })
  world.git.commit('platform/config', 'other', { files: change, message: 'other' })
  world.git.openPullRequest('platform/config', { head: 'other', title: 'other', base: 'aside' })

  const { waiting } = await swept(world)

  expect(waiting).toEqual([])
})

const status = (code: number, body: string) => () => new Response(body, { status: code })

test.each([
  ['a server error', status(500, 'internal error')],
  ['a page of a proxy', status(200, '<html>sign in</html>')],
  ['nothing of an object', status(200, '{}')],
  ['a refusal that no API server words', status(422, '')],
])(
  'a dry run answered with %s is no plan: the status is an error until a sweep finds out',
  async (_, answer) => {
    const world = await inOrder()
    const { number, head } = world.propose(change)
    world.sandbox.server.intercept(({ isDryRun }) => (isDryRun ? answer() : 'pass'))
    const instance = world.start()
    instance.pullRequest(number)
    await instance.run()
    expect(await planOf(world, head)).toMatch(
      /^error: the dry run of ConfigMap shop\/settings could not be made/,
    )
    const told: string[] = []
    world.git.intercept((request, pass) => {
      if (request.method !== 'GET' && request.url.includes('/statuses/')) told.push(request.url)
      return pass()
    })

    await (await swept(world)).run()
    expect(told).toEqual([])

    world.sandbox.server.intercept(undefined)
    await (await swept(world)).run()
    expect(await planOf(world, head)).toMatch(/^success: 1 app: ~1 · /)
  },
)

test('a pass by command plans them itself, and tells of them', async () => {
  const world = await inOrder()
  const { number, head } = world.propose(change)

  const pass = await sweepNow(ofCommand(world.start()))

  expect(pass.problems).toEqual([])
  expect(await planOf(world, head)).toMatch(/^success: 1 app: ~1/)
  expect(world.git.comments('platform/config', number)).toHaveLength(1)
  expect(sweptText(pass)).toContain('without a plan until now: pull request 1 of git:platform/config\n')
  expect((await sweepNow(ofCommand(world.start()))).pullRequests).toEqual([])
})

test.each([
  ['listed', '/pulls?', 'open pull requests of git:platform/config could not be read: '],
  ['read', '/pulls/1', 'pull request 1 of git:platform/config could not be planned: '],
])(
  'pull requests that cannot be %s are a problem of the pass, and hinder nothing else in it',
  async (_, part, text) => {
    const world = await inOrder()
    world.propose(change)
    const missed = world.commit({ 'apps/web/more.yaml': configMap('more', 'one') })
    world.git.intercept((request, answer) =>
      request.url.includes(part) ? Promise.resolve(new Response('bad gateway', { status: 502 })) : answer(),
    )

    const { problems, applications } = await sweepNow(ofCommand(world.start()))

    expect(problems).toMatchObject([{ message: expect.stringContaining(text), retryable: true }])
    expect(applications).toMatchObject([{ found: 'missed-push', report: { sync: 'Synced' } }])
    expect((await world.statuses(missed))['plumbline/sync']).toMatch(/^success/)
  },
)
