import { expect, test } from 'vitest'
import { perform } from '../../src/engine/perform.ts'
import { reconcile } from '../../src/engine/reconcile.ts'
import { readRoster } from '../../src/engine/roster.ts'
import { createSourceReading } from '../../src/engine/source-reading.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  hook,
  type Instance,
  repository,
  type World,
} from '../support/world.ts'

const web = {
  'root/web.yaml': declaration('web'),
  'apps/web/a-migrate.yaml': hook('migrate', 'PreSync'),
  'apps/web/b-settings.yaml': configMap('settings', 'one'),
  'apps/web/c-deployment.yaml': deployment('web', '3.9', 1),
  'apps/web/d-smoke.yaml': hook('smoke', 'PostSync'),
}

/** Objects of applications that were created or applied, in order. */
function written({ sandbox }: World, since = 0): readonly string[] {
  return sandbox.server.requests.slice(since).flatMap(({ write, method, info }) => {
    if (write === undefined || !info.isResource || !['PATCH', 'POST'].includes(method)) return []
    const isRecord = info.namespace === 'plumbline' || info.name === 'plumbline'
    return isRecord || info.name === undefined || info.name === '' ? [] : [`${info.resource}/${info.name}`]
  })
}

test('a push is synced in phases and waves, and the commit says so', async () => {
  const world = aWorld()
  const commit = world.commit(web)
  const instance = world.start()

  instance.push(commit)
  await instance.run()

  expect(await world.statuses(commit)).toEqual({
    'plumbline/sync': 'success: 1 app: Synced and Healthy',
    'plumbline/sync: prod/web': 'success: Synced and Healthy: 2 objects',
  })
  expect(written(world).filter((write) => !write.startsWith('namespaces/'))).toEqual([
    'jobs/migrate',
    'configmaps/settings',
    'deployments/web',
    'jobs/smoke',
  ])
})

test('a push that changes one application leaves the others alone, and the trace says why', async () => {
  const world = aWorld()
  const first = world.commit({
    ...web,
    'root/other.yaml': declaration('other', { namespace: 'other' }),
    'apps/other/settings.yaml': configMap('other', 'one'),
  })
  const instance = world.start()
  instance.push(first)
  await instance.run()
  const before = world.sandbox.server.requests.length

  const second = world.commit({ 'apps/web/c-deployment.yaml': deployment('web', '3.10', 1) })
  instance.push(second, 'the-second')
  await instance.run()

  expect(written(world, before)).toEqual(['jobs/migrate', 'deployments/web', 'jobs/smoke'])
  expect((await instance.ports.runs.trace('the-second'))?.applications).toEqual([
    { application: 'other', touched: false, reason: 'inputs-unchanged' },
    { application: 'web', touched: true, reason: 'inputs-changed' },
  ])
  expect(Object.keys(await world.statuses(second)).toSorted()).toEqual([
    'plumbline/sync',
    'plumbline/sync: prod/web',
  ])
})

test('an instance that remembers nothing matches the same applications', async () => {
  const world = aWorld()
  const first = world.start()
  first.push(
    world.commit({
      ...web,
      'root/other.yaml': declaration('other'),
      'apps/other/s.yaml': configMap('other', '1'),
    }),
  )
  await first.run()

  const second = world.start()
  second.push(world.commit({ 'apps/other/s.yaml': configMap('other', '2') }), 'cold')
  await second.run()

  const trace = await second.ports.runs.trace('cold')
  expect(trace?.applications.filter(({ touched }) => touched).map(({ application }) => application)).toEqual([
    'other',
  ])
})

