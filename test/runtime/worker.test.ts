import { afterEach, expect, test } from 'vitest'
import { configMap, declaration, deployment, hook } from '../support/world.ts'
import { type Isolate, startIsolate } from './isolate.ts'
import {
  type Dialect,
  fullName,
  type HeldWorker,
  heldWorker,
  type ServedWorld,
  startServedWorld,
} from './served-world.ts'

const web = {
  'root/web.yaml': declaration('web'),
  'apps/web/a-migrate.yaml': hook('migrate', 'PreSync'),
  'apps/web/b-settings.yaml': configMap('settings', 'one'),
  'apps/web/c-deployment.yaml': deployment('web', '3.9', 1),
  'apps/web/d-smoke.yaml': hook('smoke', 'PostSync'),
}

const done: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of done.splice(0).toReversed()) await end()
})

async function aWorld(dialect?: Dialect): Promise<{ world: ServedWorld; worker: HeldWorker }> {
  const world = await startServedWorld(dialect)
  const worker = heldWorker(world)
  done.push(
    () => world.stop(),
    () => worker.forget(),
  )
  return { world, worker }
}

async function isolateWith(texts: Readonly<Record<string, string>>): Promise<Isolate> {
  const isolate = await startIsolate({ texts })
  done.push(() => isolate.end())
  return isolate
}

test('a signed push of Gitea, through a real queue, becomes objects in the cluster and a status on the commit', async () => {
  const { world } = await aWorld()
  const isolate = await isolateWith(world.texts)
  const commit = world.commit({
    'root/web.yaml': declaration('web'),
    'apps/web/settings.yaml': configMap('settings', 'one'),
  })
  await world.git.settled()
  for (const request of world.deliveries()) {
    const body = new Uint8Array(await request.arrayBuffer())
    const headers = Object.fromEntries(request.headers)
    expect(await isolate.fetch('/webhooks/gitea', { method: 'POST', headers, body })).toMatchObject({
      status: 202,
    })
  }

  await expect
    .poll(() => world.statuses(commit), { timeout: 60_000, interval: 250 })
    .toEqual({
      'plumbline/sync': 'success: 1 app: Synced and Healthy',
      'plumbline/sync: sandbox/web': 'success: Synced and Healthy: 1 object',
    })
  expect(await world.read('/api/v1/namespaces/shop/configmaps/settings')).toMatchObject({
    data: { value: 'one' },
  })
})

test('a delivery with another signature is refused', async () => {
  const { world, worker } = await aWorld()
  world.commit(web)
  await world.git.settled()
  const [request] = world.deliveries()
  const headers = Object.fromEntries(request?.headers ?? [])
  const body = new TextEncoder().encode('{}')
  const isolate = await worker.isolate()

  expect(await isolate.fetch('/webhooks/gitea', { method: 'POST', headers, body })).toMatchObject({
    status: 401,
  })
  expect(worker.waiting).toEqual([])
})

test('an isolate that ends after every job, between the waves too, loses no sync', async () => {
  const { world, worker } = await aWorld()
  const commit = world.commit(web)
  await world.git.settled()
  await worker.receive()

  let jobs = 0
  for (; worker.waiting.length > 0 && jobs < 50; jobs++) {
    await worker.forget()
    await worker.step()
  }

  expect(jobs).toBeGreaterThan(2)
  expect(await world.statuses(commit)).toMatchObject({
    'plumbline/sync': 'success: 1 app: Synced and Healthy',
  })
  expect(await world.read('/apis/apps/v1/namespaces/shop/deployments/web')).toBeDefined()
  const migrations = world.requests.filter(
    (one) => /^kube POST .*\/jobs\b/.test(one) && !one.includes('dryRun'),
  )
  expect(migrations).toHaveLength(2)
})

test.for(['gitea', 'github'] as const)(
  'a pull request on %s gets its plan as a status and one comment',
  async (dialect) => {
    const { world, worker } = await aWorld(dialect)
    world.commit(web)
    await world.git.settled()
    await worker.receive()
    await worker.drain()
    expect(await world.read('/apis/apps/v1/namespaces/shop/deployments/web')).toBeDefined()
    const { number, head } = world.propose({ 'apps/web/b-settings.yaml': configMap('settings', 'two') })
    await world.git.settled()
    await worker.receive()
    await worker.drain()

    expect(await world.statuses(head)).toMatchObject({
      'plumbline/plan': expect.stringMatching(/^success: /),
    })
    const comments = world.git.comments(fullName, number)
    expect(comments).toHaveLength(1)
    expect(comments[0]?.body).toContain('settings')
  },
)

test('its clock only asks the queue for a sweep, which finds what no delivery told of', async () => {
  const { world, worker } = await aWorld()
  const commit = world.commit(web)
  await worker.tick()

  expect(worker.waiting.map(({ job }) => job)).toEqual([{ kind: 'sweep' }])
  expect(world.requests).toEqual([])
  await worker.drain()
  expect(await world.statuses(commit)).toMatchObject({
    'plumbline/sync': 'success: 1 app: Synced and Healthy',
  })
})

test('what a Worker has not is refused by name, with what to do', async () => {
  const settings = `
installation: runtime
hosts:
  - { name: git, kind: gitea, address: 'https://git.example.com', token: { file: /run/token }, repositories: ['*/*'] }
clusters:
  - { name: one, kubeconfig: /root/.kube/config }
  - { name: two, server: 'https://kube.example.com', ca: /ca.pem, token: { env: CLUSTER_TOKEN } }
  - { name: three }
roots: []
`
  const isolate = await isolateWith({ PLUMBLINE_SETTINGS: settings })

  expect(await isolate.fetch('/readyz')).toMatchObject({ status: 503 })
  await expect.poll(() => isolate.log.join('\n')).toContain('a Worker cannot do this')
  const log = isolate.log.join('\n')
  expect(log).toContain(
    'hosts: git reads a secret from /run/token, and a Worker has no files; write {env: NAME}',
  )
  expect(log).toContain(
    'clusters: one has a kubeconfig, and a Worker has no files; write its server and token',
  )
  expect(log).toContain('clusters: two has a ca; a Worker trusts public authorities alone')
  expect(log).toContain('clusters: three is the cluster that Plumbline runs in, and a Worker runs in none')
})
