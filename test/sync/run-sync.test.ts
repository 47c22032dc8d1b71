import { expect, test } from 'vitest'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import { readInventory } from '../../src/sync/inventory-record.ts'
import { readOperation } from '../../src/sync/operation-record.ts'
import { RecordError } from '../../src/sync/record-error.ts'
import {
  aWorld,
  call,
  callUntilDone,
  configMap,
  deployment,
  isWrite,
  jobHook,
  Killed,
  placeOf,
  push,
  shop,
  type World,
  writesOf,
} from './story.ts'

function writeCount(world: World): number {
  return world.cluster.trace.filter(({ request }) => isWrite(request)).length
}

async function operationOf(world: World) {
  return (await readOperation(placeOf(world, 'test')))?.operation
}

/** Forgets what was written so far, so that a test sees only what comes next. */
function turnPage(world: World): void {
  world.cluster.trace.length = 0
}

const denied = new ClusterError('denied', 'denied by policy', { turn: 'author', retryable: false })

function omit(data: Record<string, string>, name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(data).filter(([key]) => key !== name))
}

test('a sync goes through its phases and waves in order', async () => {
  const world = await aWorld()

  const outcome = await callUntilDone(world, 'a')

  expect(outcome).toMatchObject({ phase: 'Succeeded', message: 'successfully synced (all tasks run)' })
  expect(writesOf(world)).toEqual([
    'create jobs migrate',
    'patch jobs migrate',
    'apply configmaps settings',
    'apply services web',
    'apply deployments web',
    'create jobs notify',
    'patch jobs notify',
    'delete jobs notify',
  ])
})

test('the inventory holds the uid of every object that was applied, and no hook', async () => {
  const world = await aWorld()

  await callUntilDone(world, 'a')

  const stored = await readInventory(placeOf(world, 'test'))
  const live = (resource: string, name: string) => world.cluster.find(resource, name)?.metadata.uid
  expect(stored?.inventory.objects.map(({ key, uid }) => [key.kind, uid])).toEqual([
    ['ConfigMap', live('configmaps', 'settings')],
    ['Service', live('services', 'web')],
    ['Deployment', live('deployments', 'web')],
  ])
})

test('a call that only waits writes nothing', async () => {
  const world = await aWorld()
  const first = await call(world, 'a')
  turnPage(world)

  const second = await call(world, 'b')

  expect(first).toMatchObject({ phase: 'Running', waitsFor: [{ for: 'hook', key: { name: 'migrate' } }] })
  expect(second).toMatchObject({ phase: 'Running', waitsFor: [{ for: 'hook' }] })
  expect(writeCount(world)).toBe(0)
})

test('a plan of nothing is done without a request', async () => {
  const world = await aWorld([])
  push(world, 'empty', [])

  const outcome = await call(world, 'a')

  expect(outcome).toBeUndefined()
  expect(writeCount(world)).toBe(0)
})

test('a failed PreSync hook: nothing is applied, SyncFail runs, its hook is deleted at the end', async () => {
  const world = await aWorld(shop({ tag: 'failing' }))

  const outcome = await callUntilDone(world, 'a')

  expect(outcome?.phase).toBe('Failed')
  expect(writesOf(world)).toEqual([
    'create jobs migrate',
    'patch jobs migrate',
    'create jobs alarm',
    'patch jobs alarm',
    'delete jobs alarm',
  ])
})

test('a denied object fails its wave; the rest of the wave is applied and the next one is not', async () => {
  const world = await aWorld([configMap('a', '1'), configMap('b', '1'), configMap('c', '1', 1)])
  world.cluster.intercept = async (_, { verb, name }, serve) => {
    if (verb === 'apply' && name === 'a') throw denied
    return serve()
  }

  const outcome = await callUntilDone(world, 'a')

  expect(outcome).toMatchObject({
    phase: 'Failed',
    message: expect.stringContaining('ConfigMap shop/a: denied by policy'),
  })
  expect(writesOf(world)).toEqual(['apply configmaps b'])
})

test('what is not permitted is not written, in no phase', async () => {
  const world = await aWorld()
  world.permit = (key) => (key.kind === 'Job' ? 'not permitted: batch/Job' : undefined)

  const outcome = await callUntilDone(world, 'a')

  expect(outcome).toMatchObject({
    phase: 'Failed',
    message: expect.stringContaining('not permitted: batch/Job'),
  })
  expect(writesOf(world)).toEqual([])
})

test('a hook that never ends times out', async () => {
  const world = await aWorld(shop({ tag: 'hanging' }))
  const begun = world.cluster.now

  const outcome = await callUntilDone(world, 'a', 1000)

  expect(outcome).toMatchObject({
    phase: 'Failed',
    message: expect.stringContaining('did not finish within 10 minutes'),
  })
  expect(world.cluster.now - begun).toBeLessThan(700_000)
})

