import { expect, test } from 'vitest'
import { patchObject } from '../../src/cluster/requests.ts'
import { syncNow } from '../../src/engine/ask.ts'
import { explain } from '../../src/engine/explain.ts'
import { sweep } from '../../src/engine/sweep.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import { explainText } from '../../src/report/explain-text.ts'
import { aWorld, declaration, type Files, type Instance, type World } from '../support/world.ts'

const healing = { policy: 'automated: { selfHeal: true }' }

function limits(name: string, cpu: string, memory = '1Gi'): string {
  return `
apiVersion: v1
kind: ConfigMap
metadata: { name: ${name} }
data: { cpu: "${cpu}", memory: "${memory}" }
`
}

const shop: Files = {
  'root/web.yaml': declaration('web', healing),
  'apps/web/limits.yaml': limits('limits', '1'),
}

interface Place {
  readonly world: World
  readonly instance: Instance
  readonly commit: CommitSha
}

async function inOrder(files = shop): Promise<Place> {
  const world = aWorld()
  const commit = world.commit(files)
  const instance = world.start()
  instance.push(commit)
  await instance.run()
  return { world, instance, commit }
}

const configMaps = { group: '', version: 'v1', kind: 'ConfigMap', resource: 'configmaps', namespaced: true }

async function edit({ world }: Place, manager: string, data: JsonObject, name = 'limits'): Promise<void> {
  const address = { type: { ...configMaps, verbs: ['patch'] }, namespace: 'shop', name }
  await patchObject(world.sandbox.cluster, address, { data }, { fieldManager: manager })
}

function data({ world }: Place, name = 'limits'): unknown {
  const maps = world.sandbox.server.kernel.store.list('/configmaps')
  return (maps.find(({ metadata }) => metadata.name === name) as { data?: unknown } | undefined)?.data
}

/** A pass of the sweep, three minutes after the one before, by an instance that remembers nothing. */
async function pass({ world }: Place): Promise<void> {
  world.sandbox.clock.advance(180_000)
  const instance = world.start()
  await sweep(instance.ports, { inTurn: false })
  await instance.run()
}

/** Each heal is undone, until it would be the fourth. */
async function fight(place: Place, manager = 'tuner'): Promise<void> {
  for (let heals = 0; heals < 3; heals++) {
    await edit(place, manager, { cpu: '8' })
    await pass(place)
    expect(data(place)).toMatchObject({ cpu: '1' })
  }
  await edit(place, manager, { cpu: '8' })
  await pass(place)
}

async function status({ world }: Place, commit: CommitSha): Promise<string | undefined> {
  return (await world.statuses(commit))['plumbline/sync']
}

test('a manager that undoes three heals of a field is told of, and the fourth is left out', async () => {
  const place = await inOrder()

  await fight(place)

  expect(data(place)).toMatchObject({ cpu: '8' })
  expect(await status(place, place.commit)).toBe(
    'failure: 1 app: 1 failed; web: tuner undid 3 heals of ConfigMap shop/limits data.cpu; add it to ignoreDifferences, stop tuner, or sync by hand',
  )
})

test('once told, a fight costs no further write', async () => {
  const place = await inOrder()
  await fight(place)
  const before = place.world.sandbox.server.requests.length

  await pass(place)

  const writes = place.world.sandbox.server.requests.slice(before).filter(({ write }) => write !== undefined)
  expect(writes).toEqual([])
})

test('explain names the field, the manager, how often, and where it could be ignored', async () => {
  const place = await inOrder()
  await fight(place)

  const found = await explain(place.instance.ports, 'web')

  const text = found.kind === 'explained' ? explainText(found.explanation) : ''
  expect(text).toContain(`not synced: what differs was healed, and is changed back each time
    spec.syncPolicy.automated.selfHeal is true (root/web.yaml:10)
    spec.ignoreDifferences does not name ConfigMap shop/limits data.cpu, set by tuner after each of 3 heals`)
  expect(text).toContain('add it to ignoreDifferences, stop tuner, or sync by hand')
})

