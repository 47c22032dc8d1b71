import { expect, test } from 'vitest'
import { perform } from '../../src/engine/perform.ts'
import type { Ports } from '../../src/engine/ports.ts'
import { sweep } from '../../src/engine/sweep.ts'
import type { GitHost } from '../../src/githost/git-host.ts'
import { openSandboxCluster } from '../support/sandbox-cluster.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  type Instance,
  repository,
  type World,
} from '../support/world.ts'

const healing = { policy: 'automated: { selfHeal: true }' }
const web = {
  'root/web.yaml': declaration('web', healing),
  'apps/web/deployment.yaml': deployment('web', '3.9'),
}

function aSweep({ ports }: Instance): Promise<Awaited<ReturnType<typeof sweep>>> {
  return sweep(ports, { inTurn: false })
}

/** By `kubectl edit`, as a person would. */
async function scale(world: World, name: string, replicas: number, manager = 'kubectl-edit'): Promise<void> {
  await world.sandbox.cluster.send({
    verb: 'patch',
    group: 'apps',
    version: 'v1',
    resource: 'deployments',
    namespace: 'shop',
    name,
    options: { fieldManager: manager, patchType: 'merge' },
    body: { spec: { replicas } },
  })
}

function replicas(world: World, name: string): unknown {
  const { store } = world.sandbox.server.kernel
  const found = store.list('apps/deployments').find(({ metadata }) => metadata.name === name)
  return (found as { spec?: { replicas?: number } } | undefined)?.spec?.replicas
}

async function inOrder(files: Parameters<World['commit']>[0], options = {}) {
  const world = aWorld(options)
  const commit = world.commit(files)
  const instance = world.start()
  instance.push(commit)
  await instance.run()
  return { world, commit, instance }
}

test('a commit that only a sweep has seen is not green beside an application that failed before', async () => {
  const bad = { 'root/bad.yaml': declaration('bad'), 'apps/bad/map.yaml': configMap('Not_A_Name', 'one') }
  const { world, commit, instance } = await inOrder({ ...web, ...bad })
  const next = world.commit({ 'apps/web/deployment.yaml': deployment('web', '3.10') })

  world.sandbox.clock.advance(181_000)
  await aSweep(instance)
  await instance.run()

  const status = async (sha: typeof commit) => (await world.statuses(sha))['plumbline/sync']
  expect(await status(commit)).toMatch(/^failure: /)
  expect(await status(next)).toMatch(/^failure: /)
  expect((await world.statuses(next))['plumbline/sync: prod/web']).toMatch(/^success: /)
  const calls = world.git.requests().length

  world.sandbox.clock.advance(181_000)
  await aSweep(instance)
  await instance.run()

  expect(
    world.git
      .requests()
      .slice(calls)
      .filter(({ method }) => method === 'POST'),
  ).toEqual([])
})

