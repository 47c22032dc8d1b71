import { expect, test } from 'vitest'
import { listApplications } from '../../src/engine/list-applications.ts'
import { sweep } from '../../src/engine/sweep.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import { recordNames } from '../../src/sync/record-names.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { readStatus, writeStatus } from '../../src/sync/status-record.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  hook,
  type Instance,
  type World,
} from '../support/world.ts'

const web = { 'root/web.yaml': declaration('web'), 'apps/web/deployment.yaml': deployment('web', '3.9') }
const failing = { ...web, 'apps/web/migrate.yaml': hook('migrate', 'PreSync', 'failing') }
const shop = { 'root/shop.yaml': declaration('shop'), 'apps/shop/map.yaml': configMap('shop', 'a') }
const mended = { 'apps/web/migrate.yaml': null }
const names = recordNames('test', 'web')

/** The cluster takes no more writes of the status record once the operation has ended as `phase`. */
function refuseStatusAfter(world: World, phase: 'Failed' | 'Succeeded', status: number): void {
  const { server } = world.sandbox
  const hasEnded = () => {
    const key = { table: '/configmaps', namespace: 'plumbline', name: names.operation }
    const { data } = (server.kernel.store.get(key) ?? {}) as { data?: { operation?: string } }
    return data?.operation?.includes(`"phase":"${phase}"`) === true
  }
  server.intercept(({ path, method }) =>
    method !== 'GET' && path.endsWith(names.status) && hasEnded()
      ? Response.json({ kind: 'Status', status: 'Failure', code: status, message: 'not now' }, { status })
      : 'pass',
  )
}

async function syncedUntil(world: World, commit: CommitSha): Promise<Instance> {
  const instance = world.start()
  instance.push(commit)
  await instance.run(() => instance.logged.some(({ message }) => message.includes('could not be written')))
  return instance
}

const comings: readonly [string, (world: World, commit: CommitSha) => Promise<void>][] = [
  [
    'a newer commit',
    async (world, commit) => {
      const instance = world.start()
      instance.push(commit)
      await instance.run()
    },
  ],
  [
    'a sweep that finds one',
    async (world) => {
      const instance = world.start()
      await sweep(instance.ports, { inTurn: false })
      await instance.run()
    },
  ],
]

