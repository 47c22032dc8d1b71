import { expect, test } from 'vitest'
import { acknowledge } from '../../src/engine/acknowledge.ts'
import { inspect, syncNow } from '../../src/engine/ask.ts'
import { sweep } from '../../src/engine/sweep.ts'
import type { Json } from '../../src/kube/json.ts'
import { sweptText } from '../../src/report/swept-text.ts'
import { readInventory } from '../../src/sync/inventory-record.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
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

const pruning = { policy: 'automated: { prune: true }' }

const web: Files = {
  'root/web.yaml': declaration('web', pruning),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/old.yaml': configMap('old', 'one'),
  'apps/web/deployment.yaml': deployment('web', '3.9', 1),
  'apps/web/smoke.yaml': hook('smoke', 'PostSync'),
}

const other: Files = {
  'root/other.yaml': declaration('other', pruning),
  'apps/other/settings.yaml': configMap('other', 'one'),
}

const claim = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`

/** A world in which these files were pushed and synced. */
async function synced(files: Files): Promise<{ world: World; instance: Instance }> {
  const world = aWorld()
  const instance = world.start()
  await push(world, instance, files)
  return { world, instance }
}

/** What the commit says in the end of the application `web`. */
async function push(world: World, instance: Instance, files: Files): Promise<string | undefined> {
  const commit = world.commit(files)
  instance.push(commit)
  await instance.run()
  return (await world.statuses(commit))['plumbline/sync: prod/web']
}

function names({ sandbox }: World, table: string, namespace = 'shop'): readonly string[] {
  return sandbox.server.kernel.store
    .list(table, namespace)
    .map(({ metadata }) => metadata.name)
    .toSorted()
}

/** What was deleted, in order, records left out. */
function deletions({ sandbox }: World): readonly string[] {
  return sandbox.server.requests.flatMap(({ method, info }) =>
    method === 'DELETE' && info.isResource && info.namespace !== 'plumbline'
      ? [`${info.resource}/${info.name}`]
      : [],
  )
}

async function recorded({ sandbox }: World, application = 'web'): Promise<readonly string[]> {
  const stored = await readInventory(recordPlace(sandbox.open(), 'test', application))
  return (stored?.inventory.objects ?? []).map(({ key }) => key.name)
}

async function edit({ sandbox }: World, name: string, patch: { [key: string]: Json }): Promise<void> {
  await sandbox.cluster.send({
    verb: 'patch',
    group: '',
    version: 'v1',
    resource: 'configmaps',
    namespace: 'shop',
    name,
    options: { patchType: 'merge', fieldManager: 'somebody' },
    body: patch,
  })
}

test('what leaves Git leaves the cluster, after all waves are healthy and before PostSync', async () => {
  const { world, instance } = await synced(web)
  const before = world.sandbox.server.requests.length

  const status = await push(world, instance, {
    'apps/web/old.yaml': null,
    'apps/web/deployment.yaml': deployment('web', '3.10', 1),
  })

  expect(status).toBe('success: Synced and Healthy: 2 objects')
  expect(names(world, '/configmaps')).toEqual(['kube-root-ca.crt', 'settings'])
  expect(await recorded(world)).toEqual(['settings', 'web'])
  const writes = world.sandbox.server.requests
    .slice(before)
    .flatMap(({ method, info }) =>
      info.isResource && info.namespace === 'shop' ? [`${method} ${info.resource}/${info.name}`] : [],
    )
  const inOrder = ['PATCH deployments/web', 'DELETE configmaps/old', 'POST jobs/'].map((write) =>
    writes.findIndex((one) => one.startsWith(write)),
  )
  expect(inOrder).not.toContain(-1)
  expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b))
})

test('a commit that only removes is a sync of its own', async () => {
  const { world, instance } = await synced(web)

  expect(await push(world, instance, { 'apps/web/old.yaml': null })).toBe(
    'success: Synced and Healthy: 2 objects',
  )

  expect(deletions(world).filter((one) => one.startsWith('configmaps/'))).toEqual(['configmaps/old'])
})

test('objects go in the reverse of the order in which they came', async () => {
  const { world, instance } = await synced({
    ...web,
    'apps/web/early.yaml': configMap('early', 'x', -1),
    'apps/web/late.yaml': configMap('late', 'x', 2),
    'apps/web/other.yaml': deployment('other', '1'),
  })

  await push(world, instance, {
    'apps/web/early.yaml': null,
    'apps/web/late.yaml': null,
    'apps/web/other.yaml': null,
  })

  expect(deletions(world).filter((one) => !one.startsWith('jobs/'))).toEqual([
    'configmaps/late',
    'deployments/other',
    'configmaps/early',
  ])
})

test('without `prune` the object stays, and the status says that pruning is off', async () => {
  const { world, instance } = await synced({ ...web, 'root/web.yaml': declaration('web') })

  expect(await push(world, instance, { 'apps/web/old.yaml': null })).toBe(
    'pending: synced, pruning is not enabled: 1 object to prune',
  )

  expect(names(world, '/configmaps')).toContain('old')
  expect(instance.waiting).toEqual([])
})

test('a person prunes by asking for it, and only then', async () => {
  const { world, instance } = await synced({ ...web, 'root/web.yaml': declaration('web') })
  await push(world, instance, { 'apps/web/old.yaml': null })

  await syncNow(instance.ports, ['web'])
  await instance.run()
  expect(names(world, '/configmaps')).toContain('old')

  await syncNow(instance.ports, ['web'], { asked: true, prune: true })
  await instance.run()
  expect(names(world, '/configmaps')).not.toContain('old')
})

test('an object with `Prune=false` stays', async () => {
  const { world, instance } = await synced(web)
  await edit(world, 'old', {
    metadata: { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' } },
  })

  await push(world, instance, { 'apps/web/old.yaml': null })

  expect(names(world, '/configmaps')).toContain('old')
})

const takings: readonly [string, { [key: string]: Json }][] = [
  ['belongs to an owner', { metadata: { ownerReferences: [anOwner('5d3')] } }],
  ['lost its mark', { metadata: { annotations: { 'argocd.argoproj.io/tracking-id': null } } }],
  [
    'bears the mark of another object, as a copy does',
    { metadata: { annotations: { 'argocd.argoproj.io/tracking-id': 'web:/ConfigMap:shop/settings' } } },
  ],
  [
    'bears the mark of another application',
    { metadata: { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:/ConfigMap:shop/old' } } },
  ],
  [
    'is kept by an option of its own',
    { metadata: { annotations: { 'argocd.argoproj.io/sync-options': 'Prune=false' } } },
  ],
]

test.each(takings)('an object that %s is not touched', async (_, patch) => {
  const { world, instance } = await synced(web)
  await edit(world, 'old', patch)

  await push(world, instance, { 'apps/web/old.yaml': null })

  expect(deletions(world).filter((one) => one === 'configmaps/old')).toEqual([])
})

test.each(takings)(
  'an object is looked at again before it is deleted: one that %s only after the plan was made is not touched',
  async (_, patch) => {
    const { world, instance } = await synced(web)
    const commit = world.commit({
      'apps/web/old.yaml': null,
      'apps/web/deployment.yaml': deployment('web', '3.10', 1),
    })
    instance.push(commit)
    await instance.run(() => instance.waiting.some(({ kind }) => kind === 'continue'))
    await edit(world, 'old', patch)

    await instance.run()

    expect(deletions(world).filter((one) => one === 'configmaps/old')).toEqual([])
    expect((await world.statuses(commit))['plumbline/sync: prod/web']).toMatch(/^(success|pending)/)
  },
)

function anOwner(uid: string): Json {
  return { apiVersion: 'v1', kind: 'ConfigMap', name: 'nobody', uid }
}

test('what others created beside the application is not touched, kube-root-ca.crt least of all', async () => {
  const { world, instance } = await synced(web)
  await world.sandbox.cluster.send({
    verb: 'create',
    group: '',
    version: 'v1',
    resource: 'configmaps',
    namespace: 'shop',
    options: { fieldManager: 'somebody' },
    body: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'stranger',
        namespace: 'shop',
        annotations: { 'argocd.argoproj.io/tracking-id': 'web:/ConfigMap:shop/stranger' },
      },
    },
  })

  await push(world, instance, { 'apps/web/old.yaml': null })

  expect(names(world, '/configmaps')).toEqual(['kube-root-ca.crt', 'settings', 'stranger'])
})

test('an object that was replaced under its name is not the one that was applied, and stays', async () => {
  const { world, instance } = await synced(web)
  const { store } = world.sandbox.server.kernel
  const old = store.get({ table: '/configmaps', namespace: 'shop', name: 'old' })
  if (old === undefined) throw new Error('it is not there')
  store.put(
    { table: '/configmaps', namespace: 'shop', name: 'old' },
    { ...old, metadata: { ...old.metadata, uid: 'another' } },
  )

  await push(world, instance, { 'apps/web/old.yaml': null })

  expect(names(world, '/configmaps')).toContain('old')
})

test('nothing is deleted while what Git wants does not become healthy', async () => {
  const { world, instance } = await synced(web)

  const status = await push(world, instance, {
    'apps/web/old.yaml': null,
    'apps/web/deployment.yaml': deployment('web', 'failing', 1),
  })

  expect(status).toMatch(/^failure: the sync failed/)
  expect(names(world, '/configmaps')).toContain('old')
})

test('a render that became empty deletes nothing, prune or not', async () => {
  const { world, instance } = await synced(web)

  const status = await push(
    world,
    instance,
    Object.fromEntries([
      ...Object.keys(web)
        .filter((path) => path.startsWith('apps/'))
        .map((path) => [path, null]),
      ['apps/web/README.md', 'nothing here'],
    ]),
  )

  expect(status).toMatch(/^failure: refused: web: nothing was rendered/)
  expect(names(world, '/configmaps')).toEqual(['kube-root-ca.crt', 'old', 'settings'])
})

test('a deletion over the brake waits for its acknowledgement, the rest of the sync goes on', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`apps/web/part-${i}.yaml`, configMap(`part-${i}`, 'x')]),
  )
  const { world, instance } = await synced({ ...web, ...many })

  const status = await push(world, instance, {
    ...Object.fromEntries(Object.keys(many).map((path) => [path, null])),
    'apps/web/settings.yaml': configMap('settings', 'two'),
  })

  expect(status).toMatch(
    /^pending: waits for an acknowledgement: 12 deletions, plumbline ack web [0-9a-f]{20}$/,
  )
  expect(names(world, '/configmaps')).toHaveLength(15)
  expect(instance.waiting).toEqual([])

  const digest = status?.slice(-20) ?? ''
  const agreement = { digest, by: 'ada' }
  expect(await acknowledge(instance.ports, 'web', { ...agreement, digest: '0'.repeat(20) })).toEqual({
    kind: 'another-digest',
    digest,
  })
  expect(await acknowledge(instance.ports, 'nobody', agreement)).toEqual({ kind: 'unknown-application' })
  const jobs = world.sandbox.server.kernel.store.list('batch/jobs').map(({ metadata }) => metadata.uid)
  expect(await acknowledge(instance.ports, 'web', agreement)).toEqual({ kind: 'accepted' })
  await instance.run()

  expect(names(world, '/configmaps')).toEqual(['kube-root-ca.crt', 'old', 'settings'])
  const after = world.sandbox.server.kernel.store.list('batch/jobs').map(({ metadata }) => metadata.uid)
  expect(after).toEqual(jobs)
  expect(await acknowledge(instance.ports, 'web', agreement)).toEqual({ kind: 'nothing-to-acknowledge' })
})

test('a volume claim waits for its acknowledgement, what is beside it goes at once', async () => {
  const { world, instance } = await synced({ ...web, 'apps/web/claim.yaml': claim })

  const status = await push(world, instance, { 'apps/web/claim.yaml': null, 'apps/web/old.yaml': null })

  expect(status).toMatch(/^pending: waits for an acknowledgement: 1 deletion, plumbline ack web /)
  expect(names(world, '/configmaps')).not.toContain('old')
  expect(names(world, '/persistentvolumeclaims')).toEqual(['data'])

  await acknowledge(instance.ports, 'web', { digest: status?.slice(-20) ?? '', by: 'ada' })
  await instance.run()
  expect(names(world, '/persistentvolumeclaims')).toEqual([])
})

test('an acknowledgement is good for the deletion that it was given for, not for the next', async () => {
  const { world, instance } = await synced({ ...web, 'apps/web/claim.yaml': claim })
  const first = await push(world, instance, { 'apps/web/claim.yaml': null })
  await acknowledge(instance.ports, 'web', { digest: first?.slice(-20) ?? '', by: 'ada' })
  await instance.run()

  await push(world, instance, { 'apps/web/claim.yaml': claim })
  const second = await push(world, instance, { 'apps/web/claim.yaml': null })

  expect(second).toMatch(/^pending: waits for an acknowledgement/)
  expect(second).not.toBe(first)
  expect(names(world, '/persistentvolumeclaims')).toEqual(['data'])
})

test('an application that is declared no more keeps its objects, and is told as orphaned', async () => {
  const { world, instance } = await synced({ ...web, ...other })

  const commit = world.commit({ 'root/other.yaml': null })
  instance.push(commit)
  await instance.run()

  expect(names(world, '/configmaps')).toContain('other')
  expect((await inspect(instance.ports, [])).problems).toMatchObject([
    {
      code: 'orphaned',
      warning: true,
      message: 'application other is declared no more; its objects stay: delete them, or declare it again',
    },
  ])
})

test('an application that was never synced is told without a word of objects when it is declared no more', async () => {
  const world = aWorld({ root: { mode: 'observe' } })
  const instance = world.start()
  const open = world.commit({ ...web, ...other })
  instance.push(open)
  await instance.run()

  world.commit({ 'root/other.yaml': null })
  const swept = await sweep(instance.ports, { inTurn: false })

  expect(sweptText(swept)).toContain('orphaned: other on prod is declared no more; it was never synced\n')
  expect((await inspect(instance.ports, [])).problems).toMatchObject([
    { code: 'orphaned', message: 'application other is declared no more; it was never synced' },
  ])
  expect((await world.statuses(open))['plumbline/sync: prod/other']).toMatch(
    /^error: declared no more at [0-9a-f]{7}$/,
  )
})
