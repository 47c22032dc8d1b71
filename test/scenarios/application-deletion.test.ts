import { expect, test } from 'vitest'
import { acknowledge } from '../../src/engine/acknowledge.ts'
import { inspect } from '../../src/engine/ask.ts'
import { leaveNow } from '../../src/engine/leave-now.ts'
import { sweepNow } from '../../src/engine/sweep-now.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import { sweptText } from '../../src/report/swept-text.ts'
import { deaths, deletionsIn, killAtWrite, type When } from '../support/killed.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  type Files,
  hook,
  type Instance,
  type World,
} from '../support/world.ts'

const finalizer = 'resources-finalizer.argocd.argoproj.io'

function finalized(name: string, more = finalizer): string {
  return declaration(name).replace(`{ name: ${name} }`, `{ name: ${name}, finalizers: [${more}] }`)
}

const files: Files = {
  'root/web.yaml': finalized('web'),
  'root/other.yaml': declaration('other'),
  'apps/other/own.yaml': configMap('of-other', 'one'),
  'apps/web/first.yaml': configMap('first', 'one', -1),
  'apps/web/web.yaml': deployment('web', '1'),
  'apps/web/last.yaml': configMap('last', 'one', 2),
}

const confirmed = configMap('first', 'one').replace(
  'annotations: {',
  'annotations: { argocd.argoproj.io/sync-options: Delete=confirm,',
)

const removal: Files = { 'root/web.yaml': null, 'apps/web/first.yaml': null, 'apps/web/last.yaml': null }

interface Story {
  readonly world: World
  readonly instance: Instance
}

async function deployed(all: Files = files): Promise<Story> {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit(all))
  await instance.run()
  return { world, instance }
}

async function pushed({ world, instance }: Story, change: Files): Promise<CommitSha> {
  const commit = world.commit(change)
  instance.push(commit)
  await instance.run()
  return commit
}

function objectsIn({ sandbox }: World): readonly string[] {
  const { store } = sandbox.server.kernel
  return ['/configmaps', 'apps/deployments', 'batch/jobs'].flatMap((table) =>
    store
      .list(table, 'shop')
      .map(({ metadata }) => metadata.name)
      .filter((name) => name !== 'kube-root-ca.crt'),
  )
}

function records({ sandbox }: World): readonly string[] {
  return sandbox.server.kernel.store
    .list('/configmaps', 'plumbline')
    .filter(({ metadata }) => metadata.annotations?.['plumbline.dev/application'] === 'web')
    .map(({ metadata }) => metadata.name)
}

test('an application whose declaration vanished with the resources finalizer goes, last waves first', async () => {
  const story = await deployed()

  const commit = await pushed(story, removal)

  expect(deletionsIn(story.world, 'shop')).toEqual(['configmaps last', 'deployments web', 'configmaps first'])
  expect(objectsIn(story.world)).toEqual(['of-other'])
  expect(records(story.world)).toEqual([])
  expect(await story.world.statuses(commit)).toMatchObject({
    'plumbline/sync: prod/web': 'success: deleted with its declaration: 3 objects',
  })
  const swept = await sweepNow(story.instance.ports)
  expect(swept.orphans).toEqual([])
})

test('without the finalizer its objects stay, and it is reported as orphaned', async () => {
  const story = await deployed({ ...files, 'root/web.yaml': declaration('web') })

  await pushed(story, removal)

  expect(deletionsIn(story.world, 'shop')).toEqual([])
  const swept = await sweepNow(story.instance.ports)
  expect(swept.orphans).toEqual([{ application: 'web', cluster: 'prod' }])
})

test('hooks of the deletion run before and after, and once each', async () => {
  const story = await deployed({
    ...files,
    'apps/web/before.yaml': hook('before', 'PreDelete'),
    'apps/web/after.yaml': hook('after', 'PostDelete'),
  })
  expect(objectsIn(story.world)).not.toContain('before')

  const commit = await pushed(story, removal)

  const order = story.world.sandbox.server.requests.flatMap(({ method, info }) =>
    info.isResource && info.namespace === 'shop' && (method === 'DELETE' || info.resource === 'jobs')
      ? [method === 'POST' ? 'create hook' : method === 'DELETE' ? `delete ${info.name}` : '']
      : [],
  )
  expect(order.filter((what) => what !== '')).toEqual([
    'create hook',
    'delete last',
    'delete web',
    'delete first',
    'create hook',
  ])
  expect((await story.world.statuses(commit))['plumbline/sync: prod/web']).toMatch(/^success: deleted/)
})