test.each(comings)('a failed sync whose record was refused stays failed when %s comes', async (_, come) => {
  const world = aWorld()
  const failed = world.commit(failing)
  refuseStatusAfter(world, 'Failed', 403)
  await syncedUntil(world, failed)
  const told = await world.statuses(failed)
  expect(told['plumbline/sync']).toMatch(/^failure: .*the sync failed/)
  world.sandbox.server.intercept(undefined)
  const fix = world.commit(mended)

  await come(world, fix)

  expect(await world.statuses(failed)).toEqual(told)
  expect((await world.statuses(fix))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
})

test.each(comings)(
  'a sync that succeeded and could not record it stays green when %s comes',
  async (_, come) => {
    const world = aWorld()
    const good = world.commit(web)
    refuseStatusAfter(world, 'Succeeded', 403)
    await syncedUntil(world, good)
    const told = await world.statuses(good)
    expect(told['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
    world.sandbox.server.intercept(undefined)
    const next = world.commit({ 'apps/web/deployment.yaml': deployment('web', '3.10') })

    await come(world, next)

    expect(await world.statuses(good)).toEqual(told)
    expect((await world.statuses(next))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  },
)

const others = Array.from({ length: 20 }, (_, at) => `other-${at}`)
/** With `web` more than have statuses of their own. */
const many = {
  ...web,
  ...Object.fromEntries(others.map((name) => [`root/${name}.yaml`, declaration(name)])),
  ...Object.fromEntries(others.map((name) => [`apps/${name}/map.yaml`, configMap(name, 'a')])),
}
const oneFails = { 'apps/other-0/migrate.yaml': hook('migrate', 'PreSync', 'failing') }

test.each(
  comings.flatMap(([name, come]) => [
    [name, 'success: 21 apps: Synced and Healthy', come, {}] as const,
    [name, 'failure: 21 apps: 1 failed, 20 in order; other-0: ', come, oneFails] as const,
  ]),
)(
  'beside many applications a sync that succeeded and could not record it keeps, when %s comes, "%s"',
  async (_, aggregate, come, more) => {
    const world = aWorld()
    const good = world.commit({ ...many, ...more })
    refuseStatusAfter(world, 'Succeeded', 403)
    const instance = world.start()
    instance.push(good)
    await instance.run()
    const told = await world.statuses(good)
    expect(told).toEqual({ 'plumbline/sync': expect.stringContaining(aggregate) })
    world.sandbox.server.intercept(undefined)
    const next = world.commit({ 'apps/web/deployment.yaml': deployment('web', '3.10') })

    await come(world, next)

    expect(await world.statuses(good)).toEqual(told)
    expect((await world.statuses(next))['plumbline/sync: prod/web']).toMatch(/^success: /)
  },
)

test('a sync that succeeded and could not record it stays green when its application is declared no more', async () => {
  const world = aWorld()
  const good = world.commit({ ...web, ...shop })
  refuseStatusAfter(world, 'Succeeded', 403)
  await syncedUntil(world, good)
  const told = await world.statuses(good)
  expect(told['plumbline/sync']).toBe('success: 2 apps: Synced and Healthy')
  world.sandbox.server.intercept(undefined)
  world.commit({ 'root/web.yaml': null })

  const instance = world.start()
  await sweep(instance.ports, { inTurn: false })
  await instance.run()

  expect(await world.statuses(good)).toEqual(told)
  const listed = await listApplications(instance.ports)
  expect(listed.applications).toMatchObject([
    { application: 'shop' },
    { application: 'web', verdict: 'success' },
  ])
})

test('an application that is declared no more before its end was told is told as that, though the host is away at first', async () => {
  const world = aWorld()
  const open = world.commit({ ...web, ...shop })
  const instance = world.start()
  instance.push(open)
  await instance.run(() => world.sandbox.server.kernel.store.list('apps/deployments').length > 0)
  expect((await world.statuses(open))['plumbline/sync']).toMatch(/^pending: .*web/)
  world.commit({ 'root/web.yaml': null })
  world.git.intercept(async (request, answer) =>
    request.method === 'POST' ? new Response('bad gateway', { status: 502 }) : answer(),
  )
  const away = world.start()
  await sweep(away.ports, { inTurn: false })
  expect((await world.statuses(open))['plumbline/sync']).toMatch(/^pending/)
  world.git.intercept(undefined)

  const back = world.start()
  await sweep(back.ports, { inTurn: false })
  await back.run()

  expect((await world.statuses(open))['plumbline/sync']).toMatch(/^error: .*declared no more/)
})

test('what somebody recorded meanwhile is not written over when an application is declared no more', async () => {
  const world = aWorld()
  const open = world.commit({ ...web, ...shop })
  const instance = world.start()
  instance.push(open)
  await instance.run(() => world.sandbox.server.kernel.store.list('apps/deployments').length > 0)
  world.commit({ 'root/web.yaml': null })
  const place = recordPlace(world.sandbox.open(), 'test', 'web')
  world.git.intercept(async (request, answer) => {
    const summary = request.method === 'POST' ? await readStatus(place) : undefined
    if (summary !== undefined) await writeStatus(place, { ...summary, verdict: 'failure', message: 'theirs' })
    return answer()
  })

  const other = world.start()
  await sweep(other.ports, { inTurn: false })

  expect(await readStatus(place)).toMatchObject({ verdict: 'failure', message: 'theirs' })
})

test.each(comings)(
  'a failed sync that nobody could tell of is told as failed when %s comes',
  async (_, come) => {
    const world = aWorld()
    const failed = world.commit(failing)
    refuseStatusAfter(world, 'Failed', 502)
    world.git.intercept(async (request, answer) => {
      const written = request.method === 'POST' ? await request.clone().text() : ''
      return written.includes('failure') ? new Response('bad gateway', { status: 502 }) : answer()
    })
    await syncedUntil(world, failed)
    expect((await world.statuses(failed))['plumbline/sync']).toMatch(/^pending/)
    world.sandbox.server.intercept(undefined)
    world.git.intercept(undefined)
    const fix = world.commit(mended)

    await come(world, fix)

    expect((await world.statuses(failed))['plumbline/sync']).toMatch(/^failure: .*the sync failed: .*migrate/)
    expect((await world.statuses(fix))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  },
)

test('a sync that had failed when a newer commit stopped it is told as failed', async () => {
  const world = aWorld()
  const failed = world.commit({ ...failing, 'apps/web/alarm.yaml': hook('alarm', 'SyncFail') })
  const instance = world.start()
  instance.push(failed)
  await instance.run(() =>
    world.sandbox.server.kernel.store.list('batch/jobs').some(({ metadata }) => metadata.name === 'alarm'),
  )
  expect((await world.statuses(failed))['plumbline/sync']).toMatch(/^pending/)

  const fix = world.commit({ ...mended, 'apps/web/alarm.yaml': null })
  instance.push(fix)
  await instance.run()

  expect((await world.statuses(failed))['plumbline/sync']).toMatch(/^failure: .*the sync failed: .*migrate/)
  expect((await world.statuses(fix))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
})

test('a failed sync whose record was refused stays failed when its application cannot be rendered any more', async () => {
  const world = aWorld()
  const failed = world.commit(failing)
  refuseStatusAfter(world, 'Failed', 403)
  await syncedUntil(world, failed)
  const told = await world.statuses(failed)
  world.sandbox.server.intercept(undefined)
  const broken = world.commit({ 'apps/web/deployment.yaml': 'apiVersion: apps/v1\nkind: [' })
  const instance = world.start()

  instance.push(broken)
  await instance.run()

  expect(await world.statuses(failed)).toEqual(told)
})

test('a failed sync whose record was refused is told as failed by the next sweep, too, and then recorded', async () => {
  const world = aWorld()
  const failed = world.commit(failing)
  refuseStatusAfter(world, 'Failed', 403)
  await syncedUntil(world, failed)
  world.sandbox.server.intercept(undefined)

  const instance = world.start()
  await sweep(instance.ports, { inTurn: false })
  await instance.run()

  expect((await world.statuses(failed))['plumbline/sync']).toMatch(
    /^failure: .*the sync of this commit failed/,
  )
  const listed = await listApplications(instance.ports)
  expect(listed.applications).toMatchObject([{ application: 'web', verdict: 'failure', operation: 'Failed' }])
})

test.each(comings)(
  'a sync whose own record could not take its failure is told as failed when %s comes',
  async (_, come) => {
    const world = aWorld()
    const failed = world.commit(failing)
    const { server } = world.sandbox
    const hasFailed = () => JSON.stringify(server.kernel.store.list('batch/jobs')).includes('"type":"Failed"')
    server.intercept(({ path, method }) =>
      method !== 'GET' && path.endsWith(names.operation) && hasFailed()
        ? Response.json({ kind: 'Status', status: 'Failure', code: 403, message: 'not now' }, { status: 403 })
        : 'pass',
    )
    const instance = world.start()
    instance.push(failed)
    const soon = world.sandbox.clock.now() + 120_000
    await instance.run(() => world.sandbox.clock.now() > soon)
    expect((await world.statuses(failed))['plumbline/sync']).not.toMatch(/^success|superseded/)
    server.intercept(undefined)
    const fix = world.commit(mended)

    await come(world, fix)

    expect((await world.statuses(failed))['plumbline/sync']).toMatch(/^(failure|error): (?!.*superseded)/)
    expect((await world.statuses(fix))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  },
)

test.each(comings)(
  'a sync whose failure no record took and no status told is told as failed when %s comes',
  async (_, come) => {
    const world = aWorld()
    const failed = world.commit({ ...web, 'apps/web/migrate.yaml': hook('migrate', 'PostSync', 'failing') })
    const { server } = world.sandbox
    const hasFailed = () => JSON.stringify(server.kernel.store.list('batch/jobs')).includes('"type":"Failed"')
    server.intercept(({ path, method }) =>
      method !== 'GET' && path.includes('/namespaces/plumbline/configmaps') && hasFailed()
        ? Response.json({ kind: 'Status', status: 'Failure', code: 403, message: 'not now' }, { status: 403 })
        : 'pass',
    )
    world.git.intercept(async (request, answer) =>
      request.method === 'POST' && hasFailed() ? new Response('bad gateway', { status: 502 }) : answer(),
    )
    const instance = world.start()
    instance.push(failed)
    const soon = world.sandbox.clock.now() + 120_000
    await instance.run(() => world.sandbox.clock.now() > soon)
    expect((await world.statuses(failed))['plumbline/sync']).toMatch(/^pending/)
    server.intercept(undefined)
    world.git.intercept(undefined)
    const fix = world.commit(mended)

    await come(world, fix)

    expect((await world.statuses(failed))['plumbline/sync']).toMatch(/^failure: .*the sync failed: .*migrate/)
    expect((await world.statuses(fix))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  },
)
