import { expect, test } from 'vitest'
import { syncNow } from '../../src/engine/ask.ts'
import { recordNames } from '../../src/sync/record-names.ts'
import { aWorld, configMap, declaration, deployment, hook, type World } from '../support/world.ts'

const story = {
  'root/web.yaml': declaration('web'),
  'apps/web/migrate.yaml': hook('migrate', 'PreSync'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/deployment.yaml': deployment('web', '3.9', 1),
}
const green = {
  'plumbline/sync': 'success: 1 app: Synced and Healthy',
  'plumbline/sync: prod/web': 'success: Synced and Healthy: 2 objects',
}
const outageSeconds = 300

type Down = (world: World, isDown: () => boolean) => void

const gitHost: Down = (world, isDown) =>
  world.git.intercept((_, answer) =>
    isDown() ? Promise.resolve(new Response('bad gateway', { status: 502 })) : answer(),
  )

const statuses: Down = (world, isDown) =>
  world.git.intercept((request, answer) =>
    isDown() && request.method === 'POST'
      ? Promise.resolve(new Response('bad gateway', { status: 502 }))
      : answer(),
  )

/** Whatever else it says meanwhile, it never lies: an answer that breaks off is none, and neither is one that comes too late. */
const answers: readonly (readonly [string, () => Response])[] = [
  ['is down', () => new Response('bad gateway', { status: 502 })],
  [
    'breaks off in the middle of its answers',
    () => new Response('{"kind":"List","apiVersion":"v1","items":[{"meta'),
  ],
  [
    'asks to be left alone',
    () => Response.json({ kind: 'Status', code: 429 }, { status: 429, headers: { 'retry-after': '7' } }),
  ],
  [
    'says that its time is up',
    () => Response.json({ kind: 'Status', code: 504, reason: 'Timeout' }, { status: 504 }),
  ],
]

test.each(answers)(
  'while the cluster %s nothing is called in order, and afterwards all is',
  async (_, answer) => {
    const world = aWorld()
    const over = world.sandbox.clock.now() + outageSeconds * 1000
    const told: string[] = []
    world.git.intercept(async (request, pass) => {
      const written = request.method === 'POST' ? await request.clone().text() : ''
      if (world.sandbox.clock.now() < over && written.includes('"plumbline/sync')) told.push(written)
      return pass()
    })
    const commit = world.commit(story)
    const instance = world.start()
    instance.push(commit)
    await instance.run(() => instance.waiting.some(({ kind }) => kind === 'continue'))
    world.sandbox.server.intercept(() => (world.sandbox.clock.now() < over ? answer() : 'pass'))

    await instance.run()

    expect(told.length).toBeGreaterThan(0)
    expect(told.filter((text) => text.includes('"success"'))).toEqual([])
    expect(await world.statuses(commit)).toEqual(green)
  },
)

const cluster: Down = (world, isDown) =>
  world.sandbox.server.intercept(() => (isDown() ? new Response('bad gateway', { status: 502 }) : 'pass'))

test.each<[string, Down]>([
  ['the Git host', gitHost],
  ['the writing of statuses', statuses],
  ['the cluster', cluster],
])('%s is down when the push arrives, and the push comes to its end', async (_, down) => {
  const world = aWorld()
  const commit = world.commit(story)
  const over = world.sandbox.clock.now() + outageSeconds * 1000
  down(world, () => world.sandbox.clock.now() < over)
  const instance = world.start()

  instance.push(commit)
  await instance.run()

  expect(await world.statuses(commit)).toEqual(green)
})

test('the cluster is down when the push arrives, and an application that it does not concern says nothing there', async () => {
  const world = aWorld()
  const instance = world.start()
  instance.push(
    world.commit({
      ...story,
      'root/api.yaml': declaration('api'),
      'apps/api/own.yaml': configMap('own', 'one'),
    }),
  )
  await instance.run()
  const over = world.sandbox.clock.now() + outageSeconds * 1000
  cluster(world, () => world.sandbox.clock.now() < over)

  const commit = world.commit({ 'apps/web/settings.yaml': configMap('settings', 'two') })
  instance.push(commit)
  await instance.run(() => world.sandbox.clock.now() > over - 100_000)
  const meanwhile = await world.statuses(commit)
  await instance.run()

  expect(meanwhile).toEqual({ 'plumbline/sync': expect.stringMatching(/^error: /) })
  expect(await world.statuses(commit)).toEqual(green)
})

test.each<[string, Down]>([
  ['the Git host', gitHost],
  ['the writing of statuses', statuses],
  ['the cluster', cluster],
])('%s goes down while the sync runs, and the sync comes to its end', async (_, down) => {
  const world = aWorld()
  const commit = world.commit(story)
  const instance = world.start()
  instance.push(commit)
  await instance.run(() => instance.waiting.some(({ kind }) => kind === 'continue'))
  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^pending/)

  const over = world.sandbox.clock.now() + outageSeconds * 1000
  down(world, () => world.sandbox.clock.now() < over)
  await instance.run()

  expect(await world.statuses(commit)).toEqual(green)
})