test('the next commit deletes the earlier run of a hook, by uid, before it runs anew', async () => {
  const world = await aWorld()
  await callUntilDone(world, 'a')
  const earlier = world.cluster.find('jobs', 'migrate')?.metadata.uid
  push(world, 'second', [...shop(), configMap('more', '1')])
  turnPage(world)

  const outcome = await callUntilDone(world, 'b')

  expect(outcome?.phase).toBe('Succeeded')
  expect(writesOf(world).slice(0, 3)).toEqual([
    'delete jobs migrate',
    'create jobs migrate',
    'patch jobs migrate',
  ])
  const deletion = world.cluster.trace.find(({ request }) => request.verb === 'delete')
  expect(deletion?.request.options?.preconditions).toEqual({ uid: earlier })
})

test("somebody else's object under a hook's name is not touched", async () => {
  const world = await aWorld()
  const metadata = { name: 'migrate', namespace: 'shop' }
  await world.cluster.put({ ...jobHook('migrate', 'PreSync'), metadata })

  const outcome = await callUntilDone(world, 'a')

  expect(outcome).toMatchObject({
    phase: 'Failed',
    message: expect.stringContaining('is not a hook of this application'),
  })
  expect(writesOf(world).filter((line) => line.endsWith('migrate'))).toEqual([])
})

test('a newer commit stops a sync at the wave boundary, and a running hook is awaited', async () => {
  const world = await aWorld()
  await call(world, 'a')
  push(world, 'second', [configMap('settings', 'two')])

  const stopping = await call(world, 'b')
  world.cluster.pass(30)
  const stopped = await call(world, 'c')
  const outcome = await callUntilDone(world, 'd')

  expect(stopping).toMatchObject({ phase: 'Running', waitsFor: [{ for: 'hook' }] })
  expect(stopped).toMatchObject({ phase: 'Failed', message: `superseded by ${world.head.slice(0, 7)}` })
  expect(outcome?.phase).toBe('Succeeded')
  expect(writesOf(world)).toEqual(['create jobs migrate', 'patch jobs migrate', 'apply configmaps settings'])
})

test('a newer commit does not wait for objects of the older one to become healthy', async () => {
  const world = await aWorld([deployment('web')])
  await call(world, 'a')
  push(world, 'second', [deployment('web'), configMap('fix', '1')])

  const stopped = await call(world, 'b')

  expect(stopped).toMatchObject({ phase: 'Failed', message: `superseded by ${world.head.slice(0, 7)}` })
})

test('whoever finds another one at work says so in the record, and that one stops', async () => {
  const world = await aWorld([configMap('a', '1'), configMap('b', '1', 1)])
  const older = world.head
  let isSeen = false
  world.cluster.intercept = async (instance, request, serve) => {
    const answer = await serve()
    if (instance === 'a' && request.name === 'a' && request.verb === 'apply' && !isSeen) {
      isSeen = true
      push(world, 'second', [configMap('a', '2')])
      expect(await call(world, 'b')).toMatchObject({ phase: 'Running', callAgainIn: 10 })
    }
    return answer
  }

  const outcome = await call(world, 'a')

  expect(outcome).toMatchObject({ phase: 'Failed', message: `superseded by ${world.head.slice(0, 7)}` })
  expect(await operationOf(world)).toMatchObject({ commit: older, supersededBy: world.head })
  expect(writesOf(world)).toEqual(['apply configmaps a'])
})

test('attempts count within a commit, self-heals beside them and without hooks', async () => {
  const world = await aWorld()
  await callUntilDone(world, 'a')
  world.cluster.remove('configmaps', 'settings')
  turnPage(world)

  const outcome = await call(world, 'b', 'self-heal')

  expect(outcome?.phase).toBe('Succeeded')
  expect(writesOf(world)).toEqual(['apply configmaps settings'])
  expect(await operationOf(world)).toMatchObject({ attempt: 1, heals: 1, kind: 'self-heal' })
})

test('a namespace that is asked for is created first, and is not of the inventory', async () => {
  const world = await aWorld([configMap('a', '1')])
  world.createNamespace = true
  world.cluster.remove('namespaces', 'shop', '')

  const outcome = await callUntilDone(world, 'a')

  expect(outcome?.phase).toBe('Succeeded')
  expect(writesOf(world)).toEqual(['create namespaces shop', 'apply configmaps a'])
  const stored = await readInventory(placeOf(world, 'test'))
  expect(stored?.inventory.objects.map(({ key }) => key.kind)).toEqual(['ConfigMap'])
})

test('an instance waits until its definition of the same wave is served', async () => {
  const schema = { openAPIV3Schema: { type: 'object' } }
  const version = { name: 'v1', served: true, storage: true, schema }
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.org' },
    spec: {
      group: 'example.org',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: [version],
    },
  }
  const widget = { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'w' } }
  const world = await aWorld([definition, widget])

  const outcome = await callUntilDone(world, 'a')

  expect(outcome?.phase).toBe('Succeeded')
  expect(writesOf(world)).toEqual(['apply customresourcedefinitions widgets.example.org', 'apply widgets w'])
})