test('what an unchanged application costs: its lists and two records, and no write', async () => {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit(web)
  instance.push(commit)
  await instance.run()
  const roster = await readRoster(instance.ports, createSourceReading(instance.ports))
  const [entry] = roster.entries
  if (entry === undefined) throw new Error('there is no application')
  const before = world.sandbox.server.requests.length

  const { report } = await reconcile(instance.ports, entry, { asked: false, mayWrite: true })

  const asked = world.sandbox.server.requests.slice(before)
  const kindsAndNamespaces = 2
  expect(report).toMatchObject({ sync: 'Synced', verdict: 'success' })
  expect(asked.length).toBeLessThanOrEqual(kindsAndNamespaces + 2)
  expect(asked.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a push that cannot be rendered is red with file and line, and writes nothing', async () => {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit(web))
  await instance.run()
  const before = world.sandbox.server.requests.length

  const broken = world.commit({
    'apps/web/b-settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {\n',
  })
  instance.push(broken)
  await instance.run()

  expect((await world.statuses(broken))['plumbline/sync']).toMatch(
    /^failure: .*apps\/web\/b-settings\.yaml:\d+/,
  )
  expect(written(world, before)).toEqual([])
})

test('an object that the API server refuses blocks the sync before the first write', async () => {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit(web))
  await instance.run()
  const before = world.sandbox.server.requests.length

  const refused = world.commit({
    'apps/web/c-deployment.yaml': deployment('web', '3.10', 1).replaceAll('app: web', 'app: x'),
  })
  instance.push(refused)
  await instance.run()

  expect((await world.statuses(refused))['plumbline/sync']).toMatch(/^failure: .*spec\.selector is immutable/)
  expect(written(world, before)).toEqual([])
})

test('a Deployment that never becomes healthy fails the sync and runs SyncFail hooks', async () => {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({
    ...web,
    'apps/web/c-deployment.yaml': deployment('web', 'broken', 1),
    'apps/web/e-alarm.yaml': hook('alarm', 'SyncFail'),
  })

  instance.push(commit)
  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure: /)
  expect(written(world)).toContain('jobs/alarm')
  expect(written(world)).not.toContain('jobs/smoke')
})

test('a failed PostSync hook leaves the commit red, also when it is looked at again', async () => {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({ ...web, 'apps/web/d-smoke.yaml': hook('smoke', 'PostSync', 'failing') })
  instance.push(commit)
  await instance.run()
  instance.push(commit, 'again')
  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure: /)
})

test('a declared retry runs the hooks again until they succeed or the limit is reached', async () => {
  const world = aWorld()
  const instance = world.start()
  const policy = 'automated: {}\n    retry: { limit: 2, backoff: { duration: 5s, factor: 2 } }'
  const commit = world.commit({
    ...web,
    'root/web.yaml': declaration('web', { policy }),
    'apps/web/d-smoke.yaml': hook('smoke', 'PostSync', 'failing'),
  })

  instance.push(commit)
  await instance.run()

  expect(written(world).filter((write) => write === 'jobs/smoke')).toHaveLength(3)
  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure: /)
})

test('a failed hook fails the sync before anything else is applied', async () => {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({ ...web, 'apps/web/a-migrate.yaml': hook('migrate', 'PreSync', 'failing') })

  instance.push(commit)
  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure: /)
  expect(written(world)).not.toContain('deployments/web')
})

test('a root that observes writes nothing but records, and says what it would do', async () => {
  const world = aWorld({ root: { mode: 'observe' } })
  const instance = world.start()
  const commit = world.commit(web)

  instance.push(commit)
  await instance.run()

  expect(written(world)).toEqual([])
  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^pending: .*observe/)
})

test('an application without automation is only reported', async () => {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({
    ...web,
    'root/web.yaml': declaration('web', { policy: '{}' }).replace('{}\n    syncOptions', 'syncOptions'),
  })

  instance.push(commit)
  await instance.run()

  expect(written(world)).toEqual([])
  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^pending: .*no automation/)
})

test('what the root does not allow is refused before the first write', async () => {
  const world = aWorld({
    root: { allow: { namespaces: ['shop'], namespacedKinds: ['ConfigMap'], clusterKinds: ['*'] } },
  })
  const instance = world.start()
  const commit = world.commit(web)

  instance.push(commit)
  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync']).toMatch(
    /^failure: .*not permitted in project default/,
  )
  expect(written(world)).toEqual([])
})