test('no commit is green while what one of its applications came to could not be recorded', async () => {
  const world = aWorld()
  const first = world.commit({
    'root/api.yaml': declaration('api'),
    'root/web.yaml': declaration('web'),
    'apps/api/settings.yaml': configMap('of-api', 'one'),
    'apps/web/deployment.yaml': deployment('web', '1'),
  })
  const instance = world.start()
  instance.push(first)
  await instance.run()
  const over = world.sandbox.clock.now() + 40_000
  const { operation, status } = recordNames('test', 'api')
  world.sandbox.server.intercept(({ path }) =>
    world.sandbox.clock.now() < over && (path.endsWith(operation) || path.endsWith(status))
      ? new Response('bad gateway', { status: 502 })
      : 'pass',
  )
  const greens: unknown[] = []
  world.git.intercept(async (request, answer) => {
    const written = request.method === 'POST' ? await request.clone().text() : ''
    if (written.includes('"plumbline/sync"') && written.includes('"success"')) {
      const key = { table: '/configmaps', namespace: 'shop', name: 'of-api' }
      greens.push(world.sandbox.server.kernel.store.get(key)?.data)
    }
    return answer()
  })

  const second = world.commit({
    'apps/api/settings.yaml': configMap('of-api', 'two'),
    'apps/web/deployment.yaml': deployment('web', '2'),
  })
  instance.push(second)
  await instance.run()

  expect(greens).toEqual([{ value: 'two' }])
  expect((await world.statuses(second))['plumbline/sync']).toBe('success: 2 apps: Synced and Healthy')
})

test('a Git host that asks to be left alone for a while is asked nothing until that is over', async () => {
  const world = aWorld()
  const commit = world.commit(story)
  const started = world.sandbox.clock.now()
  const asked: number[] = []
  world.git.intercept((_, answer) => {
    const seconds = Math.floor((world.sandbox.clock.now() - started) / 1000)
    asked.push(seconds)
    const slow = { status: 429, headers: { 'retry-after': '300' } }
    return seconds < 300 ? Promise.resolve(Response.json({ message: 'slow down' }, slow)) : answer()
  })
  const instance = world.start()

  instance.push(commit)
  await instance.run()

  expect(asked.filter((seconds) => seconds > 0 && seconds < 300)).toEqual([])
  expect(await world.statuses(commit)).toEqual(green)
})

test('a root that cannot be read says so in its own words', async () => {
  const world = aWorld({ root: { revision: 'no-such-branch' } })
  const commit = world.commit(story)
  const instance = world.start()
  instance.push(commit)

  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure: .*no-such-branch/)
})

test('a cluster that has no place for our own records is the operator’s to mend, not the author’s', async () => {
  const world = aWorld()
  const commit = world.commit(story)
  const refusal = { kind: 'Status', code: 404, message: 'the server could not find the requested resource' }
  world.sandbox.server.intercept(({ path }) =>
    path.includes('/namespaces/plumbline/configmaps') ? Response.json(refusal, { status: 404 }) : 'pass',
  )
  const instance = world.start()
  instance.push(commit)

  await instance.run()

  const told = (await world.statuses(commit))['plumbline/sync']
  expect(told).toMatch(/^error: .*web: configmaps plumbline\/.*; it is our o/)
  expect(JSON.stringify(instance.logged)).toContain('it is our own record; check the cluster')
})

test('the Git host is down when a handler starts, and what was never heard of is found all the same', async () => {
  const world = aWorld()
  const commit = world.commit(story)
  const over = world.sandbox.clock.now() + outageSeconds * 1000
  gitHost(world, () => world.sandbox.clock.now() < over)
  const instance = world.start()

  await instance.ports.queue.enqueue({ kind: 'start' }, 0)
  await instance.run()

  expect(await world.statuses(commit)).toEqual(green)
})

/** As where a quota is counted: the object itself was changed by nobody. */
test('a sync by hand is not lost to conflicts that nobody made', async () => {
  const world = aWorld()
  world.commit({
    'root/web.yaml': declaration('web', { policy: 'retry: { limit: 0 }' }),
    'apps/web/settings.yaml': configMap('settings', 'one'),
  })
  const { ports } = world.start()
  const refused = new Set<string>()
  world.sandbox.server.intercept(({ method, path }) => {
    const write = `${method} ${path.replace(/-[0-9a-f]{20}.*|\?.*/, '')}`
    const isOfRecord = path.includes('/namespaces/plumbline/') && (method === 'PUT' || method === 'POST')
    if (!isOfRecord || refused.has(write)) return 'pass'
    refused.add(write)
    return Response.json({ kind: 'Status', code: 409, reason: 'Conflict' }, { status: 409 })
  })

  const first = await syncNow(ports, ['web'], { asked: true })
  const second = await syncNow(ports, ['web'], { asked: true })

  const synced = { applications: [{ verdict: 'success', outcome: { phase: 'Succeeded' } }], problems: [] }
  expect([first, second]).toMatchObject([synced, synced])
  expect([...refused]).toContain('PUT /api/v1/namespaces/plumbline/configmaps/operation')
  expect([...refused]).toContain('PUT /apis/coordination.k8s.io/v1/namespaces/plumbline/leases/sync')
})