test('until its deletion has begun it is told that its objects go, not that they stay', async () => {
  const story = await deployed()

  story.world.commit(removal)
  const { problems } = await inspect(story.instance.ports, [])

  expect(problems.map(({ message }) => message)).toEqual([
    'application web is declared no more; its declaration asked that its objects go with it: not begun yet; a push or the next sweep begins it',
  ])
})

function annotated(name: string, annotation: string): string {
  return configMap(name, 'one').replace('annotations: {', `annotations: { ${annotation},`)
}

test('what says Delete=false, or is kept by Helm, stays', async () => {
  const story = await deployed({
    ...files,
    'apps/web/kept.yaml': annotated('kept', 'argocd.argoproj.io/sync-options: Delete=false'),
    'apps/web/helm.yaml': annotated('helm', 'helm.sh/resource-policy: keep'),
  })

  const commit = await pushed(story, removal)

  expect(objectsIn(story.world)).toEqual(['helm', 'kept', 'of-other'])
  expect((await story.world.statuses(commit))['plumbline/sync: prod/web']).toMatch(
    /^success: deleted with its declaration: 3 objects; 2 stay/,
  )
})

test('a deletion over the brake waits for an acknowledgement, whole', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => [`apps/web/more-${i}.yaml`, configMap(`more-${i}`, 'one')]),
  )
  const story = await deployed({ ...files, ...many })

  const commit = await pushed(story, removal)

  expect(deletionsIn(story.world, 'shop')).toEqual([])
  const waiting = (await story.world.statuses(commit))['plumbline/sync: prod/web'] ?? ''
  expect(waiting).toMatch(
    /^pending: waits for an acknowledgement: 13 deletions, plumbline ack web [0-9a-f]{20}$/,
  )
  expect(await acknowledge(story.instance.ports, 'web', { digest: '0'.repeat(20), by: 'ada' })).toMatchObject(
    {
      kind: 'another-digest',
    },
  )
  const digest = waiting.slice(-20)
  const going = `waits for an acknowledgement: 13 deletions, plumbline ack web ${digest}`
  const swept = await sweepNow(story.instance.ports)
  expect(swept.orphans).toEqual([{ application: 'web', cluster: 'prod', going }])
  expect(sweptText(swept)).toContain(`declared no more: web on prod: ${going}\n`)
  expect((await inspect(story.instance.ports, [])).problems[0]?.message).toBe(
    `application web is declared no more; its declaration asked that its objects go with it: ${going}`,
  )
  expect(await acknowledge(story.instance.ports, 'web', { digest, by: 'ada' })).toEqual({ kind: 'accepted' })
  await story.instance.run()
  expect(objectsIn(story.world)).toEqual(['of-other'])
  expect((await story.world.statuses(commit))['plumbline/sync: prod/web']).toMatch(/^success: deleted/)
})

test('whoever acknowledges a deletion by hand has it done, call after call, until nothing is left', async () => {
  const story = await deployed({ ...files, 'apps/web/first.yaml': confirmed })
  const { ports } = story.instance
  const commit = await pushed(story, removal)
  const waiting = (await story.world.statuses(commit))['plumbline/sync: prod/web'] ?? ''
  await acknowledge(ports, 'web', { digest: waiting.slice(-20), by: 'ada' })

  let left = await leaveNow(ports, 'web')
  for (let calls = 0; left?.callAgainIn !== undefined && calls < 20; calls++) {
    story.world.sandbox.clock.advance(left.callAgainIn * 1000)
    left = await leaveNow(ports, 'web')
  }

  expect(left).toEqual({ message: 'deleted with its declaration: 3 objects', isDeleted: true })
  expect(objectsIn(story.world)).toEqual(['of-other'])
  expect(await leaveNow(ports, 'other')).toBeUndefined()
})

test('a root that declares nothing any more takes nothing along before somebody has agreed', async () => {
  const story = await deployed({
    'root/web.yaml': finalized('web'),
    'apps/web/first.yaml': configMap('first', 'one'),
  })

  const commit = await pushed(story, { 'root/web.yaml': null, 'root/note.yaml': '# nothing here' })

  expect(deletionsIn(story.world, 'shop')).toEqual([])
  expect(objectsIn(story.world)).toEqual(['first'])
  expect((await story.world.statuses(commit))['plumbline/sync: prod/web']).toMatch(
    /^pending: waits for an ack/,
  )
})

