import { expect, test } from 'vitest'
import { acknowledge } from '../../src/engine/acknowledge.ts'
import { readAcknowledgements } from '../../src/sync/acknowledgements.ts'
import { recordNames } from '../../src/sync/record-names.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { deletionsIn } from '../support/killed.ts'
import { aWorld, configMap, declaration, type Files, type Instance, type World } from '../support/world.ts'

const claim = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`

/** Its selector cannot be changed: it is deleted and created again. */
function statefulSet(tier: string): string {
  return `
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: db, annotations: { argocd.argoproj.io/sync-options: Force=true } }
spec:
  serviceName: db
  selector: { matchLabels: { app: db, tier: ${tier} } }
  template:
    metadata: { labels: { app: db, tier: ${tier} } }
    spec: { containers: [{ name: main, image: "registry.example/db:1" }] }
`
}

const web: Files = {
  'root/web.yaml': declaration('web', { policy: 'automated: { prune: true }' }),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/claim.yaml': claim,
}

interface Story {
  readonly world: World
  readonly instance: Instance
  /** What is waited for. */
  readonly digest: string
}

/** An application that waits for an acknowledgement after a change. */
async function waiting(files: Files, change: Files): Promise<Story> {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit(files))
  await instance.run()
  const commit = world.commit(change)
  instance.push(commit)
  await instance.run()
  const said = (await world.statuses(commit))['plumbline/sync: prod/web'] ?? ''
  const found = /^pending: waits for an acknowledgement: 1 deletion, plumbline ack web ([0-9a-f]{20})$/.exec(
    said,
  )
  return { world, instance, digest: found?.[1] ?? `${said} is no digest` }
}

function given({ sandbox }: World): ReturnType<typeof readAcknowledgements> {
  return readAcknowledgements(recordPlace(sandbox.open(), 'test', 'web'))
}

function writesOf({ sandbox }: World): number {
  return sandbox.server.requests.filter(({ method, query }) => method !== 'GET' && !query.includes('dryRun'))
    .length
}

test('an acknowledgement is kept with who gave it and when, and the sync is asked to go on at once', async () => {
  const { world, instance, digest } = await waiting(web, { 'apps/web/claim.yaml': null })
  const at = new Date(world.sandbox.clock.now()).toISOString()

  expect(await acknowledge(instance.ports, 'web', { digest, by: 'ada' })).toEqual({ kind: 'accepted' })

  expect(await given(world)).toEqual([{ digest, by: 'ada', at }])
  expect(instance.waiting).toMatchObject([{ kind: 'continue', application: 'web' }])
  expect(deletionsIn(world, 'shop')).toEqual([])
  await instance.run()
  expect(deletionsIn(world, 'shop')).toEqual(['persistentvolumeclaims data'])
})

test('what is not waited for is not kept, nothing is written and nothing goes on', async () => {
  const { world, instance, digest } = await waiting(web, { 'apps/web/claim.yaml': null })
  world.commit({ 'apps/web/settings.yaml': configMap('settings', 'two') })
  const before = writesOf(world)
  const other = '0'.repeat(20)

  const answers = [
    await acknowledge(instance.ports, 'web', { digest: other, by: 'eve' }),
    await acknowledge(instance.ports, 'nobody', { digest, by: 'eve' }),
  ]

  expect(answers).toEqual([{ kind: 'another-digest', digest }, { kind: 'unknown-application' }])
  expect(await given(world)).toEqual([])
  expect(instance.waiting).toEqual([])
  expect(writesOf(world)).toBe(before)
})

test('given twice it is accepted twice and kept once, by the last', async () => {
  const { world, instance, digest } = await waiting(web, { 'apps/web/claim.yaml': null })

  await acknowledge(instance.ports, 'web', { digest, by: 'ada' })
  const again = await acknowledge(instance.ports, 'web', { digest, by: 'bob' })

  expect(again).toEqual({ kind: 'accepted' })
  expect(await given(world)).toMatchObject([{ digest, by: 'bob' }])
})

test('where the record that would keep it is gone, nothing is said to be accepted', async () => {
  const { world, instance, digest } = await waiting(web, { 'apps/web/claim.yaml': null })
  const address = { verb: 'delete', group: '', version: 'v1', resource: 'configmaps', options: {} } as const
  const { status } = recordNames('test', 'web')
  await world.sandbox.open().send({ ...address, namespace: 'plumbline', name: status })

  expect(await acknowledge(instance.ports, 'web', { digest, by: 'ada' })).toEqual({
    kind: 'nothing-to-acknowledge',
  })
  expect(instance.waiting).toEqual([])
})

test('while the cluster is away it could not be found out what is waited for', async () => {
  const { world, instance, digest } = await waiting(web, { 'apps/web/claim.yaml': null })
  world.sandbox.server.intercept(() => new Response('away', { status: 503 }))

  const answer = await acknowledge(instance.ports, 'web', { digest, by: 'ada' })
  world.sandbox.server.intercept(undefined)

  expect(answer).toMatchObject({ kind: 'could-not-find-out', message: expect.stringContaining('503') })
  expect(await given(world)).toEqual([])
})

test('without pruning, what is created again waits alone, and what a sync that prunes would wait for is told', async () => {
  const files = { ...web, 'root/web.yaml': declaration('web'), 'apps/web/db.yaml': statefulSet('one') }
  const change = { 'apps/web/claim.yaml': null, 'apps/web/db.yaml': statefulSet('two') }
  const { world, instance, digest } = await waiting(files, change)

  const other = await acknowledge(instance.ports, 'web', { digest: '0'.repeat(20), by: 'ada' })
  expect(await acknowledge(instance.ports, 'web', { digest, by: 'ada' })).toEqual({ kind: 'accepted' })
  await instance.run()

  expect(other).toEqual({ kind: 'another-digest', digest })
  expect(deletionsIn(world, 'shop')).toEqual(['statefulsets db'])
})

const finalized = declaration('web').replace(
  '{ name: web }',
  '{ name: web, finalizers: [resources-finalizer.argocd.argoproj.io] }',
)
const leaving: Files = {
  ...web,
  'root/web.yaml': finalized,
  'root/other.yaml': declaration('other'),
  'apps/other/own.yaml': configMap('own', 'one'),
}

test('of an application that goes nobody is heard while it may be declared where nothing can be read', async () => {
  const { world, instance, digest } = await waiting(leaving, { 'root/web.yaml': null })
  world.commit({ 'root/broken.yaml': 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: [' })

  const unread = await acknowledge(instance.ports, 'web', { digest, by: 'ada' })
  world.commit({ 'root/broken.yaml': null })
  const read = await acknowledge(instance.ports, 'web', { digest, by: 'ada' })

  expect([unread, read]).toEqual([{ kind: 'unknown-application' }, { kind: 'accepted' }])
})

test('of an application that goes another digest is told and not kept, and there is nothing to say in the end', async () => {
  const { world, instance, digest } = await waiting(leaving, { 'root/web.yaml': null })

  const other = await acknowledge(instance.ports, 'web', { digest: '0'.repeat(20), by: 'ada' })
  expect(await given(world)).toEqual([])
  await acknowledge(instance.ports, 'web', { digest, by: 'ada' })
  const again = await acknowledge(instance.ports, 'web', { digest, by: 'bob' })
  await instance.run()

  expect(other).toEqual({ kind: 'another-digest', digest })
  expect(again).toEqual({ kind: 'accepted' })
  expect(deletionsIn(world, 'shop')).toContain('persistentvolumeclaims data')
  expect(await acknowledge(instance.ports, 'web', { digest, by: 'ada' })).toEqual({
    kind: 'unknown-application',
  })
})
