import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assessHealth, isHealthIgnored, worstHealth } from '../../src/health/assess-health.ts'
import type { Health, HealthStatus } from '../../src/health/health.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'

const folder = new URL('../../fixtures/health/', import.meta.url)

function load(name: string): LiveObject {
  return parseYamlValue(readFileSync(new URL(`${name}.yaml`, folder), 'utf8')).value as LiveObject
}

const fixtures = readdirSync(folder).map((file) => file.replace('.yaml', ''))

test.each(fixtures)('%s: the file name is the verdict', (name) => {
  const [kind, verdict] = name.split('-')
  const live = load(name)

  const health = assessHealth(live)

  expect(live.kind.toLowerCase()).toBe(kind)
  expect(health?.status.toLowerCase()).toBe(verdict)
})

test.each([
  ['deployment-suspended-paused', 'Deployment is paused'],
  [
    'deployment-progressing-unseen-spec',
    'Waiting for rollout to finish: observed deployment generation less than desired generation',
  ],
  [
    'deployment-progressing-updating',
    'Waiting for rollout to finish: 1 out of 4 new replicas have been updated...',
  ],
  [
    'deployment-progressing-old-replicas',
    'Waiting for rollout to finish: 2 old replicas are pending termination...',
  ],
  [
    'deployment-progressing-unavailable',
    'Waiting for rollout to finish: 3 of 4 updated replicas are available...',
  ],
  ['deployment-degraded-deadline', 'Deployment "till" exceeded its progress deadline'],
  ['deployment-progressing-being-deleted', 'Pending deletion'],
  ['statefulset-healthy-revision', 'statefulset rolling update complete 3 pods at revision ledger-5f...'],
  ['statefulset-healthy-partitioned', 'partitioned roll out complete: 1 new pods have been updated...'],
  ['statefulset-healthy-on-delete', 'statefulset has 3 ready pods'],
  ['statefulset-progressing-never-seen', 'Waiting for statefulset spec update to be observed...'],
  ['statefulset-progressing-not-ready', 'Waiting for 2 pods to be ready...'],
  [
    'statefulset-progressing-partition',
    'Waiting for partitioned roll out to finish: 1 out of 3 new pods have been updated...',
  ],
  [
    'statefulset-progressing-revision',
    'waiting for statefulset rolling update to complete 2 pods at revision ledger-6a...',
  ],
  ['daemonset-healthy-on-delete', 'daemon set 1 out of 5 new pods have been updated'],
  [
    'daemonset-progressing-updating',
    'Waiting for daemon set "probe" rollout to finish: 2 out of 5 new pods have been updated...',
  ],
  [
    'daemonset-progressing-unavailable',
    'Waiting for daemon set "probe" rollout to finish: 4 of 5 updated pods are available...',
  ],
  ['replicaset-progressing', 'Waiting for rollout to finish: 0 out of 2 new replicas are available...'],
  ['replicaset-degraded', 'exceeded quota'],
  ['pod-degraded-image', 'no such image, back-off'],
  ['pod-degraded-exit-code', 'container "main" failed with exit code 3'],
  ['pod-degraded-out-of-memory', 'OOMKilled'],
  ['pod-progressing-pending', 'no node fits'],
  ['job-suspended', 'Job is held'],
  ['job-degraded', 'too many retries'],
  ['horizontalpodautoscaler-progressing', 'Waiting to Autoscale'],
  ['horizontalpodautoscaler-degraded-metric', 'no metrics api'],
  ['horizontalpodautoscaler-healthy-annotation', 'at the least'],
  ['apiservice-progressing-new', 'Waiting to be processed'],
  ['apiservice-progressing-unavailable', 'MissingEndpoints: no endpoints'],
  ['customresourcedefinition-degraded-names', 'CRD names have not been accepted: tills is taken'],
])('%s says why', (name, message) => {
  expect(assessHealth(load(name))?.message).toBe(message)
})

test('a kind without a check has no health', () => {
  const live = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'till' } }

  expect(assessHealth(live)).toBeUndefined()
})

test('an object of an unchecked kind that is being deleted is Progressing', () => {
  const metadata = { name: 'till', deletionTimestamp: '2026-01-02T03:04:05Z' }

  expect(assessHealth({ apiVersion: 'v1', kind: 'ConfigMap', metadata })).toEqual({
    status: 'Progressing',
    message: 'Pending deletion',
  })
})

test('a hook that is being deleted and still has its finalizer is judged by what it did', () => {
  const job = load('job-healthy')
  const metadata = {
    ...job.metadata,
    deletionTimestamp: '2026-01-02T03:04:05Z',
    finalizers: ['argocd.argoproj.io/hook-finalizer'],
  }

  expect(assessHealth({ ...job, metadata })?.status).toBe('Healthy')
})

test('the annotation that ignores the restart policy counts for a pod, and not for a hook', () => {
  const pod = load('pod-progressing-never-restarts')
  const metadata = {
    ...pod.metadata,
    annotations: { 'argocd.argoproj.io/ignore-restart-policy': 'true' },
  }

  expect(assessHealth({ ...pod, metadata })?.status).toBe('Degraded')
  expect(assessHealth({ ...pod, metadata }, { hook: true })?.status).toBe('Progressing')
})

test('an object can be kept out of the health of its application', () => {
  const job = load('job-degraded')
  const metadata = { ...job.metadata, annotations: { 'argocd.argoproj.io/ignore-healthcheck': 'true' } }

  expect(isHealthIgnored({ ...job, metadata })).toBe(true)
  expect(isHealthIgnored(job)).toBe(false)
})

test('the worst of all wins, the first of equals', () => {
  const of = (status: HealthStatus, message: string): Health => ({ status, message })

  expect(worstHealth([])).toEqual(of('Healthy', ''))
  expect(worstHealth([of('Suspended', 'a'), of('Progressing', 'b'), of('Healthy', 'c')])).toEqual(
    of('Progressing', 'b'),
  )
  expect(worstHealth([of('Degraded', 'a'), of('Degraded', 'b'), of('Missing', 'c')])).toEqual(
    of('Degraded', 'a'),
  )
  expect(worstHealth([of('Degraded', 'a'), of('Unknown', 'b')])).toEqual(of('Unknown', 'b'))
})

test('statuses that are not what they should be are read as absent', () => {
  const live = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'till' },
    spec: null,
    status: { conditions: 'none', replicas: '3' },
  }

  expect(assessHealth(live)?.status).toBe('Healthy')
})
