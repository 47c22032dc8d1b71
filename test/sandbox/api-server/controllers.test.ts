import { expect, test } from 'vitest'
import { getObject, listObjects } from '../../../src/cluster/requests.ts'
import { assessHealth } from '../../../src/health/assess-health.ts'
import type { JsonObject } from '../../../src/kube/json.ts'
import type { LiveObject } from '../../../src/kube/manifest.ts'
import { openSandboxCluster } from '../../support/sandbox-cluster.ts'
import { aDaemonSet, aDeployment, aJob, aStatefulSet, manifest, type Room, roomIn } from './room.ts'

function aRoom(): Room {
  return roomIn(openSandboxCluster())
}

function healthOf(live: LiveObject | undefined): string | undefined {
  return live && assessHealth(live)?.status
}

const hostPath = { pathType: 'Prefix', path: '/', backend: { service: { name: 's', port: { number: 80 } } } }

test.each<[string, JsonObject]>([
  ['a Deployment', aDeployment('web', 'web:1', 2)],
  ['a StatefulSet', aStatefulSet('db', 'db:1', 2)],
  ['a DaemonSet', aDaemonSet('agent', 'agent:1')],
  ['a Job', aJob('migrate', 'migrate:1')],
  ['a Pod', manifest('v1', 'Pod', 'one', { spec: { containers: [{ name: 'c', image: 'i:1' }] } })],
  [
    'a load balancer',
    manifest('v1', 'Service', 'lb', { spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } }),
  ],
  [
    'an Ingress',
    manifest('networking.k8s.io/v1', 'Ingress', 'in', { spec: { rules: [{ http: { paths: [hostPath] } }] } }),
  ],
  [
    'a claim',
    manifest('v1', 'PersistentVolumeClaim', 'data', {
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    }),
  ],
])('%s becomes healthy, and was not before', async (_, object) => {
  const room = aRoom()
  const before = await room.apply(object)

  room.sandbox.controllers.settle()

  const after = await room.read(object)
  expect(healthOf(before)).not.toBe('Healthy')
  expect(healthOf(after)).toBe('Healthy')
})

test.each<[string, JsonObject, string]>([
  ['a Deployment whose image is broken, in time', aDeployment('web', 'web:broken', 1), 'Degraded'],
  ['a Job whose container fails', aJob('migrate', 'migrate:failing', { backoffLimit: 1 }), 'Degraded'],
  ['a Job that hangs', aJob('migrate', 'migrate:hanging'), 'Progressing'],
  [
    'a Pod that crashes',
    manifest('v1', 'Pod', 'one', { spec: { containers: [{ name: 'c', image: 'i:crashing' }] } }),
    'Degraded',
  ],
])('%s is %s', async (_, object, health) => {
  const room = aRoom()
  await room.apply(object)

  room.sandbox.controllers.settle()
  room.sandbox.clock.advance(601_000)

  expect(healthOf(await room.read(object))).toBe(health)
})

test('a Deployment with a new template rolls over: the old pods go when the new ones are there', async () => {
  const room = aRoom()
  await room.apply(aDeployment('web', 'web:1', 2))
  room.sandbox.controllers.settle()

  await room.apply(aDeployment('web', 'web:2', 2))
  room.sandbox.controllers.step()
  const during = await room.list('v1', 'Pod')
  room.sandbox.controllers.settle()

  const images = (await room.list('v1', 'Pod')).map((pod) => JSON.stringify(pod.spec).match(/web:\d/)?.[0])
  expect(during.length).toBeGreaterThanOrEqual(2)
  expect(images).toEqual(['web:2', 'web:2'])
  expect(await room.list('apps/v1', 'ReplicaSet')).toHaveLength(2)
})

test('the pods of a StatefulSet come one after the other, each with its claim', async () => {
  const room = aRoom()
  await room.apply(aStatefulSet('db', 'db:hanging', 3))

  room.sandbox.controllers.settle()

  const names = async (kind: string) => (await room.list('v1', kind)).map(({ metadata }) => metadata.name)
  expect(await names('Pod')).toEqual(['db-0'])
  expect(await names('PersistentVolumeClaim')).toEqual(['data-db-0'])
})

