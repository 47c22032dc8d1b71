import { expect, test } from 'vitest'
import { readRoster } from '../../src/engine/roster.ts'
import { createSourceReading } from '../../src/engine/source-reading.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import { aWorld, configMap, declaration, type Instance, type World } from '../support/world.ts'

const prune = 'automated: { prune: true }'

const two = {
  'root/web.yaml': declaration('web', { policy: prune }),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/shared.yaml': configMap('shared', 'one'),
  'root/api.yaml': declaration('api', { policy: prune }),
  'apps/api/settings.yaml': configMap('api', 'one'),
}

async function pushed(world: World, commit: CommitSha): Promise<Instance> {
  const instance = world.start()
  instance.push(commit)
  await instance.run()
  return instance
}

/** How the roster of an instance with empty memory has each application. */
async function kinds(world: World): Promise<Readonly<Record<string, string>>> {
  const { ports } = world.start()
  const { entries } = await readRoster(ports, createSourceReading(ports))
  return Object.fromEntries(entries.map(({ application, source }) => [application.name, source.kind]))
}

/** Renders that an instance makes, by the files that it reads. */
function filesRead(world: World, since: number): readonly string[] {
  return world.git
    .requests()
    .slice(since)
    .filter(({ path }) => path.includes('/git/blobs/') || path.includes('/file-contents'))
    .map(({ path, query }) => `${path}${query}`)
}

test('an instance with empty memory renders only what the push touches', async () => {
  const world = aWorld()
  await pushed(world, world.commit(two))
  const commit = world.commit({ 'apps/web/settings.yaml': configMap('settings', 'two') })

  expect(await kinds(world)).toEqual({ web: 'rendered', api: 'remembered' })
  const instance = await pushed(world, commit)

  expect(await world.statuses(commit)).toMatchObject({
    'plumbline/sync: prod/web': expect.stringMatching(/^success: /),
  })
  const trace = await instance.ports.runs.trace(`delivery-${commit.slice(0, 7)}`)
  expect(trace?.applications).toMatchObject([
    { application: 'api', touched: false, reason: 'inputs-unchanged' },
    { application: 'web', touched: true, reason: 'inputs-changed' },
  ])
})

test('an object that moves from a remembered application’s neighbour is handed over, not deleted', async () => {
  const world = aWorld()
  await pushed(world, world.commit(two))
  const commit = world.commit({
    'apps/web/shared.yaml': null,
    'apps/api/shared.yaml': configMap('shared', 'one'),
  })
  await pushed(world, commit)

  expect(await world.statuses(commit)).toMatchObject({
    'plumbline/sync': 'success: 2 apps: Synced and Healthy',
  })
  expect(world.sandbox.server.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('an object that a remembered application declares too is not pruned by the one that gives it up', async () => {
  const world = aWorld()
  await pushed(world, world.commit({ ...two, 'apps/api/shared.yaml': configMap('shared', 'one') }))
  const commit = world.commit({ 'apps/web/shared.yaml': null })
  expect(await kinds(world)).toEqual({ web: 'rendered', api: 'remembered' })
  await pushed(world, commit)

  expect(world.sandbox.server.requests.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('a declaration that changes makes its application rendered anew', async () => {
  const world = aWorld()
  await pushed(world, world.commit(two))
  world.commit({ 'root/api.yaml': declaration('api', { namespace: 'other' }) })

  expect(await kinds(world)).toEqual({ web: 'remembered', api: 'rendered' })
})

test('what another release remembers is rendered anew', async () => {
  const world = aWorld()
  await pushed(world, world.commit(two))
  const { ports } = world.start()
  const { entries } = await readRoster({ ...ports, version: '9.9.9' }, createSourceReading(ports))

  expect(entries.map(({ source }) => source.kind)).toEqual(['rendered', 'rendered'])
})

test('an app of apps is followed each time, since it may declare others', async () => {
  const world = aWorld()
  const apps = {
    'root/all.yaml': declaration('all'),
    'apps/all/web.yaml': declaration('web'),
    'apps/web/settings.yaml': configMap('settings', 'one'),
  }
  await pushed(world, world.commit(apps))

  expect(await kinds(world)).toEqual({ all: 'rendered', web: 'remembered' })
})

test('a remembered application whose answer is still open is rendered when its turn comes', async () => {
  const world = aWorld()
  const first = world.commit({
    ...two,
    'apps/api/settings.yaml': 'apiVersion: v1\nkind: Unheard\nmetadata: { name: api }\n',
  })
  await pushed(world, first)
  const before = world.git.requests().length
  const commit = world.commit({ 'apps/web/settings.yaml': configMap('settings', 'two') })
  await pushed(world, commit)

  expect(filesRead(world, before).length).toBeGreaterThan(0)
  expect(Object.keys(await world.statuses(commit))).toContain('plumbline/sync: prod/api')
})
