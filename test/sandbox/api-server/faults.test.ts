import { expect, test } from 'vitest'
import { ClusterError } from '../../../src/cluster/cluster-error.ts'
import { openSandboxCluster } from '../../support/sandbox-cluster.ts'
import { aDeployment, manifest, roomIn } from './room.ts'

test('a request that is dropped before the server is not done, one that is dropped after it is', async () => {
  const room = roomIn(openSandboxCluster())
  const { server } = room.sandbox
  const [lost, done] = [manifest('v1', 'ConfigMap', 'lost'), manifest('v1', 'ConfigMap', 'done')]
  await room.type('v1', 'ConfigMap')

  server.intercept(() => 'drop-before')
  await expect(room.apply(lost)).rejects.toMatchObject({ code: 'unreachable' })
  server.intercept(() => 'drop-after')
  await expect(room.apply(done)).rejects.toMatchObject({ code: 'unreachable' })
  server.intercept(undefined)

  expect(await room.find(lost)).toBeUndefined()
  expect(await room.find(done)).toBeDefined()
})

test('writes are counted apart from reads and dry runs', async () => {
  const room = roomIn(openSandboxCluster())
  await room.apply(manifest('v1', 'ConfigMap', 'a'))
  await room.find(manifest('v1', 'ConfigMap', 'a'))
  const { type, ...place } = await room.address(manifest('v1', 'ConfigMap', 'a'))
  const { group, version, resource } = type
  await room.sandbox.cluster.send({
    verb: 'delete',
    group,
    version,
    resource,
    ...place,
    options: { dryRun: true },
  })
  await room.delete(manifest('v1', 'ConfigMap', 'a'), 'Background')

  const seen = room.sandbox.server.requests.filter(({ info }) => info.isResource)

  expect(seen.map(({ method, write, isDryRun }) => [method, write, isDryRun])).toEqual([
    ['PATCH', 0, false],
    ['GET', undefined, false],
    ['DELETE', undefined, true],
    ['DELETE', 1, false],
  ])
})

test('an answer from on the way reaches the client in place of the server’s', async () => {
  const room = roomIn(openSandboxCluster())
  await room.type('v1', 'ConfigMap')
  let busy = 2
  room.sandbox.server.intercept(() => {
    busy -= 1
    return busy < 0 ? 'pass' : new Response('{}', { status: 429, headers: { 'retry-after': '1' } })
  })

  await room.apply(manifest('v1', 'ConfigMap', 'a'))

  expect(room.sandbox.server.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(3)
})

test('a CRD is established only after its delay', async () => {
  const room = roomIn(openSandboxCluster({ server: { crdDelayMs: 30_000 } }))
  const schema = { openAPIV3Schema: { type: 'object' } }
  await room.apply(
    manifest('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.test', {
      spec: {
        group: 'example.test',
        scope: 'Namespaced',
        names: { plural: 'widgets', kind: 'Widget' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    }),
  )
  const kinds = async () => (await room.sandbox.cluster.discovery('fresh')).resources.map(({ kind }) => kind)

  const before = await kinds()
  room.sandbox.clock.advance(30_000)

  expect(before).not.toContain('Widget')
  expect(await kinds()).toContain('Widget')
})

test('a group that cannot be asked is stale, and its kinds are unknown', async () => {
  const { cluster, server } = openSandboxCluster()
  server.setStaleGroups(['batch'])

  const { resources, staleGroups } = await cluster.discovery('fresh')

  expect(staleGroups).toEqual(['batch'])
  expect(resources.some(({ group }) => group === 'batch')).toBe(false)
})

test('who owns the sandbox may refuse what its policies do not', async () => {
  const room = roomIn(
    openSandboxCluster({
      server: {
        admit: ({ kind }) => {
          if (kind.kind === 'Deployment')
            throw new ClusterError('denied', 'no', { turn: 'author', retryable: false })
        },
      },
    }),
  )

  await expect(room.apply(aDeployment('web', 'web:1', 1))).rejects.toBeInstanceOf(ClusterError)
  await expect(room.apply(manifest('v1', 'ConfigMap', 'a'))).resolves.toBeDefined()
})
