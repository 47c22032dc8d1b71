import { expect, inject, test } from 'vitest'
import type { Cluster, ClusterRequest } from '../../src/cluster/cluster.ts'
import { resourceOf } from '../../src/cluster/discovery.ts'
import { getObject } from '../../src/cluster/requests.ts'
import type { ObjectComparison } from '../../src/diff/comparison.ts'
import { desiredObjects } from '../../src/diff/desired-objects.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import type { LiveObject, Manifest } from '../../src/kube/manifest.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { readInventory } from '../../src/sync/inventory-record.ts'
import { readOperation } from '../../src/sync/operation-record.ts'
import type { Outcome } from '../../src/sync/outcome.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { runSync } from '../../src/sync/run-sync.ts'
import { anApplication } from '../support/applications.ts'
import { aSha } from '../support/builders.ts'
import { alone, aPruning } from '../support/pruning.ts'
import { realCluster } from './real-cluster.ts'

/** Longer than a lease that a killed process left behind lasts. */
const patience = 120_000

function configMap(name: string, value: string, annotations: Record<string, string> = {}): Manifest {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, annotations }, data: { value } }
}

/** Hooks without a health check have succeeded as soon as they exist: no pod has to run. */
function hook(name: string, phase: string, policy: string): Manifest {
  return configMap(name, 'x', {
    'argocd.argoproj.io/hook': phase,
    'argocd.argoproj.io/hook-delete-policy': policy,
  })
}

function story(value: string): readonly Manifest[] {
  return [
    hook('before', 'PreSync', 'BeforeHookCreation'),
    configMap('settings', value),
    configMap('later', value, { 'argocd.argoproj.io/sync-wave': '1' }),
    hook('after', 'PostSync', 'HookSucceeded'),
  ]
}

async function liveOf(cluster: Cluster, name: string, namespace: string): Promise<LiveObject | undefined> {
  const type = resourceOf(await cluster.discovery(), '', 'v1', 'ConfigMap')
  if (type === undefined) throw new Error('no ConfigMaps')
  return getObject(cluster, { type, namespace, name })
}

async function sync(
  cluster: Cluster,
  name: string,
  sha: CommitSha,
  manifests: readonly Manifest[],
): Promise<Outcome> {
  const application = anApplication({ name, destination: { namespace: name } })
  const last = await readOperation(recordPlace(cluster, 'real', name))
  const commit = { repository: application.declaredAt.repository, sha }
  const origin = { path: 'a.yaml', line: 1 }
  const rendered = {
    application,
    commit,
    manifests: manifests.map((manifest) => ({ manifest, origin })),
    inputs: [],
    warnings: [],
  }
  const desired = desiredObjects(rendered, await cluster.discovery())
  const objects = desired.objects.map(
    ({ key }): ObjectComparison => ({ kind: 'drifted', key, uid: '', fields: [] }),
  )
  const startedAt = new Date().toISOString()
  const comparison = { application: name, objects, unlisted: [] }
  const permit = () => undefined
  const plan = makePlan({
    desired,
    comparison,
    live: new Map(),
    commit: sha,
    kind: 'sync',
    mode: 'sync',
    startedAt,
    permit,
    pruning: aPruning(),
    neighbours: alone,
  })
  return runSync({
    cluster,
    installation: 'real',
    application: name,
    commit: sha,
    plan,
    kind: 'sync',
    startedAt,
    desired,
    last,
    holder: crypto.randomUUID(),
    now: Date.now,
    limits: { hookSeconds: 60, waveSeconds: 60 },
    permit,
  })
}

async function syncToItsEnd(cluster: Cluster, name: string, word: string): Promise<Outcome> {
  for (;;) {
    const outcome = await sync(cluster, name, aSha(word), story(word))
    if (outcome.phase !== 'Running') return outcome
    await new Promise((resolve) => setTimeout(resolve, outcome.callAgainIn * 1000))
  }
}

async function aNamespace(cluster: Cluster): Promise<string> {
  const name = `sync-${crypto.randomUUID().slice(0, 8)}`
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
  await cluster.send({ verb: 'create', group: '', version: 'v1', resource: 'namespaces', body })
  return name
}

/** Dies right after a hook was created: neither its answer nor anything later is known to anyone. */
function dyingAtHook(cluster: Cluster, hook: string): Cluster {
  let isDead = false
  const isFatal = ({ verb, body }: ClusterRequest) =>
    verb === 'create' && JSON.stringify(body).includes(`"name":"${hook}"`)
  return {
    ...cluster,
    name: cluster.name,
    discovery: (freshness) => cluster.discovery(freshness),
    openApi: (group, version) => cluster.openApi(group, version),
    send: async (request) => {
      if (isDead) throw new Error('dead')
      const answer = await cluster.send(request)
      isDead = isFatal(request)
      if (isDead) throw new Error('dead')
      return answer
    },
  }
}

test('a sync runs its hooks and waves, and the next commit runs the hooks anew', {
  timeout: patience,
}, async () => {
  const cluster = realCluster(inject('controlPlane'))
  const name = await aNamespace(cluster)

  const first = await syncToItsEnd(cluster, name, 'one')
  const earlier = await liveOf(cluster, 'before', name)
  const second = await syncToItsEnd(cluster, name, 'two')

  expect([first.phase, second.phase]).toEqual(['Succeeded', 'Succeeded'])
  expect((await liveOf(cluster, 'later', name))?.data).toEqual({ value: 'two' })
  expect((await liveOf(cluster, 'before', name))?.metadata.uid).not.toBe(earlier?.metadata.uid)
  expect(await liveOf(cluster, 'after', name)).toBeUndefined()
  const inventory = await readInventory(recordPlace(cluster, 'real', name))
  const uid = async (object: string) => (await liveOf(cluster, object, name))?.metadata.uid
  expect(inventory?.inventory.objects.map((object) => object.uid)).toEqual([
    await uid('later'),
    await uid('settings'),
  ])
})

test('a call that dies after creating a hook is followed by one that adopts it', {
  timeout: patience,
}, async () => {
  const cluster = realCluster(inject('controlPlane'))
  const name = await aNamespace(cluster)
  await expect(sync(dyingAtHook(cluster, 'before'), name, aSha('one'), story('one'))).rejects.toThrow('dead')
  const created = await liveOf(cluster, 'before', name)

  const outcome = await syncToItsEnd(cluster, name, 'one')

  expect(outcome.phase).toBe('Succeeded')
  const live = await liveOf(cluster, 'before', name)
  expect(live?.metadata.uid).toBe(created?.metadata.uid)
  expect(live?.metadata.finalizers ?? []).toEqual([])
})

test('what client-side apply owned leaves the cluster when it left Git', { timeout: patience }, async () => {
  const cluster = realCluster(inject('controlPlane'))
  const name = await aNamespace(cluster)
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' }
  const old = { ...configMap('settings', 'zero', annotations), data: { value: 'zero', legacy: 'x' } }
  const options = { fieldManager: 'kubectl-client-side-apply' }
  const place = { group: '', version: 'v1', resource: 'configmaps', namespace: name }
  await cluster.send({ verb: 'create', ...place, options, body: old })

  const outcome = await syncToItsEnd(cluster, name, 'one')

  expect(outcome.phase).toBe('Succeeded')
  const live = await liveOf(cluster, 'settings', name)
  expect(live?.data).toEqual({ value: 'one' })
  expect(live?.metadata.managedFields?.map(({ manager }) => manager)).toEqual(['plumbline'])
})