test('a newer commit stops the sync of an older one, whose status ends', async () => {
  const world = aWorld()
  const instance = world.start()
  const slow = world.commit({ ...web, 'apps/web/c-deployment.yaml': deployment('web', 'hanging', 1) })
  instance.push(slow)
  await instance.run(
    () =>
      instance.waiting.some(({ kind }) => kind === 'continue') && written(world).includes('deployments/web'),
  )

  const fix = world.commit({ 'apps/web/c-deployment.yaml': deployment('web', '3.10', 1) })
  instance.push(fix)
  await instance.run()

  expect((await world.statuses(fix))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  expect((await world.statuses(slow))['plumbline/sync']).toMatch(/^error: .*superseded by/)
})

test('an application that is declared otherwise is touched though its files are the same', async () => {
  const world = aWorld()
  const instance = world.start()
  instance.push(
    world.commit({
      ...web,
      'root/web.yaml': declaration('web', { policy: 'automated: { enabled: false }' }),
    }),
  )
  await instance.run()

  const commit = world.commit({ 'root/web.yaml': declaration('web') })
  instance.push(commit, 'declared')
  await instance.run()

  expect((await instance.ports.runs.trace('declared'))?.applications).toMatchObject([
    { touched: true, reason: 'declaration-changed' },
  ])
  expect((await world.statuses(commit))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
})

test('an application that follows a fixed commit and is declared otherwise is synced at it', async () => {
  const world = aWorld()
  const fixed = world.commit({
    'apps/web/kustomization.yaml': 'resources: [deployment.yaml]',
    'apps/web/deployment.yaml': deployment('web', '3.9'),
  })
  const instance = world.start()
  for (const tag of ['4.0', '4.1']) {
    const declared = declaration('web').replace(
      'targetRevision: main',
      `targetRevision: ${fixed}, kustomize: { images: ["registry.example/web:${tag}"] }`,
    )
    instance.push(world.commit({ 'root/web.yaml': declared }))
    await instance.run()

    const found = world.sandbox.server.kernel.store.list('apps/deployments')
    expect(JSON.stringify(found)).toContain(`"image":"registry.example/web:${tag}"`)
  }
})

test('another declaration at a fixed commit stops the sync of the one before', async () => {
  const world = aWorld()
  const fixed = world.commit({
    'apps/web/kustomization.yaml': 'resources: [deployment.yaml]',
    'apps/web/deployment.yaml': deployment('web', '3.9'),
  })
  const instance = world.start()
  const declare = (tag: string) => {
    const source = `targetRevision: ${fixed}, kustomize: { images: ["registry.example/web:${tag}"] }`
    return world.commit({ 'root/web.yaml': declaration('web').replace('targetRevision: main', source) })
  }
  const slow = declare('hanging')
  instance.push(slow)
  await instance.run(() => instance.waiting.some(({ kind }) => kind === 'continue'))
  const began = world.sandbox.clock.now()

  const fix = declare('4.1')
  instance.push(fix)
  await instance.run()

  expect(world.sandbox.clock.now() - began).toBeLessThan(60_000)
  expect((await world.statuses(fix))['plumbline/sync']).toBe('success: 1 app: Synced and Healthy')
  expect((await world.statuses(slow))['plumbline/sync']).toMatch(/^error: .*superseded by/)
})

test('a declaration that cannot be used blocks itself alone, with file and line', async () => {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({
    ...web,
    'root/other.yaml': declaration('other').replace('path: apps/other', 'chart: nginx'),
  })

  instance.push(commit)
  await instance.run()

  const statuses = await world.statuses(commit)
  expect(statuses['plumbline/sync: prod/web']).toMatch(/^success/)
  expect(statuses['plumbline/sync']).toMatch(/^failure: .*root\/other\.yaml:\d+/)
})

test('two applications of one name are an error that names both files, and neither is synced', async () => {
  const world = aWorld()
  const instance = world.start()
  const commit = world.commit({ ...web, 'root/web-too.yaml': declaration('web') })

  instance.push(commit)
  await instance.run()

  expect((await world.statuses(commit))['plumbline/sync']).toMatch(/^failure: .*root\/web(-too)?\.yaml/)
  expect(written(world)).toEqual([])
})

test('a commit that no application reads ends without one', async () => {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit(web))
  await instance.run()

  const commit = world.commit({ 'README.md': 'hello' })
  instance.push(commit)
  await instance.run()

  expect(await world.statuses(commit)).toEqual({
    'plumbline/sync': 'success: this commit changes no application',
  })
})

test('a pushed branch that nobody follows gets no status, and touches nothing', async () => {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit(web))
  await instance.run()
  const branch = world.git.commit('platform/config', 'topic', {
    files: { 'README.md': 'topic' },
    message: 'topic',
  })

  const trigger = {
    kind: 'push',
    host: 'git',
    repository,
    ref: 'refs/heads/topic',
    after: branch,
    deliveryId: 't',
  } as const
  const before = instance.logged.length
  await perform(instance.ports, { kind: 'push', trigger })

  expect(await world.statuses(branch)).toEqual({})
  expect(instance.logged.slice(before).map(({ message }) => message)).toEqual(['a push was matched'])
})