test('a lease that its holder left behind is taken over by the API server’s clock alone', async () => {
  const world = await aWorld([configMap('a', '1')])
  world.cluster.intercept = (_, request, serve) => {
    if (request.verb === 'apply') throw new Error('the process died')
    return serve()
  }
  await expect(call(world, 'a')).rejects.toThrow('died')
  world.cluster.intercept = (_, __, serve) => serve()
  // The dying call released its lease; put it back as a killed process leaves it.
  const [lease] = world.cluster.all('leases', 'plumbline')
  if (lease === undefined) throw new Error('no lease')
  const spec = { holderIdentity: 'dead', leaseDurationSeconds: 30, renewTime: '2099-01-01T00:00:00.000000Z' }
  world.cluster.overwrite('leases', lease, { spec })

  const early = await call(world, 'b')
  world.cluster.pass(36)
  const late = await call(world, 'c')

  expect(early).toMatchObject({ phase: 'Running', callAgainIn: 10 })
  expect(late?.phase).toBe('Succeeded')
})

test('fields of client-side apply are taken over once, so that what left Git leaves the cluster', async () => {
  const world = await aWorld([configMap('settings', 'two')])
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' }
  const live = { apiVersion: 'v1', kind: 'ConfigMap', data: { value: 'one', legacy: 'x' } }
  await world.cluster.put(
    { ...live, metadata: { name: 'settings', namespace: 'shop', annotations } },
    'kubectl-client-side-apply',
  )

  const outcome = await callUntilDone(world, 'a')

  const message = 'took over the fields of kubectl-client-side-apply'
  expect(outcome?.results).toMatchObject([{ state: 'healthy', message }])
  const settings = world.cluster.find('configmaps', 'settings')
  expect(settings?.data).toEqual({ value: 'two' })
  expect(settings?.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['plumbline'])
})

test.each([
  ['no JSON', (data: Record<string, string>) => ({ ...data, operation: '{' }), 'corrupt'],
  ['an empty record', () => ({}), 'corrupt'],
  ['no plan', (data: Record<string, string>) => omit(data, 'plan'), 'corrupt'],
  ['a plan that is no gzip', (data: Record<string, string>) => ({ ...data, plan: 'AAAA' }), 'corrupt'],
  [
    'a wave that is not planned',
    (data: Record<string, string>) => ({
      ...data,
      operation: (data.operation ?? '').replace('"wave":0', '"wave":7'),
    }),
    'corrupt',
  ],
  ['a newer version', (data: Record<string, string>) => ({ ...data, version: '2' }), 'newer-version'],
])('a record with %s is refused and nothing is written', async (_, edit, code) => {
  const world = await aWorld()
  await call(world, 'a')
  const record = world.cluster
    .all('configmaps', 'plumbline')
    .find(({ metadata }) => metadata.name.startsWith('operation-'))
  if (record === undefined) throw new Error('no record')
  world.cluster.overwrite('configmaps', record, { data: edit(record.data as Record<string, string>) })
  turnPage(world)

  const error = await call(world, 'b').catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(RecordError)
  expect(error).toMatchObject({ code, turn: 'operator' })
  expect(writeCount(world)).toBe(0)
})

test('a hook in two phases runs in each of them', async () => {
  const world = await aWorld([jobHook('check', 'PreSync,PostSync'), configMap('a', '1')])

  const outcome = await callUntilDone(world, 'a')

  expect(outcome?.phase).toBe('Succeeded')
  expect(writesOf(world).filter((line) => line === 'create jobs check')).toHaveLength(2)
})

test('a large wave is saved in between, so that a call that dies has not worked in vain', async () => {
  const many = Array.from({ length: 150 }, (_, i) => configMap(`c${i}`, '1'))
  const world = await aWorld(many)
  let applies = 0
  world.cluster.intercept = async (instance, { verb }, serve) => {
    if (instance === 'a' && applies >= 130) throw new Killed()
    if (verb === 'apply') applies++
    return serve()
  }

  await expect(call(world, 'a')).rejects.toThrow(Killed)
  world.cluster.pass(60)
  const outcome = await callUntilDone(world, 'b')

  expect(outcome?.phase).toBe('Succeeded')
  expect(applies).toBe(130 + 50)
})

test('an overloaded cluster is an Error that the next call goes on from', async () => {
  const world = await aWorld([configMap('a', '1')])
  world.cluster.intercept = (_, request, serve) => {
    if (request.verb !== 'apply') return serve()
    throw new ClusterError('unavailable', 'configmaps shop/a: no answer', {
      turn: 'platform',
      retryable: true,
    })
  }

  const outcome = await call(world, 'a')
  world.cluster.intercept = (_, __, serve) => serve()
  const next = await call(world, 'b')

  expect(outcome).toMatchObject({ phase: 'Error', retryable: true, message: 'configmaps shop/a: no answer' })
  expect(next?.phase).toBe('Succeeded')
})
