import { expect, test } from 'vitest'
import type { Application } from '../../src/apps/application.ts'
import type { ResourceType } from '../../src/cluster/discovery.ts'
import { createdNamespace, type Desired, desiredObjects } from '../../src/diff/desired-objects.ts'
import type { Json } from '../../src/kube/json.ts'
import type { Manifest } from '../../src/kube/manifest.ts'
import { formatKey } from '../../src/kube/object-key.ts'
import { parseYaml } from '../../src/kube/yaml.ts'
import { anApplication, aSyncPolicy } from '../support/applications.ts'
import { aSha } from '../support/builders.ts'

const served: readonly ResourceType[] = [
  ['', 'ConfigMap', true],
  ['', 'Secret', true],
  ['', 'Namespace', false],
  ['apps', 'Deployment', true],
  ['batch', 'Job', true],
  ['rbac.authorization.k8s.io', 'ClusterRole', false],
  ['apiextensions.k8s.io', 'CustomResourceDefinition', false],
].map(([group, kind, namespaced]) => ({
  group: String(group),
  version: 'v1',
  kind: String(kind),
  resource: `${String(kind).toLowerCase()}s`,
  namespaced: namespaced === true,
  verbs: ['list'],
}))

/** The documents of a text, as they are desired of a cluster. */
function desire(text: string, application: Application = anApplication()): Desired {
  const manifests = parseYaml(text).map(({ value, line }) => ({
    manifest: value as Manifest,
    origin: { path: 'shop/all.yaml', line },
  }))
  const commit = { repository: application.declaredAt.repository, sha: aSha('desired') }
  return desiredObjects(
    { application, commit, manifests, inputs: [], warnings: [] },
    { resources: served, staleGroups: [] },
  )
}

function only(text: string): Manifest {
  const [object, ...others] = desire(text).objects
  if (object === undefined || others.length > 0) throw new Error('one object was expected')
  return object.manifest
}

function keysOf(desired: Desired): readonly string[] {
  return desired.objects.map(({ key }) => formatKey(key))
}

const configMap = '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}'
const tracking = 'argocd.argoproj.io/tracking-id'

test('an object without namespace goes into that of the destination, others stay where they are', () => {
  const desired = desire(`${configMap}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: b, namespace: annex}}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: reader, namespace: shop}}
---
{apiVersion: example.com/v1, kind: Till, metadata: {name: unknown}}`)

  expect(keysOf(desired)).toEqual([
    'ConfigMap shop/a',
    'ConfigMap annex/b',
    'rbac.authorization.k8s.io/ClusterRole reader',
    'example.com/Till shop/unknown',
  ])
  expect(desired.objects[2]?.manifest.metadata).not.toHaveProperty('namespace')
})

test('the scope of a kind comes from its definition where the cluster does not know it yet', () => {
  const desired = desire(`
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: tills.example.com}
spec: {group: example.com, scope: Cluster, names: {kind: Till}}
---
{apiVersion: example.com/v1, kind: Till, metadata: {name: first}}`)

  expect(keysOf(desired)).toContain('example.com/Till first')
})

test('every object is marked as the application, a definition is not', () => {
  const desired = desire(`${configMap}
---
{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: reader}}
---
{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: tills.example.com}}
---
{apiVersion: batch/v1, kind: Job, metadata: {name: migrate, annotations: {argocd.argoproj.io/hook: PreSync}}}`)

  const marks = [...desired.objects, ...desired.hooks].map(
    ({ manifest }) => manifest.metadata.annotations?.[tracking],
  )
  expect(marks).toEqual([
    'shop:/ConfigMap:shop/a',
    'shop:rbac.authorization.k8s.io/ClusterRole:shop/reader',
    undefined,
    'shop:batch/Job:shop/migrate',
  ])
})

test('a mark that was copied into Git is replaced', () => {
  const annotations = `{${tracking}: "other:/ConfigMap:annex/b", note: kept}`

  expect(
    only(`{apiVersion: v1, kind: ConfigMap, metadata: {name: a, annotations: ${annotations}}}`).metadata
      .annotations,
  ).toEqual({ [tracking]: 'shop:/ConfigMap:shop/a', note: 'kept' })
})

