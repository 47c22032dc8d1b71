import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { CommitSha } from '../../src/git/commit.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { readOperation, type StoredOperation } from '../../src/sync/operation-record.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { at, type CaseContext, firstContainer } from '../contract/cluster-case.ts'
import { type ConfigFiles, webOverlay, withWebTag } from './config-files.ts'
import { plumbline } from './plumbline-process.ts'
import { until } from './processes.ts'
import { openWalkHandler, type WalkHandler } from './walk-handler.ts'
import { appears, type CommitStatus, manifestOf, openWalkWorld, type WalkWorld } from './walk-world.ts'

const web = manifestOf('apps/v1', 'Deployment', 'web')
const collector = manifestOf('apps/v1', 'Deployment', 'collector')
const service = manifestOf('v1', 'Service', 'web')
const migrate = manifestOf('batch/v1', 'Job', 'migrate')
const smokeTest = manifestOf('batch/v1', 'Job', 'smoke-test')
const nodeAgent = manifestOf('apps/v1', 'DaemonSet', 'node-agent')

let world: WalkWorld
let handler: WalkHandler
let first: CommitSha

beforeAll(async () => {
  world = await openWalkWorld(inject('gitea'), inject('controlPlane'))
  handler = await openWalkHandler(world, {
    name: 'walk',
    events: ['push'],
    namespaces: `[shop-${world.id}, platform-${world.id}, reports-${world.id}]`,
    clusterKinds: "[Namespace, 'rbac.authorization.k8s.io/*']",
  })
})

afterAll(async () => {
  await handler?.kill()
  await world?.close()
})

beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(handler.log())))

test('a push is synced in waves between its hooks, and its commit is green when all of it is healthy', async () => {
  world.hold('migrate-', 'web-', 'smoke-test-', 'collector-')
  first = await push(world.files, 'everything')

  await appears(world.shop, migrate)
  expect(await present(world.shop, service, web, smokeTest)).toEqual([])
  expect(await stateOf(first)).toBe('pending')
  expect((await plumbline(['status', 'web'], handler.env)).code).toBe(1)

  world.release('migrate-')
  await appears(world.shop, web)
  expect(await present(world.shop, service, smokeTest)).toEqual(['web'])

  world.release('web-')
  await appears(world.shop, smokeTest)
  expect(at(await world.shop.read(web), 'status', 'availableReplicas')).toBe(3)
  expect(await stateOf(first)).toBe('pending')

  world.release('smoke-test-')
  await appears(world.platform, collector)
  expect(await present(world.platform, nodeAgent)).toEqual([])

  world.release('collector-')
  expect(states(await world.verdict(first))).toEqual({
    'plumbline/sync': 'success',
    'plumbline/sync: production/jobs': 'success',
    'plumbline/sync: production/platform': 'success',
    'plumbline/sync: production/web': 'success',
  })
  expect(await present(world.platform, nodeAgent)).toEqual(['node-agent'])
  expect(await present(world.shop, migrate, smokeTest)).toEqual(['migrate'])
  expect([await runsOf('migrate'), await runsOf('smoke-test')]).toEqual([1, 1])
  expect((await plumbline(['status'], handler.env)).code).toBe(0)
})

test('an image bump touches the web application alone', async () => {
  const before = await world.shop.read(migrate)
  const others = [await lastOperation('platform'), await lastOperation('jobs')]

  const bump = await push(withWebTag(world.files, '3.10'), 'web 3.10')

  expect(states(await world.verdict(bump))).toEqual({
    'plumbline/sync': 'success',
    'plumbline/sync: production/web': 'success',
  })
  expect(imageOf(await world.shop.read(web))).toBe('registry.example/web:3.10')
  expect((await world.shop.read(migrate)).metadata.uid).not.toBe(before.metadata.uid)
  expect([await runsOf('migrate'), await runsOf('smoke-test')]).toEqual([2, 2])
  expect([await lastOperation('platform'), await lastOperation('jobs')]).toEqual(others)
})

test('a push that cannot be rendered is red and changes nothing', async () => {
  const before = [await world.shop.read(web), await world.shop.read(migrate), await lastOperation('web')]
  const broken = `${withWebTag(world.files, '3.11')[webOverlay]}surprise: true\n`

  const commit = await push({ [webOverlay]: broken }, 'a typing error')

  const statuses = await world.verdict(commit)
  expect(states(statuses)['plumbline/sync']).toBe('failure')
  expect(describe(statuses)).toContain('surprise')
  expect([await world.shop.read(web), await world.shop.read(migrate), await lastOperation('web')]).toEqual(
    before,
  )
  expect((await plumbline(['status'], handler.env)).code).toBe(2)

  const repaired = await push(withWebTag(world.files, '3.10'), 'repaired')
  expect(states(await world.verdict(repaired))['plumbline/sync']).toBe('success')
})