test('a finished Job goes when its time to live is over, and its pods with it', async () => {
  const room = aRoom()
  const job = aJob('migrate', 'migrate:1', { ttlSecondsAfterFinished: 30 })
  await room.apply(job)
  room.sandbox.controllers.settle()

  room.sandbox.clock.advance(29_000)
  const kept = await room.find(job)
  room.sandbox.clock.advance(1_000)

  expect(kept).toBeDefined()
  expect(await room.find(job)).toBeUndefined()
  expect(await room.list('v1', 'Pod')).toEqual([])
})

test('what is owned in the foreground goes before its owner', async () => {
  const room = aRoom()
  const web = aDeployment('web', 'web:1', 1)
  await room.apply(web)
  room.sandbox.controllers.settle()

  await room.delete(web, 'Foreground')
  const waiting = await room.find(web)
  room.sandbox.controllers.settle()

  expect(waiting?.metadata.finalizers).toEqual(['foregroundDeletion'])
  expect(await room.find(web)).toBeUndefined()
  expect(await room.list('v1', 'Pod')).toEqual([])
})

test('what was orphaned stays and has no owner any more', async () => {
  const room = aRoom()
  const web = aDeployment('web', 'web:1', 1)
  await room.apply(web)
  room.sandbox.controllers.settle()

  await room.delete(web, 'Orphan')
  room.sandbox.controllers.settle()

  const sets = await room.list('apps/v1', 'ReplicaSet')
  expect(await room.find(web)).toBeUndefined()
  expect(sets.map(({ metadata }) => metadata.ownerReferences)).toEqual([undefined])
})

test('an autoscaler keeps its target within its limits and owns the replicas from then on', async () => {
  const room = aRoom()
  await room.apply(aDeployment('web', 'web:1', 1))
  await room.apply(
    manifest('autoscaling/v2', 'HorizontalPodAutoscaler', 'web', {
      spec: {
        minReplicas: 3,
        maxReplicas: 5,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
      },
    }),
  )

  room.sandbox.controllers.settle()

  const web = await room.read(aDeployment('web', 'web:1', 1))
  const owners = (web.metadata.managedFields ?? []).filter((entry) =>
    JSON.stringify(entry).includes('f:replicas'),
  )
  expect(web.spec).toMatchObject({ replicas: 3 })
  expect(owners.map(({ subresource }) => subresource)).toContain('scale')
})

test('a namespace is furnished, and goes only when everything in it is gone', async () => {
  const room = aRoom()
  const namespace = manifest('v1', 'Namespace', 'shop')
  const held = {
    ...manifest('v1', 'ConfigMap', 'held'),
    metadata: { name: 'held', namespace: 'shop', finalizers: ['x.test/y'] },
  }
  await room.apply(namespace)
  room.sandbox.controllers.settle()
  await room.apply(held)

  await room.delete(namespace, 'Background')
  room.sandbox.controllers.settle()
  const waiting = await room.find(namespace)
  await room.patch(held, { metadata: { finalizers: null } })
  room.sandbox.controllers.settle()

  expect(waiting?.status).toEqual({ phase: 'Terminating' })
  expect(await room.find(namespace)).toBeUndefined()
})

test('without anything to do the controllers write nothing', async () => {
  const room = aRoom()
  await room.apply(aDeployment('web', 'web:1', 2))
  room.sandbox.controllers.settle()
  const { revision } = room.sandbox.server.kernel.store

  room.sandbox.clock.advance(3_600_000)

  expect(room.sandbox.server.kernel.store.revision).toBe(revision)
  expect(
    await getObject(room.sandbox.cluster, await room.address(aDeployment('web', 'web:1', 2))),
  ).toBeDefined()
  expect(await listObjects(room.sandbox.cluster, await room.type('v1', 'Pod'), 'default')).toHaveLength(2)
})