test('while a declaration cannot be read nothing goes', async () => {
  const story = await deployed()

  await pushed(story, { ...removal, 'root/other.yaml': declaration('other').replace('project:', 'projekt:') })

  expect(deletionsIn(story.world, 'shop')).toEqual([])
})

const forbidden = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Forbidden', code: 403 }

test('what cannot be listed is not taken for gone: the application is remembered until it is deleted', async () => {
  const { world, instance } = await deployed({
    'root/web.yaml': finalized('web'),
    'root/other.yaml': declaration('other'),
    'apps/other/own.yaml': configMap('of-other', 'one'),
    'apps/web/first.yaml': configMap('first', 'one'),
  })
  let isHidden = true
  world.sandbox.server.intercept(({ method, path }) =>
    isHidden && method === 'GET' && path === '/api/v1/namespaces/shop/configmaps'
      ? Response.json(forbidden, { status: 403 })
      : 'pass',
  )

  instance.push(world.commit({ 'root/web.yaml': null }))
  let jobs = 0
  await instance.run(() => jobs++ > 4)
  expect(objectsIn(world)).toEqual(['first', 'of-other'])

  isHidden = false
  await instance.run()
  expect(objectsIn(world)).toEqual(['of-other'])
})

test('an object that another application declares by then is handed over, not deleted', async () => {
  const story = await deployed()

  await pushed(story, { ...removal, 'apps/other/first.yaml': configMap('first', 'two') })

  expect(deletionsIn(story.world, 'shop')).toEqual(['configmaps last', 'deployments web'])
  expect(objectsIn(story.world)).toEqual(['first', 'of-other'])
})

test('what stays is told with why it stays, whatever was handed over beside it', async () => {
  const story = await deployed({
    ...files,
    'apps/web/kept.yaml': annotated('kept', 'argocd.argoproj.io/sync-options: Delete=false'),
  })

  const commit = await pushed(story, { ...removal, 'apps/other/first.yaml': configMap('first', 'two') })

  expect(objectsIn(story.world)).toEqual(['first', 'kept', 'of-other'])
  expect((await story.world.statuses(commit))['plumbline/sync: prod/web']).toMatch(
    /^success: deleted with its declaration: 2 objects; 1 stays: .*Delete=false/,
  )
})

test('what a vanished app of apps declared stays unless that asked for the deletion of its own, too', async () => {
  const parent = (finalizers: string) =>
    declaration('parent').replace('{ name: parent }', `{ name: parent${finalizers} }`)
  for (const [finalizers, left] of [
    ['', ['first', 'of-other']],
    [`, finalizers: [${finalizer}]`, ['of-other']],
  ] as const) {
    const story = await deployed({
      'root/parent.yaml': parent(finalizers),
      'root/other.yaml': declaration('other'),
      'apps/other/own.yaml': configMap('of-other', 'one'),
      'apps/parent/web.yaml': finalized('web'),
      'apps/web/first.yaml': configMap('first', 'one'),
    })
    await pushed(story, { 'root/parent.yaml': null })
    await sweepNow(story.instance.ports)
    await story.instance.run()
    expect(objectsIn(story.world)).toEqual(left)
  }
})

async function playKilled(k: number, when: When) {
  const { world } = await deployed({
    ...files,
    'apps/web/before.yaml': hook('before', 'PreDelete'),
    'apps/web/after.yaml': hook('after', 'PostDelete'),
  })
  const killing = killAtWrite(world, k, when)
  const commit = world.commit(removal)
  const second = world.start()
  second.push(commit)
  await second.run(() => killing.isDead()).catch(() => {})
  killing.revive()
  const third = world.start()
  await third.resume()
  await third.run()
  return { world, writes: killing.writes() }
}

const { writes } = await playKilled(Number.POSITIVE_INFINITY, 'before')

test('the story of a deletion has writes to break', () => {
  expect(writes).toBeGreaterThan(15)
})

test.each(deaths(writes))(
  'killed $when write $k of a deletion: all of it goes, once, and nothing else does',
  { timeout: 60_000 },
  async ({ k, when }) => {
    const { world } = await playKilled(k, when)

    expect(objectsIn(world).filter((name) => name !== 'before' && name !== 'after')).toEqual(['of-other'])
    expect([...new Set(deletionsIn(world, 'shop').filter((what) => !what.startsWith('jobs')))]).toEqual([
      'configmaps last',
      'deployments web',
      'configmaps first',
    ])
    expect(
      records(world).filter((name) => name.startsWith('status') || name.startsWith('inventory')),
    ).toEqual([])
  },
)