test('a Secret of the repository is in the cluster and in nothing that is told', async () => {
  const world = aWorld()
  const instance = world.start()
  const secret =
    'apiVersion: v1\nkind: Secret\nmetadata: { name: db }\nstringData: { password: canary-4711 }\n'
  const commit = world.commit({ ...web, 'apps/web/secret.yaml': secret })
  instance.push(commit)
  await instance.run()

  const changed = world.commit({ 'apps/web/secret.yaml': secret.replace('4711', '4712') })
  instance.push(changed)
  await instance.run()

  const told = JSON.stringify([
    await instance.ports.runs.runs('web'),
    instance.logged,
    await world.statuses(changed),
  ])
  expect(await world.statuses(changed)).toMatchObject({
    'plumbline/sync': 'success: 1 app: Synced and Healthy',
  })
  expect(told).not.toMatch(/canary-471|Y2FuYXJ5LTQ3M/)
})

/** The handler dies right after its first write, which told that something has begun. */
async function announcedOnly(world: World, commit: CommitSha): Promise<void> {
  const dying = world.start()
  world.git.intercept(async (request, answer) => {
    const answered = await answer()
    if (request.method === 'POST') world.git.intercept(() => Promise.reject(new TypeError('it is dead')))
    return answered
  })
  dying.push(commit)
  await dying.run(() => dying.waiting.length > 0 && dying.waiting.every(({ tries }) => tries !== undefined))
  world.git.intercept(undefined)
}

test.each([
  ['a sweep', async (instance: Instance) => instance.resume()],
  ['a push', async (instance: Instance, commit: CommitSha) => instance.push(commit)],
])('a commit that was only announced is ended by %s of a later one', async (_, wake) => {
  const world = aWorld()
  const first = world.start()
  first.push(world.commit(web))
  await first.run()
  const announced = world.commit({ 'apps/web/c-deployment.yaml': deployment('web', '3.10', 1) })
  await announcedOnly(world, announced)
  expect(await world.statuses(announced)).toEqual({
    'plumbline/sync': 'pending: reading what this commit declares',
  })
  world.commit({ 'README.md': 'between' })
  const newer = world.commit({ 'apps/web/c-deployment.yaml': deployment('web', '3.9', 1) })

  const second = world.start()
  await wake(second, newer)
  await second.run()

  expect(await world.statuses(announced)).toEqual({
    'plumbline/sync': `error: superseded by ${newer.slice(0, 7)} before its end was recorded`,
  })
  expect((await world.statuses(newer))['plumbline/sync']).toMatch(/^success/)
})
