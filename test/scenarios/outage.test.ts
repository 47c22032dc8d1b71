import { expect, test } from 'vitest'
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

  const told = (await world.statuses(commit))['plumbline/sync: prod/web']
  expect(told).toMatch(/^error: configmaps plumbline\/.*our own record; check the clus/)
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
