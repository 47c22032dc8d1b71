import type { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app.ts'
import { aWorld, configMap, declaration, type Instance } from '../support/world.ts'

const token = 'a-token-of-thirty-characters-0'
const bearer = { headers: { authorization: `Bearer ${token}` } }

function anApi(instance: Instance, read: () => Promise<string> = async () => token): Hono {
  return createApp({
    queue: instance.ports.queue,
    log: instance.ports.log,
    webhookHosts: async () => [],
    notReady: async () => undefined,
    api: { ports: instance.ports, token: read },
  })
}

async function deployed() {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({
    'root/web.yaml': declaration('web'),
    'apps/web/settings.yaml': configMap('settings', 'on'),
    'root/other.yaml': declaration('other', { policy: 'retry: { limit: 1 }', namespace: 'other' }),
    'apps/other/settings.yaml': configMap('settings', 'off'),
  })
  instance.push(commit, 'd-1')
  await instance.run()
  return { world, instance, app: anApi(instance), commit }
}

async function get(app: Hono, path: string) {
  const response = await app.request(path, bearer)
  return { status: response.status, body: await response.json() }
}

test('a delivery says which applications it matched, and why', async () => {
  const { app } = await deployed()

  expect(await get(app, '/api/deliveries/d-1')).toMatchObject({
    status: 200,
    body: {
      deliveryId: 'd-1',
      trigger: { kind: 'push', ref: 'refs/heads/main' },
      applications: [
        { application: 'other', touched: true, reason: 'never-seen' },
        { application: 'web', touched: true, reason: 'never-seen' },
      ],
    },
  })
})

test('the applications are listed with how they stand', async () => {
  const { app, commit } = await deployed()

  expect(await get(app, '/api/applications')).toMatchObject({
    status: 200,
    body: {
      applications: [
        {
          application: 'other',
          cluster: 'prod',
          sync: 'OutOfSync',
          health: 'Missing',
          verdict: 'pending',
          commit,
        },
        {
          application: 'web',
          cluster: 'prod',
          sync: 'Synced',
          health: 'Healthy',
          verdict: 'success',
          commit,
        },
      ],
      problems: [],
    },
  })
})

test('an application has its status and its last runs, the newest first', async () => {
  const { app, world, instance } = await deployed()
  instance.push(world.commit({ 'apps/web/settings.yaml': configMap('settings', 'bright') }), 'd-2')
  await instance.run()

  const { status, body } = await get(app, '/api/applications/web')

  expect(status).toBe(200)
  expect(body).toMatchObject({ application: 'web', status: { sync: 'Synced' }, problems: [] })
  expect(body.runs[0]).toMatchObject({ deliveryId: 'd-2', report: { name: 'web', sync: 'Synced' } })
  expect(body.runs.at(-1)).toMatchObject({ deliveryId: 'd-1' })
})

test('after a restart the runs are forgotten, and the status is not', async () => {
  const { world } = await deployed()

  expect(await get(anApi(world.start()), '/api/applications/web')).toMatchObject({
    status: 200,
    body: { status: { sync: 'Synced' }, runs: [] },
  })
})

test('a cluster that cannot be asked is named beside what is known', async () => {
  const { app, instance } = await deployed()
  const away = {
    ...instance.ports,
    cluster: () => {
      throw new Error('away')
    },
  }
  const other = createApp({
    queue: instance.ports.queue,
    log: instance.ports.log,
    webhookHosts: async () => [],
    notReady: async () => undefined,
    api: { ports: away, token: async () => token },
  })

  expect((await get(app, '/api/applications')).body.problems).toEqual([])
  expect(await get(other, '/api/applications')).toMatchObject({
    status: 200,
    body: { applications: [], problems: [{ code: 'internal' }] },
  })
})

test('a sweep is asked for, and becomes a job', async () => {
  const { app, instance } = await deployed()

  const response = await app.request('/api/sweep', { method: 'POST', ...bearer })

  expect([response.status, await response.json()]).toEqual([202, { result: 'accepted' }])
  expect(instance.waiting).toEqual([{ kind: 'sweep', asked: true }])
})

test('a sweep that is asked for finds what was pushed right after the one before', async () => {
  const { app, instance, world } = await deployed()
  await instance.ports.queue.enqueue({ kind: 'sweep' }, 0)
  await instance.run()
  const next = world.commit({ 'apps/web/settings.yaml': configMap('settings', 'off') })
  await instance.ports.queue.enqueue({ kind: 'sweep' }, 0)
  await instance.run()
  expect(await world.statuses(next)).toEqual({})

  await app.request('/api/sweep', { method: 'POST', ...bearer })
  await instance.run()

  expect((await world.statuses(next))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
})

test.each([
  '/api/deliveries/gone',
  '/api/deliveries/__proto__',
  '/api/deliveries/%00%zz',
  `/api/deliveries/${'x'.repeat(5000)}`,
  '/api/applications/gone',
  '/api/applications/constructor',
  `/api/applications/${'x'.repeat(5000)}`,
])('%j is nothing that is remembered', async (path) => {
  const { app } = await deployed()
  const { status, body } = await get(app, path)
  expect([status, body.reason]).toEqual([404, expect.stringMatching(/is remembered$/)])
})

const routes: readonly [method: string, path: string][] = [
  ['GET', '/api/deliveries/d-1'],
  ['GET', '/api/applications'],
  ['GET', '/api/applications/web'],
  ['POST', '/api/sweep'],
  ['GET', '/api/nothing'],
]

test.each(routes)('%s %s without the token is as if it were not there', async (method, path) => {
  const { app, instance } = await deployed()
  const absent = await app.request('/nothing')

  for (const headers of [{}, { authorization: 'Bearer another-token-of-the-same-length' }]) {
    const response = await app.request(path, { method, headers })
    expect([response.status, await response.text()]).toEqual([404, await absent.clone().text()])
    expect([...response.headers]).toEqual([...absent.headers])
  }
  expect(instance.waiting).toEqual([])
})

test('a rotated token opens at once, and the old one no more', async () => {
  const { instance } = await deployed()
  let now = token
  const app = anApi(instance, async () => now)

  expect((await app.request('/api/applications', bearer)).status).toBe(200)
  now = 'the-token-after-its-rotation'
  expect((await app.request('/api/applications', bearer)).status).toBe(404)
})

test('a token that cannot be read opens nothing, and the log says so', async () => {
  const { instance } = await deployed()
  const app = anApi(instance, async () => {
    throw new Error('the file /secrets/api: cannot be read')
  })

  expect((await app.request('/api/applications', bearer)).status).toBe(404)
  expect((await app.request('/api/applications', { headers: { authorization: 'Bearer ' } })).status).toBe(404)
  expect(instance.logged.map(({ message }) => message)).toContain(
    'the token of the JSON API and the console cannot be read',
  )
})
