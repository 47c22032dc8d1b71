import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { assessHealth } from '../../src/health/assess-health.ts'
import type { HealthStatus } from '../../src/health/health.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { CaseContext } from '../contract/cluster-case.ts'
import { type PodPlayer, playPods } from './pods.ts'
import { until } from './processes.ts'
import { openRealCluster } from './real-cluster.ts'

const under = openRealCluster(inject('controlPlane'))
const it = new CaseContext(under, `pods-${crypto.randomUUID().slice(0, 8)}`)
let player: PodPlayer

beforeAll(async () => {
  await it.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: it.namespace } })
  player = playPods(under.cluster)
})
afterAll(() => player?.stop())

function workload(
  kind: 'Deployment' | 'StatefulSet',
  name: string,
  tag: string,
  spec: JsonObject = {},
): Manifest {
  const labels = { app: name }
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { name },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'web', image: `example.test/web:${tag}` }] },
      },
      ...spec,
    },
  }
}

function job(name: string, tag: string): Manifest {
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name },
    spec: {
      backoffLimit: 0,
      template: {
        spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: `example.test/job:${tag}` }] },
      },
    },
  }
}

async function becomes(manifest: Manifest, status: HealthStatus): Promise<LiveObject> {
  await until(
    `${manifest.kind} ${manifest.metadata.name} is ${status}`,
    async () => assessHealth(await it.read(manifest))?.status === status,
  )
  return it.read(manifest)
}

test.for<[string, Manifest, HealthStatus]>([
  ['Deployment', workload('Deployment', 'web', '3.9'), 'Healthy'],
  ['StatefulSet', workload('StatefulSet', 'db', '3.9'), 'Healthy'],
  ['Job', job('migrate', '3.9'), 'Healthy'],
  ['Job that fails', job('broken-migrate', 'failing'), 'Degraded'],
  [
    'Deployment without progress',
    workload('Deployment', 'stuck', 'broken', { progressDeadlineSeconds: 2 }),
    'Degraded',
  ],
])('the real controllers take a %s to its health by pods that are played', async ([, manifest, status]) => {
  await it.apply(manifest)

  const live = await becomes(manifest, status)

  expect(assessHealth(live)?.status).toBe(status)
})

test('an image bump rolls out, and the old pods go', async () => {
  await it.apply(workload('Deployment', 'rolled', '3.9'))
  await becomes(workload('Deployment', 'rolled', '3.9'), 'Healthy')

  const next = workload('Deployment', 'rolled', '3.10')
  await it.apply(next)
  await becomes(next, 'Healthy')

  await until('the old pods are gone', async () =>
    (await images('rolled')).every((one) => one.endsWith(':3.10')),
  )
  expect(await images('rolled')).toEqual(['example.test/web:3.10', 'example.test/web:3.10'])
})

async function images(app: string): Promise<readonly string[]> {
  const pods = await it.list('v1', 'Pod', { labelSelector: `app=${app}` })
  return pods.map((pod) => /"image":"([^"]*)"/.exec(JSON.stringify(pod.spec))?.[1] ?? '')
}