test.each<[string, string, Json | undefined, string]>([
  [
    'nulls',
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: a, creationTimestamp: null}, spec: {a: [{b: null, c: 1}]}}',
    { a: [{ c: 1 }] },
    'spec',
  ],
  [
    'the status of a built-in kind',
    '{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, status: {}}',
    undefined,
    'status',
  ],
  [
    'but not that of a custom kind',
    '{apiVersion: example.com/v1, kind: Till, metadata: {name: a}, status: {open: true}}',
    { open: true },
    'status',
  ],
  [
    'the rules of an aggregated role',
    '{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: a}, aggregationRule: {clusterRoleSelectors: []}, rules: []}',
    undefined,
    'rules',
  ],
  [
    'but not those of another role',
    '{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: a}, rules: []}',
    [],
    'rules',
  ],
])('%s are taken out', (_, text, value, field) => {
  expect(only(text)[field]).toEqual(value)
})

test('stringData is folded into data', () => {
  const secret = only(`
apiVersion: v1
kind: Secret
metadata: {name: key}
data: {kept: a2VwdA==, replaced: b2xk, empty: null}
stringData: {replaced: "né", number: 5}`)

  expect(secret.stringData).toBeUndefined()
  expect(secret.data).toEqual({ kept: 'a2VwdA==', replaced: 'bsOp', empty: '', number: 5 })
})

test('a null value of a ConfigMap is the empty text', () => {
  expect(only('{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: null}}').data).toEqual({
    x: '',
  })
})

test('the manifests that were given are not touched', () => {
  const manifest = parseYaml('{apiVersion: v1, kind: Secret, metadata: {name: a}, stringData: {a: b}}')[0]
    ?.value as Manifest
  const before = JSON.stringify(manifest)

  desiredObjects(
    {
      application: anApplication(),
      commit: { repository: anApplication().declaredAt.repository, sha: aSha('desired') },
      manifests: [{ manifest, origin: { path: 'a', line: 1 } }],
      inputs: [],
      warnings: [],
    },
    { resources: served, staleGroups: [] },
  )

  expect(JSON.stringify(manifest)).toBe(before)
})

test('declarations, skipped objects and hooks that never run are left out with their reasons', () => {
  const desired = desire(`
{apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: {name: child}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: skipped, annotations: {argocd.argoproj.io/hook: Skip}}}
---
{apiVersion: batch/v1, kind: Job, metadata: {name: odd, annotations: {argocd.argoproj.io/hook: Odd}}}
---
{apiVersion: batch/v1, kind: Job, metadata: {name: bye, annotations: {argocd.argoproj.io/hook: "PreDelete,PostDelete"}}}
---
{apiVersion: batch/v1, kind: Job, metadata: {name: both, annotations: {argocd.argoproj.io/hook: "PreDelete,PreSync"}}}`)

  expect(desired.objects).toEqual([])
  expect(desired.isEmpty).toBe(false)
  expect(desired.hooks.map(({ key }) => key.name)).toEqual(['both'])
  expect(desired.leftOut.map(({ key, reason }) => [key.name, reason])).toEqual([
    ['child', 'declaration'],
    ['skipped', 'skip-hook'],
    ['odd', 'unknown-hook-phase'],
    ['bye', 'delete-hook'],
  ])
})

test('of several manifests with one key the last one is kept, and all are told', () => {
  const desired = desire(
    `${configMap}\n---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop}, data: {x: y}}`,
  )

  expect(desired.objects.map(({ manifest }) => manifest.data)).toEqual([{ x: 'y' }])
  expect(
    desired.duplicates.map(({ key, origins }) => [formatKey(key), origins.map(({ line }) => line)]),
  ).toEqual([['ConfigMap shop/a', [1, 3]]])
})

test('two hooks with generated names are not the same', () => {
  const hook =
    '{apiVersion: batch/v1, kind: Job, metadata: {generateName: a-, annotations: {argocd.argoproj.io/hook: Sync}}}'

  const desired = desire(`${hook}\n---\n${hook}`)

  expect(desired.hooks).toHaveLength(2)
  expect(desired.duplicates).toEqual([])
})

test('the namespace is created where that is asked for, unless a manifest declares it', () => {
  const asking = anApplication({ syncPolicy: aSyncPolicy({ options: ['CreateNamespace=true'] }) })
  const nowhere = { ...asking, destination: { namespace: '' } }

  expect(createdNamespace(desire(configMap))).toBeUndefined()
  expect(createdNamespace(desire(configMap, nowhere))).toBeUndefined()
  expect(
    createdNamespace(desire('{apiVersion: v1, kind: Namespace, metadata: {name: shop}}', asking)),
  ).toBeUndefined()
  expect(createdNamespace(desire(configMap, asking))?.manifest).toEqual({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop' },
  })
})