test('a hand edit is found with its writer and healed', async () => {
  const { world, commit, instance } = await inOrder(web)
  await scale(world, 'web', 5)

  const { applications } = await aSweep(instance)
  await instance.run()

  expect(applications.map(({ found }) => found)).toEqual(['due'])
  expect(replicas(world, 'web')).toBe(2)
  expect((await world.statuses(commit))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
})

test('without self-heal a hand edit is reported on the commit, with field and writer in the run', async () => {
  const { world, commit, instance } = await inOrder({ ...web, 'root/web.yaml': declaration('web') })
  await scale(world, 'web', 5)

  await aSweep(instance)

  expect(replicas(world, 'web')).toBe(5)
  expect((await world.statuses(commit))['plumbline/sync']).toBe(
    'pending: 1 app: 1 pending; web: drifted, self-heal is off: 1 of 1 object differs',
  )
  const [run] = await instance.ports.runs.runs('web')
  expect(run?.report.comparison?.objects).toMatchObject([
    {
      kind: 'drifted',
      fields: [
        {
          path: 'spec.replicas',
          git: { value: 2 },
          live: { value: 5 },
          writer: { manager: 'kubectl-edit', class: 'person' },
        },
      ],
    },
  ])
})

test('a push that was never heard of is found, synced and answered on its own commit', async () => {
  const { world, instance } = await inOrder(web)
  const missed = world.commit({ 'apps/web/deployment.yaml': deployment('web', '3.10') })

  const { applications } = await aSweep(instance)
  await instance.run()

  expect(applications.map(({ found }) => found)).toEqual(['missed-push'])
  expect((await world.statuses(missed))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
})

test('a push that changes nothing for anybody is answered, though it was never heard of', async () => {
  const { world, instance } = await inOrder(web)
  const missed = world.commit({ 'README.md': 'hello' })

  const { applications } = await aSweep(instance)

  expect(applications.map(({ found }) => found)).toEqual(['unchanged'])
  expect(await world.statuses(missed)).toEqual({
    'plumbline/sync': 'success: this commit changes no application',
  })
})

test('a commit that changes nothing for an application is no reason to sync its drift', async () => {
  const { world, commit, instance } = await inOrder({ ...web, 'root/web.yaml': declaration('web') })
  await scale(world, 'web', 5)
  world.commit({ 'README.md': 'hello' })

  await aSweep(instance)
  await instance.run()

  expect(replicas(world, 'web')).toBe(5)
  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^pending: .*self-heal is off/)
})

test('a tip whose answer nobody finished is answered', async () => {
  const world = aWorld()
  const commit = world.commit(web)
  const first = world.start()
  first.push(commit)
  await first.run()
  const head = world.commit({ 'README.md': 'hello' })
  await first.ports.host('git').feedback?.ensureStatus(repository, head, {
    context: 'plumbline/sync',
    state: 'pending',
    description: '',
  })

  await aSweep(world.start())

  expect((await world.statuses(head))['plumbline/sync']).toBe('success: this commit changes no application')
})

test('while the Git host is down a sweep changes nothing, and the next one does its work', async () => {
  const { world, commit, instance } = await inOrder(web)
  await scale(world, 'web', 5)
  world.git.intercept(async () => new Response('bad gateway', { status: 502 }))
  const before = world.sandbox.server.requests.length

  expect(await aSweep(instance)).toMatchObject({
    applications: [],
    problems: [{ retryable: true }, { retryable: true }],
  })
  expect(world.sandbox.server.requests.slice(before).filter(({ write }) => write)).toEqual([])

  world.git.intercept(undefined)
  await aSweep(instance)
  await instance.run()
  expect(replicas(world, 'web')).toBe(2)
  expect((await world.statuses(commit))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
})

test('one cluster is down: the applications of the others are swept, and those of that one keep their answer', async () => {
  const world = aWorld()
  const second = openSandboxCluster({ name: 'second', isLively: true })
  const instance = world.start()
  const ports: Ports = {
    ...instance.ports,
    settings: { ...instance.ports.settings, clusters: [{ name: 'prod' }, { name: 'second' }] },
    cluster: (name) => (name === 'second' ? second.cluster : world.sandbox.cluster),
  }
  const there = declaration('far', healing).replace('server: https://kubernetes.default.svc', 'name: second')
  const commit = world.commit({
    ...web,
    'root/far.yaml': there,
    'apps/far/settings.yaml': configMap('far', 'one'),
  })
  const pass = () => sweep(ports, { inTurn: true })
  for (let passes = 0; passes < 3; passes++) {
    await pass()
    world.sandbox.clock.advance(180_000)
    second.clock.advance(180_000)
  }
  const green = await world.statuses(commit)
  expect(green['plumbline/sync']).toBe('success: 2 apps: Synced and Healthy')
  await scale(world, 'web', 5)
  second.server.intercept(() => new Response('bad gateway', { status: 502 }))

  const { applications, skipped } = await pass()

  expect(replicas(world, 'web')).toBe(2)
  expect(applications.map(({ report }) => report.name)).toEqual(['web'])
  expect(skipped).toMatchObject([{ cluster: 'second', reason: 'unreachable' }])
  expect((await world.statuses(commit))['plumbline/sync: second/far']).toBe(
    green['plumbline/sync: second/far'],
  )
})

test('an instance that dies in the middle of a sweep leaves nothing that the next one does not finish', async () => {
  const { world, commit, instance } = await inOrder(web)
  for (const at of [1, 2, 3, 4, 5]) {
    await scale(world, 'web', 5, `editor-${at}`)
    let writes = 0
    world.sandbox.server.intercept(({ write }) => {
      if (write !== undefined) writes += 1
      return writes >= at ? 'drop-before' : 'pass'
    })
    await sweep(world.start().ports, { inTurn: true }).catch(() => undefined)
    world.sandbox.server.intercept(undefined)
    world.sandbox.clock.advance(600_000)

    const next = world.start()
    await perform(next.ports, { kind: 'sweep' })
    await next.run()

    expect(replicas(world, 'web')).toBe(2)
    expect((await world.statuses(commit))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  }
  expect(instance.waiting).toEqual([])
})

test('of two sweepers one sweeps, once in an interval, and the other takes over when that one is gone', async () => {
  const { world } = await inOrder(web)
  const [one, other] = [world.start(), world.start()]
  const turn = { inTurn: true }

  const first = await sweep(one.ports, turn)
  world.sandbox.clock.advance(90_000)
  const second = await sweep(other.ports, turn)
  world.sandbox.clock.advance(90_000)
  const third = await sweep(other.ports, turn)

  expect(first.skipped).toEqual([])
  expect(second).toMatchObject({
    applications: [],
    skipped: [{ cluster: 'prod', reason: 'another-sweeper' }],
  })
  expect(third.skipped).toEqual([])
})

test('an application that is declared no more is told of, and nothing of it is deleted', async () => {
  const { world, instance } = await inOrder({
    ...web,
    'root/other.yaml': declaration('other'),
    'apps/other/settings.yaml': configMap('other', 'one'),
  })
  world.commit({ 'root/other.yaml': null })

  const { orphans } = await aSweep(instance)

  expect(orphans).toEqual([{ application: 'other', cluster: 'prod' }])
  const maps = world.sandbox.server.kernel.store.list('/configmaps').map(({ metadata }) => metadata.name)
  expect(maps).toContain('other')
})

test.each([
  ['read', declaration('web').replace('spec:', 'spec: {')],
  ['used', declaration('web').replace('path: apps/web', 'chart: nginx')],
])('nobody is an orphan while a declaration cannot be %s', async (_, broken) => {
  const { world, instance } = await inOrder(web)
  world.commit({ 'root/web.yaml': broken })

  await expect(aSweep(instance)).resolves.toMatchObject({ orphans: [] })
})

test('the end of an older commit that could not be written while the Git host was down is written later', async () => {
  const { world, instance } = await inOrder({})
  const slow = world.commit({ ...web, 'apps/web/deployment.yaml': deployment('web', 'hanging') })
  instance.push(slow)
  await instance.run(() => instance.waiting.some(({ kind }) => kind === 'continue'))
  const fix = world.commit({ 'apps/web/deployment.yaml': deployment('web', '3.10') })
  world.git.intercept((request, answer) =>
    request.method === 'POST' && request.url.includes(slow)
      ? Promise.resolve(new Response('bad gateway', { status: 502 }))
      : answer(),
  )
  instance.push(fix)
  await instance.run(
    () => instance.waiting.length === 0 || world.sandbox.clock.now() > Date.parse('2026-01-05T08:05:00Z'),
  )
  expect((await world.statuses(slow))['plumbline/sync']).toMatch(/^pending/)

  world.git.intercept(undefined)
  await aSweep(world.start())

  expect((await world.statuses(slow))['plumbline/sync']).toMatch(/^error: .*superseded by/)
  expect((await world.statuses(fix))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
})

test('an application that ended on the older commit while the newer push was read is not called superseded', async () => {
  const { world, instance } = await inOrder({})
  const old = world.commit(web)
  instance.push(old)
  await instance.run(() => instance.waiting.some(({ kind }) => kind === 'continue'))
  const newer = world.commit({ 'apps/web/deployment.yaml': deployment('web', '3.10') })
  const other = world.start()
  const stale: GitHost = { ...instance.ports.host('git'), resolve: async () => old }
  const saveTrace = async () => {
    world.sandbox.clock.advance(60_000)
    const job = { kind: 'continue', application: 'web', deliveryId: 'late' } as const
    await perform({ ...instance.ports, host: () => stale }, job)
  }
  other.push(newer)

  const [job] = other.waiting
  if (job === undefined) throw new Error('there is no job')
  await perform({ ...other.ports, runs: { ...other.ports.runs, saveTrace } }, job)
  await other.run()

  expect((await world.statuses(old))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  expect((await world.statuses(newer))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
})

test.each([1, 10])('%i unchanged applications cost the same requests, and no write', async (amount) => {
  const names = Array.from({ length: amount }, (_, at) => `app-${at}`)
  const files = Object.fromEntries(
    names.flatMap((name) => [
      [`root/${name}.yaml`, declaration(name)],
      [`apps/${name}/settings.yaml`, configMap(name, 'one')],
    ]),
  )
  const { world, instance } = await inOrder(files)
  const cold = world.start()
  await aSweep(cold)
  const before = world.sandbox.server.requests.length

  const { applications } = await aSweep(instance)

  const asked = world.sandbox.server.requests.slice(before)
  expect(applications.map(({ found }) => found)).toEqual(names.map(() => 'unchanged'))
  const summary = asked.map(
    ({ method, info }) => `${method} ${info.isResource ? `${info.namespace}/${info.resource}` : ''}`,
  )
  expect(summary.toSorted()).toEqual([
    'GET plumbline/configmaps',
    'GET plumbline/configmaps',
    'GET plumbline/configmaps',
    'GET shop/configmaps',
  ])
})
