import { expect, test } from 'vitest'
import { syncNow } from '../../src/engine/ask.ts'
import { terminate } from '../../src/engine/terminate.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import { readOperation } from '../../src/sync/operation-record.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { deaths, killAtWrite, type When } from '../support/killed.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  hook,
  type Instance,
  type World,
} from '../support/world.ts'

const retries = 'automated: {}\n    retry: { limit: 5 }'

/** Wave 0 never becomes healthy, so that wave 1 waits. */
const hangs = {
  'root/web.yaml': declaration('web', { policy: retries }),
  'apps/web/web.yaml': deployment('web', 'hanging'),
  'apps/web/late.yaml': configMap('late', 'x', 1),
}

const hookHangs = {
  'root/web.yaml': declaration('web', { policy: retries }),
  'apps/web/migrate.yaml': hook('migrate', 'PreSync', 'hanging'),
  'apps/web/failed.yaml': hook('sorry', 'SyncFail'),
  'apps/web/settings.yaml': configMap('settings', 'x'),
}

const waits = ({ waiting }: Instance) => waiting.some(({ kind }) => kind === 'continue')

async function running(files: Parameters<World['commit']>[0], world: World = aWorld()) {
  const commit = world.commit(files)
  const instance = world.start()
  instance.push(commit)
  await instance.run(() => waits(instance))
  return { world, instance, commit }
}

function names({ sandbox }: World, kind: string): readonly string[] {
  const found = sandbox.server.kernel.store.list(kind).filter(({ metadata }) => metadata.namespace === 'shop')
  return found.map(({ metadata }) => metadata.name)
}

function isHookCreated({ method, info }: World['sandbox']['server']['requests'][number]): boolean {
  return method === 'POST' && info.isResource && info.resource === 'jobs'
}

async function answerOn(world: World, commit: CommitSha): Promise<string> {
  return (await world.statuses(commit))['plumbline/sync: prod/web'] ?? 'none'
}

test('a sync that is terminated ends as failed, nothing more is applied, and it is not tried again', async () => {
  const { world, instance, commit } = await running(hangs)

  const result = await terminate(instance.ports, 'web', { by: 'ada' })
  await instance.run()
  world.sandbox.clock.advance(3_600_000)
  await instance.ports.queue.enqueue({ kind: 'sweep' }, 0)
  await instance.run()

  expect(result).toEqual({ kind: 'terminated', state: 'ended' })
  expect(await answerOn(world, commit)).toMatch(/^failure: .*Operation terminated by ada/)
  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure/)
  expect(names(world, 'configmaps')).not.toContain('late')
  expect(names(world, 'apps/deployments')).toEqual(['web'])
  expect(await terminate(instance.ports, 'web', { by: 'ada' })).toEqual({ kind: 'nothing-runs' })
  expect(await terminate(instance.ports, 'other', { by: 'ada' })).toEqual({ kind: 'unknown-application' })
})

test('a sync that has failed and waits for another try is not tried again once it is terminated', async () => {
  const world = aWorld()
  const commit = world.commit({
    'root/web.yaml': declaration('web', {
      policy: 'automated: {}\n    retry: { limit: 5, backoff: { duration: 60s } }',
    }),
    'apps/web/migrate.yaml': hook('migrate', 'PreSync', 'failing'),
    'apps/web/settings.yaml': configMap('settings', 'x'),
  })
  const instance = world.start()
  instance.push(commit)
  const place = recordPlace(world.sandbox.open(), 'test', 'web')
  let ended = false
  while (!ended) {
    let calls = 0
    await instance.run(() => ++calls > 1)
    ended = (await readOperation(place))?.operation.phase === 'Failed'
  }
  await instance.run(() => waits(instance))
  expect(await answerOn(world, commit)).toMatch(/^failure: the sync failed/)

  const result = await terminate(instance.ports, 'web', { by: 'ada' })
  await instance.run()
  world.sandbox.clock.advance(3_600_000)
  await instance.ports.queue.enqueue({ kind: 'sweep' }, 0)
  await instance.run()

  expect(result).toEqual({ kind: 'terminated', state: 'ended' })
  expect(await answerOn(world, commit)).toMatch(/^failure: the sync of this commit failed and waits/)
  expect(world.sandbox.server.requests.filter(isHookCreated)).toHaveLength(1)
  expect(await terminate(instance.ports, 'web', { by: 'ada' })).toEqual({ kind: 'nothing-runs' })
})