test('what somebody scaled is shown with its writer, and a sync by hand puts it right', async () => {
  await world.shop.patch(web, { spec: { replicas: 5 } }, { by: 'kubectl', subresource: 'scale' })

  const plan = await plumbline(['plan', 'web'], handler.env)
  const status = await plumbline(['status', 'web'], handler.env)

  expect([plan.code, status.code]).toEqual([1, 1])
  expect(status.stdout).toMatch(/spec\.replicas.*3.*5.*kubectl/)
  expect(plan.stdout).toContain('apply apps/Deployment')
  expect(at(await world.shop.read(web), 'spec', 'replicas')).toBe(5)

  expect((await plumbline(['sync', 'web'], handler.env)).code).toBe(0)
  expect(at(await world.shop.read(web), 'spec', 'replicas')).toBe(3)
})

/** A handler that is killed in the middle of a call leaves a lease behind, which lasts half a minute. */
const patience = 240_000

test('a sync whose handler is killed goes on in the next one: no hook runs twice, none is left out', {
  timeout: patience,
}, async () => {
  const runsBefore = [await runsOf('migrate'), await runsOf('smoke-test')]
  const [before] = await migrations()
  world.hold('migrate-', 'web-')
  const commit = await push(withWebTag(world.files, '3.11'), 'web 3.11')
  await until('the new migration waits', async () => {
    const [now = before] = await migrations()
    return now !== before
  })
  const [migration] = await migrations()

  await handler.restart()
  expect(await stateOf(commit)).toBe('pending')
  world.release('migrate-')
  await until('the new image is applied', async () => {
    return imageOf(await world.shop.read(web)) === 'registry.example/web:3.11'
  })
  await handler.restart()
  expect(await present(world.shop, smokeTest)).toEqual([])
  world.release('web-')

  expect(states(await world.verdict(commit))['plumbline/sync']).toBe('success')
  expect(await migrations()).toEqual([migration])
  expect([await runsOf('migrate'), await runsOf('smoke-test')]).toEqual(runsBefore.map((runs) => runs + 1))
  expect(await hooksOf('web')).toEqual(['migrate succeeded', 'smoke-test succeeded'])
})

test('a push that nobody heard is found when the handler starts', async () => {
  await handler.kill()
  const path = 'apps/platform/collector.yaml'
  const text = world.files[path]?.replace('1.4.2', '1.5.0') ?? ''
  const commit = await push({ [path]: text }, 'collector 1.5.0')

  await handler.start()

  expect(states(await world.verdict(commit))['plumbline/sync']).toBe('success')
  expect(imageOf(await world.platform.read(collector))).toBe('registry.example/collector:1.5.0')
  expect(await handler.stop()).toBe(0)
})

async function push(files: ConfigFiles, message: string): Promise<CommitSha> {
  return world.repository.commit('main', files, message)
}

function states(statuses: readonly CommitStatus[]): Readonly<Record<string, string>> {
  return Object.fromEntries(statuses.map(({ context, status }) => [context, status]))
}

async function stateOf(commit: CommitSha): Promise<string | undefined> {
  return states(await world.statuses(commit))['plumbline/sync']
}

function describe(statuses: readonly CommitStatus[]): string {
  return statuses.map(({ description }) => description).join('\n')
}

/** Names of those that are in the cluster. */
async function present(context: CaseContext, ...manifests: readonly Manifest[]): Promise<readonly string[]> {
  const found = await Promise.all(manifests.map((manifest) => context.find(manifest)))
  return found.flatMap((live) => (live === undefined ? [] : [live.metadata.name]))
}

/** How many Jobs of this name ever started a pod, by the events of the Job controller. */
async function runsOf(job: string): Promise<number> {
  const events = await world.shop.list('v1', 'Event')
  const mine = events.filter(
    (event) => at(event, 'involvedObject', 'name') === job && event.reason === 'SuccessfulCreate',
  )
  return new Set(mine.map((event) => at(event, 'involvedObject', 'uid'))).size
}

async function migrations(): Promise<readonly string[]> {
  const live = await world.shop.find(migrate)
  return live === undefined ? [] : [live.metadata.uid ?? '']
}

async function lastOperation(application: string): Promise<StoredOperation | undefined> {
  return readOperation(recordPlace(world.shop.cluster, `walk-${world.id}`, application))
}

async function hooksOf(application: string): Promise<readonly string[]> {
  const last = await lastOperation(application)
  return (last?.operation.hooks ?? []).map(({ key, state }) => `${key.name} ${state}`)
}

function imageOf(workload: LiveObject): unknown {
  return at(firstContainer(workload), 'image')
}