test('two managers that undo heals in turn do not fight, nor does one that changes another field each time', async () => {
  const place = await inOrder()
  const edits: readonly (readonly [string, JsonObject])[] = [
    ['tuner', { cpu: '8' }],
    ['other', { cpu: '8' }],
    ['tuner', { memory: '8Gi' }],
    ['other', { memory: '8Gi' }],
    ['tuner', { cpu: '9' }],
    ['other', { cpu: '9' }],
  ]
  for (const [manager, change] of edits) {
    await edit(place, manager, change)
    await pass(place)
    expect(data(place)).toEqual({ cpu: '1', memory: '1Gi' })
  }
  expect(await status(place, place.commit)).toBe('success: 1 app: Synced and Healthy')
})

test('what is not fought over is healed beside it, and the status stays red', async () => {
  const place = await inOrder({ ...shop, 'apps/web/more.yaml': limits('more', '2') })
  await fight(place)

  await edit(place, 'kubectl-edit', { cpu: '7' }, 'more')
  await pass(place)

  expect(data(place, 'more')).toMatchObject({ cpu: '2' })
  expect(data(place)).toMatchObject({ cpu: '8' })
  expect(await status(place, place.commit)).toMatch(/^failure: .*tuner undid 3 heals/)
})

test('a sync by hand ends it, and the counting begins anew', async () => {
  const place = await inOrder()
  await fight(place)

  const { applications } = await syncNow(place.instance.ports, ['web'])

  expect(applications).toMatchObject([{ verdict: 'success' }])
  expect(data(place)).toMatchObject({ cpu: '1' })
  await fight(place)
  expect(await status(place, place.commit)).toMatch(/^failure: .*tuner undid 3 heals/)
})

test('a commit that changes the application ends it, one that does not leaves it', async () => {
  const place = await inOrder()
  await fight(place)
  place.world.commit({ 'README.md': 'hello' })
  await pass(place)
  expect(data(place)).toMatchObject({ cpu: '8' })

  const next = place.world.commit({ 'apps/web/limits.yaml': limits('limits', '1', '2Gi') })
  await pass(place)

  expect(data(place)).toEqual({ cpu: '1', memory: '2Gi' })
  expect(await status(place, next)).toBe('success: 1 app: Synced and Healthy')
  await fight(place)
  expect(await status(place, next)).toMatch(/^failure: .*tuner undid 3 heals/)
})

test('an ignored field is fought over no more', async () => {
  const place = await inOrder()
  await fight(place)
  const ignoring = `${declaration('web', healing)}
  ignoreDifferences:
    - { kind: ConfigMap, jsonPointers: [/data/cpu] }
`

  const next = place.world.commit({ 'root/web.yaml': ignoring })
  await pass(place)

  expect(data(place)).toMatchObject({ cpu: '8' })
  expect(await status(place, next)).toBe('success: 1 app: Synced and Healthy')
})

test('a day after the last heal it is tried again', async () => {
  const place = await inOrder()
  await fight(place)
  place.world.sandbox.clock.advance(24 * 3600_000)

  await pass(place)

  expect(data(place)).toMatchObject({ cpu: '1' })
  expect(await status(place, place.commit)).toBe('success: 1 app: Synced and Healthy')
})

test('heals wait longer and longer, up to five minutes, and not after a calm', async () => {
  const place = await inOrder()
  const { world } = place
  let editors = 0
  const secondsToHeal = async () => {
    await edit(place, `editor-${editors++}`, { cpu: '8' })
    const since = world.sandbox.clock.now()
    const instance = world.start()
    await sweep(instance.ports, { inTurn: false })
    await instance.run(() => (data(place) as { cpu: string }).cpu === '1')
    return (world.sandbox.clock.now() - since) / 1000
  }

  const waits: number[] = []
  for (let heals = 0; heals < 8; heals++) waits.push(await secondsToHeal())
  expect(waits).toEqual([0, 2, 6, 18, 54, 162, 300, 300])

  world.sandbox.clock.advance(330_000)
  expect([await secondsToHeal(), await secondsToHeal()]).toEqual([0, 2])
})