test('its running hook is deleted, and no SyncFail hook runs', async () => {
  const { world, instance, commit } = await running(hookHangs)
  expect(names(world, 'batch/jobs')).toEqual(['migrate'])

  await terminate(instance.ports, 'web', { by: 'ada' })
  await instance.run()

  expect(await answerOn(world, commit)).toMatch(/^failure: .*Operation terminated by ada/)
  expect(names(world, 'batch/jobs')).toEqual([])
  expect(names(world, 'pods')).toEqual([])
  expect(names(world, 'configmaps')).not.toContain('settings')
})

test('a sync by hand that is terminated while somebody waits for its end does not begin anew', async () => {
  const { world, instance } = await running(hookHangs)
  await terminate(instance.ports, 'web', { by: 'ada' })
  await instance.run()
  const wish = { asked: true, askedAt: instance.ports.now() }
  const hooks = () => world.sandbox.server.requests.filter(isHookCreated).length
  const before = hooks()

  const first = await syncNow(instance.ports, ['web'], wish)
  await terminate(instance.ports, 'web', { by: 'ada' })
  const then = await syncNow(instance.ports, ['web'], wish)

  expect(first.applications[0]?.outcome?.phase).toBe('Running')
  expect(then.applications[0]).toMatchObject({
    verdict: 'failure',
    summary: expect.stringContaining('Operation terminated by ada'),
  })
  expect(hooks()).toBe(before + 1)
})

test('a sync by hand whose end a server reaches is over for whoever waits for it', async () => {
  const { world, instance } = await running({
    ...hookHangs,
    'apps/web/migrate.yaml': hook('migrate', 'PreSync'),
  })
  await instance.run()
  const wish = { asked: true, askedAt: instance.ports.now() }
  const hooks = () => world.sandbox.server.requests.filter(isHookCreated).length
  const before = hooks()

  const first = await syncNow(instance.ports, ['web'], wish)
  await instance.run()
  const then = await syncNow(instance.ports, ['web'], wish)

  expect(first.applications[0]?.outcome?.phase).toBe('Running')
  expect(then.applications[0]).toMatchObject({ verdict: 'success', sync: 'Synced' })
  expect(hooks()).toBe(before + 1)
})

test('a new commit is synced after it, and its hook of the same name runs', async () => {
  const { world, instance } = await running(hookHangs)
  await terminate(instance.ports, 'web', { by: 'ada' })
  await instance.run()

  const fix = world.commit({ 'apps/web/migrate.yaml': hook('migrate', 'PreSync', 'fixed') })
  instance.push(fix)
  await instance.run()

  expect(await answerOn(world, fix)).toMatch(/^success/)
})

test('it is terminated though the Git host cannot be reached', async () => {
  const { world, instance } = await running(hookHangs)
  world.git.intercept(async () => {
    throw new TypeError('the connection broke')
  })

  expect(await terminate(instance.ports, 'web', { by: 'ada' })).toEqual({
    kind: 'terminated',
    state: 'ended',
  })
  expect(names(world, 'batch/jobs')).toEqual([])
})

/** A handler that terminates dies at its k-th write; another one goes on, as a sweep does. */
async function terminatedKilled(k: number, when: When) {
  const { world, commit } = await running(hookHangs)
  const killing = killAtWrite(world, k, when)
  const first = world.start()
  await terminate(first.ports, 'web', { by: 'ada' }).catch(() => {})
  const writes = killing.writes()
  const isMarked = !(k === 1 && when === 'before')
  killing.revive()
  world.sandbox.clock.advance(60_000)
  const second = world.start()
  await second.resume()
  await second.run(() => !isMarked)
  return { world, commit, writes, isMarked }
}

const { writes } = await terminatedKilled(Number.POSITIVE_INFINITY, 'before')

test('terminating has writes to break', () => {
  expect(writes).toBeGreaterThan(5)
})

