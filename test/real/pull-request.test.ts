import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import type { CommitSha } from '../../src/git/commit.ts'
import { trackingIdAnnotation } from '../../src/kube/annotations.ts'
import { at, firstContainer } from '../contract/cluster-case.ts'
import type { Changes } from '../contract/git-host.ts'
import { plumbline } from './plumbline-process.ts'
import { until } from './processes.ts'
import { paths, reviewFiles, webAt } from './review-files.ts'
import { merge, openPullRequest, planEnds, plans, planThatSays, say } from './review-world.ts'
import { openWalkHandler, type WalkHandler } from './walk-handler.ts'
import { appears, manifestOf, openWalkWorld, type WalkWorld } from './walk-world.ts'

const web = manifestOf('apps/v1', 'Deployment', 'web')
const banner = manifestOf('v1', 'ConfigMap', 'banner')
const shared = manifestOf('v1', 'ConfigMap', 'shared')
const queue = manifestOf('apps/v1', 'StatefulSet', 'queue')
const rootCa = manifestOf('v1', 'ConfigMap', 'kube-root-ca.crt')

/** A handler that is killed in the middle of a call leaves a lease behind, which lasts half a minute. */
const patience = 240_000

let world: WalkWorld
let handler: WalkHandler

beforeAll(async () => {
  world = await openWalkWorld(inject('gitea'), inject('controlPlane'))
  handler = await openWalkHandler(world, {
    name: 'review',
    events: ['push', 'pull_request', 'issue_comment'],
    namespaces: `[shop-${world.id}, platform-${world.id}]`,
    clusterKinds: '[Namespace]',
    more: 'sweep: { seconds: 3600 }',
  })
  await deployed(await push(reviewFiles(world.repositoryUrl, world.id)))
}, 180_000)

afterAll(async () => {
  await handler?.kill()
  await world?.close()
})

beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(handler.log())))

let image: number

test('a pull request gets its plan: a status on its head and one comment that names each field', async () => {
  const head = await push({ [paths.web]: webAt('1.4.3') }, 'image')

  image = await openPullRequest(world, 'image')

  expect((await planEnds(world, head, 'success')).description).toContain('1 app')
  const plan = await planThatSays(world, image, 'registry.example/web:1.4.3')
  expect(plan).toMatch(/containers\[name=web\]\.image.*1\.4\.2.*1\.4\.3/)
  expect(imageOf(await world.shop.read(web))).toBe('registry.example/web:1.4.2')
})

test('what somebody did by hand stands apart in the plan, with who did it', async () => {
  await world.shop.patch(web, { spec: { replicas: 5 } }, { by: 'kubectl', subresource: 'scale' })

  await say(world, image, '/plumbline plan')

  const plan = await planThatSays(world, image, 'spec.replicas')
  const [, drift = ''] = plan.split('Drift not caused by this pull request')
  expect(drift).toMatch(/spec\.replicas.*`2`.*`5`.*kubectl.*revert/)
})

test('a sweep heals what was done by hand', async () => {
  const swept = await plumbline(['sweep'], handler.env)

  expect(swept.stdout).toContain('shop')
  await until('the replicas are back', async () => at(await world.shop.read(web), 'spec', 'replicas') === 2)
})

test('a plan that was killed in the middle is made by the next handler', { timeout: patience }, async () => {
  const head = await push({ [paths.web]: webAt('1.4.4') }, 'image')
  await until('the plan has begun', async () => (await world.statuses(head)).length > 0)
  await handler.restart()

  await planEnds(world, head, 'success')
  expect(await planThatSays(world, image, 'registry.example/web:1.4.4')).toContain(head.slice(0, 7))
})

test('after the merge the comment tells how the sync went', async () => {
  const merged = await merge(world, image)

  await deployed(merged)

  expect(imageOf(await world.shop.read(web))).toBe('registry.example/web:1.4.4')
  const title = titleOf(await planThatSays(world, image, 'Synced and Healthy'))
  expect(title).toContain(merged.slice(0, 7))
})

test('an object that left Git is deleted, its handler killed in the middle, and nothing else is', {
  timeout: patience,
}, async () => {
  const others = await uidsOf(web, shared, rootCa)
  await world.shop.patch(banner, { metadata: { finalizers: ['example.com/wait'] } }, { by: 'test' })

  const commit = await push({ [paths.banner]: null })
  await until('the banner is being deleted', async () => {
    return (await world.shop.read(banner)).metadata.deletionTimestamp !== undefined
  })
  await handler.restart()
  await world.shop.patch(banner, { metadata: { finalizers: null } }, { by: 'test' })

  await deployed(commit)
  expect(await world.shop.find(banner)).toBeUndefined()
  expect(await uidsOf(web, shared, rootCa)).toEqual(others)
})

test('an object that moves to another application is handed over', { timeout: patience }, async () => {
  const before = await world.shop.read(shared)
  const text = reviewFiles(world.repositoryUrl, world.id)[paths.shared] ?? ''

  const commit = await push({ [paths.shared]: null, [paths.movedShared]: text })
  await until('the move has begun', async () => (await world.statuses(commit)).length > 0)
  await handler.restart()

  await deployed(commit)
  const after = await world.shop.read(shared)
  expect(after.metadata.uid).toBe(before.metadata.uid)
  expect(after.metadata.annotations?.[trackingIdAnnotation]).toMatch(/^tools:/)
})

test('a delete that needs it waits for an acknowledgement, which survives the merge', {
  timeout: patience,
}, async () => {
  const head = await push({ [paths.queue]: null }, 'no-queue')
  const number = await openPullRequest(world, 'no-queue')
  await planEnds(world, head, 'failure')
  const plan = await planThatSays(world, number, '/plumbline ack ')
  const [, command = ''] = /(\/plumbline ack [0-9a-f]+)/.exec(plan) ?? []

  await say(world, number, command)
  await planEnds(world, head, 'success')
  expect(await world.platform.find(queue)).toBeDefined()

  await deployed(await merge(world, number))
  expect(await world.platform.find(queue)).toBeUndefined()
  expect(await plans(world, number)).toHaveLength(1)
})

async function push(files: Changes, branch = 'main'): Promise<CommitSha> {
  return world.repository.commit(branch, files, `change ${Object.keys(files).join(' ')}`)
}

async function deployed(commit: CommitSha): Promise<void> {
  const statuses = await world.verdict(commit)
  const sync = statuses.filter(({ context }) => context.startsWith('plumbline/sync'))
  expect(sync.length).toBeGreaterThan(0)
  expect(sync.filter(({ status }) => status !== 'success')).toEqual([])
}

async function uidsOf(...manifests: readonly Parameters<typeof appears>[1][]): Promise<readonly unknown[]> {
  const found = await Promise.all(manifests.map((manifest) => appears(world.shop, manifest)))
  return found.map(({ metadata }) => metadata.uid)
}

function titleOf(plan: string): string {
  return plan.split('\n').find((line) => line.startsWith('## ')) ?? ''
}

function imageOf(workload: Parameters<typeof firstContainer>[0]): unknown {
  return at(firstContainer(workload), 'image')
}