test.each(deaths(writes))(
  'killed $when write $k, another instance ends what was to be terminated',
  async ({ k, when }) => {
    const { world, commit, isMarked } = await terminatedKilled(k, when)

    if (!isMarked) {
      expect(await answerOn(world, commit)).toMatch(/^pending/)
      return
    }
    expect(await answerOn(world, commit)).toMatch(/^failure: .*Operation terminated by ada/)
    expect(names(world, 'batch/jobs')).toEqual([])
    expect(names(world, 'configmaps')).not.toContain('settings')
  },
)

test('a handler that is in the midst of a wave notices before what it would send a second later', async () => {
  const many = Array.from({ length: 40 }, (_, at) => `c${String(at).padStart(2, '0')}`)
  const files = many.map((name) => [`apps/web/${name}.yaml`, configMap(name, 'x')])
  const asked: Promise<unknown>[] = []
  const world: World = aWorld({
    cluster: {
      async between(request, answer) {
        const applies = request.method === 'PATCH' && request.url.includes('/configmaps/c')
        if (applies && !request.url.includes('dryRun')) world.sandbox.clock.advance(500)
        const isTenth = applies && request.url.includes('/configmaps/c10') && !request.url.includes('dryRun')
        if (isTenth) asked.push(terminate(world.start().ports, 'web', { by: 'ada' }))
        if (isTenth) await asked[0]
        return answer()
      },
    },
  })
  const commit = world.commit({ ...Object.fromEntries(files), 'root/web.yaml': declaration('web') })
  const instance = world.start()
  instance.push(commit)
  await instance.run()

  expect(await asked[0]).toEqual({ kind: 'terminated', state: 'running' })
  expect(await answerOn(world, commit)).toMatch(/^failure: .*Operation terminated by ada/)
  expect(names(world, 'configmaps').filter((name) => /^c\d/.test(name)).length).toBeLessThan(20)
})

async function merged(world: World, instance: Instance) {
  world.commit({
    'root/web.yaml': declaration('web', { policy: retries }),
    'apps/web/a.yaml': configMap('a', 'x'),
  })
  const { number } = world.propose({ 'apps/web/web.yaml': deployment('web', 'hanging') })
  const commit = world.git.mergePullRequest('platform/config', number)
  instance.push(commit)
  await instance.run(() => waits(instance))
  return { number, commit }
}

function reactions(world: World, number: number): readonly string[] {
  return world.git
    .comments('platform/config', number)
    .flatMap(({ reactions: found }) => found.map((one) => one.content))
}

test.each([
  ['names it', { kind: 'terminate', application: 'web' }],
  ['names none, on the pull request that brought it', { kind: 'terminate' }],
] as const)('a comment of somebody who may write, that %s, terminates', async (_, command) => {
  const world = aWorld()
  const instance = world.start()
  const { number, commit } = await merged(world, instance)

  instance.comment(number, 'ada', command)
  await instance.run()

  expect(await answerOn(world, commit)).toMatch(/^failure: .*Operation terminated by ada/)
  expect(reactions(world, number)).toEqual(['eyes', '+1'])
})

test('a comment of somebody who may only read terminates nothing', async () => {
  const world = aWorld()
  const instance = world.start()
  const { number, commit } = await merged(world, instance)

  instance.comment(number, 'eve', { kind: 'terminate', application: 'web' })
  await instance.run(() => reactions(world, number).length > 0)

  expect(reactions(world, number)).toEqual(['-1'])
  expect(await answerOn(world, commit)).toMatch(/^pending/)
})

test('a delivery that is sent again later does not terminate the next sync', async () => {
  const world = aWorld()
  const instance = world.start()
  const { number } = await merged(world, instance)
  const command = { kind: 'terminate', application: 'web' } as const
  const commentId = instance.comment(number, 'ada', command)
  await instance.run()
  world.sandbox.clock.advance(120_000)
  const next = world.commit({ 'apps/web/b.yaml': configMap('b', 'x') })
  instance.push(next)
  await instance.run(() => waits(instance))

  instance.hear({ number, commentId, author: 'ada', command })
  await instance.run(() => reactions(world, number).includes('confused'))

  expect(await answerOn(world, next)).toMatch(/^pending/)
})
