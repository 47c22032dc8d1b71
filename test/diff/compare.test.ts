import { expect, test } from 'vitest'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { compareApp } from '../../src/diff/compare.ts'
import type { Judge } from '../../src/diff/judge.ts'
import type { Json } from '../../src/kube/json.ts'
import { anApplication, aSyncPolicy } from '../support/applications.ts'
import { type CompareCase, compareInput, discovery, refusal, silentCluster } from './compare-case.ts'

const mark = (kind: string, name: string) => `argocd.argoproj.io/tracking-id: "shop:${kind}:shop/${name}"`
const prices = (data: string) =>
  `{apiVersion: v1, kind: ConfigMap, metadata: {name: prices, annotations: {${mark('/ConfigMap', 'prices')}}}, data: ${data}}`
const till = (spec: string, more = '') =>
  `{apiVersion: apps/v1, kind: Deployment, metadata: {name: till, annotations: {${mark('apps/Deployment', 'till')}}${more}}, spec: ${spec}}`
const key = (data: string) =>
  `{apiVersion: v1, kind: Secret, metadata: {name: key, annotations: {${mark('/Secret', 'key')}}}, data: ${data}}`

async function compare(given: CompareCase) {
  const input = compareInput(given)
  const { comparison, verdicts } = await compareApp(input)
  return { objects: comparison.objects, unlisted: comparison.unlisted, verdicts, asked: input.asked }
}

test('what is as Git says is in sync, and nobody is asked', async () => {
  const { objects, asked, verdicts } = await compare({
    desired: prices('{a: b}'),
    live: prices('{a: b, c: d}'),
  })

  expect(objects).toEqual([
    {
      kind: 'inSync',
      key: { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'prices' },
      origin: { path: 'shop/all.yaml', line: 1 },
      uid: 'uid of prices',
      ignored: [],
    },
  ])
  expect(asked).toEqual([])
  expect(verdicts).toEqual({})
})

test('a field that differs is drift, with its values, its writer and what a sync will do', async () => {
  const managedFields = `, managedFields: [
    {manager: plumbline, operation: Apply, apiVersion: apps/v1, time: "2026-01-01T00:00:00Z", fieldsV1: {"f:spec": {"f:paused": {}}}},
    {manager: kubectl-edit, operation: Update, apiVersion: apps/v1, time: "2026-01-02T00:00:00Z", fieldsV1: {"f:spec": {"f:replicas": {}}}}]`

  const { objects } = await compare({
    desired: till('{replicas: 2, paused: false, revisionHistoryLimit: 3}'),
    live: till('{replicas: 5, paused: true}', managedFields),
    answers: { till: till('{replicas: 2, paused: false, revisionHistoryLimit: 3}') },
  })

  const value = (json: Json) => ({ kind: 'value', value: json })
  const kubectl = {
    manager: 'kubectl-edit',
    operation: 'Update',
    time: '2026-01-02T00:00:00Z',
    class: 'person',
  }
  const us = { manager: 'plumbline', operation: 'Apply', time: '2026-01-01T00:00:00Z', class: 'us' }
  expect(objects).toMatchObject([{ kind: 'drifted', uid: 'uid of till' }])
  expect(objects[0]).toHaveProperty('fields', [
    { path: 'spec.replicas', git: value(2), live: value(5), writer: kubectl, effect: 'take-over' },
    { path: 'spec.paused', git: value(false), live: value(true), writer: us, effect: 'overwrite' },
    { path: 'spec.revisionHistoryLimit', git: value(3), live: { kind: 'absent' }, effect: 'set' },
  ])
})

test('what the judge calls equal is in sync, and it is not asked again until something changes', async () => {
  const given = {
    desired: till(
      '{strategy: {rollingUpdate: {maxSurge: 25%}, type: RollingUpdate}, template: {spec: {nodeName: ""}}}',
    ),
    live: till('{strategy: {rollingUpdate: {maxSurge: 25%}, type: RollingUpdate}, template: {spec: {}}}'),
  }
  const answers = { till: given.live }

  const first = await compare({ ...given, answers })
  const second = await compare({ ...given, verdicts: first.verdicts })
  const changed = await compare({
    ...given,
    live: till('{replicas: 3}'),
    answers: { till: till('{replicas: 3}') },
    verdicts: first.verdicts,
  })

  expect(first.objects[0]?.kind).toBe('inSync')
  expect(first.asked).toEqual(['till'])
  expect(second.objects[0]?.kind).toBe('inSync')
  expect(second.asked).toEqual([])
  expect(second.verdicts).toEqual(first.verdicts)
  expect(changed.asked).toEqual(['till'])
})

test('a verdict stands when only status and other managers wrote', async () => {
  const given = { desired: till('{template: {spec: {nodeName: ""}}}'), live: till('{template: {spec: {}}}') }
  const first = await compare({ ...given, answers: { till: given.live } })
  const later = `, resourceVersion: "99", generation: 4, managedFields: [{manager: kubectl-edit, operation: Update, apiVersion: apps/v1, fieldsV1: {"f:spec": {"f:paused": {}}}}]`

  const { asked } = await compare({
    ...given,
    live: till('{template: {spec: {}}}', later),
    verdicts: first.verdicts,
  })

  expect(asked).toEqual([])
})

test('a verdict falls with the rules that it was made under', async () => {
  const given = {
    desired: till('{replicas: 3, template: {spec: {nodeName: ""}}}'),
    live: till('{replicas: 4, template: {spec: {}}}'),
  }
  const rule = {
    group: 'apps',
    kind: 'Deployment',
    jsonPointers: ['/spec/replicas'],
    expressions: [],
    managers: [],
  }
  const first = await compare({
    ...given,
    application: anApplication({ ignoreDifferences: [rule] }),
    answers: { till: given.live },
  })

  const { objects } = await compare({
    ...given,
    verdicts: first.verdicts,
    answers: { till: till('{replicas: 3, template: {spec: {}}}') },
  })

  expect(first.objects).toMatchObject([{ kind: 'inSync', ignored: ['spec.replicas'] }])
  expect(objects[0]?.kind).toBe('drifted')
})

test.each([
  { jsonPointers: ['/metadata'] },
  { jsonPointers: ['/metadata/annotations', '/metadata/labels'] },
  { managers: ['plumbline', 'kubectl-edit'] },
])('no ignore rule, as %j, covers what says whose an object is', async (names) => {
  const managedFields = `, managedFields: [{manager: kubectl-edit, operation: Update, apiVersion: apps/v1,
    fieldsV1: {"f:metadata": {"f:annotations": {"f:argocd.argoproj.io/tracking-id": {}}}}}]`
  const rule = {
    group: 'apps',
    kind: 'Deployment',
    jsonPointers: [],
    expressions: [],
    managers: [],
    ...names,
  }
  const handedOver = till('{replicas: 3}', managedFields).replace('"shop:', '"former:')

  const { objects } = await compare({
    desired: till('{replicas: 3}'),
    live: handedOver,
    application: anApplication({ ignoreDifferences: [rule] }),
    answers: { till: till('{replicas: 3}') },
  })

  expect(objects).toMatchObject([
    { kind: 'drifted', fields: [{ path: 'metadata.annotations["argocd.argoproj.io/tracking-id"]' }] },
  ])
})

test('what admission makes of an object is drift where the application asks for it', async () => {
  const given = {
    desired: till('{replicas: 3}'),
    live: till('{replicas: 3}'),
    answers: { till: till('{replicas: 3, paused: true}') },
  }

  const { objects } = await compare({ ...given, application: anApplication({ includesMutations: true }) })

  expect(objects).toMatchObject([{ kind: 'drifted', fields: [{ path: 'spec.paused' }] }])
})

test('an object is judged as it is sent, without what it is to respect', async () => {
  const rule = {
    group: 'apps',
    kind: 'Deployment',
    jsonPointers: ['/spec/replicas'],
    expressions: [],
    managers: [],
  }
  const application = anApplication({ ignoreDifferences: [rule] })
  const input = compareInput({
    desired: till('{replicas: 3, paused: true}'),
    live: till('{replicas: 5, paused: false}'),
    application: {
      ...application,
      syncPolicy: { ...application.syncPolicy, options: ['RespectIgnoreDifferences=true'] },
    },
  })
  const judged: unknown[] = []

  const { desired } = await compareApp({
    ...input,
    judge: async ({ manifest }) => {
      judged.push(manifest.spec)
      return { ...manifest, metadata: { ...manifest.metadata, name: 'till' } }
    },
  })

  expect(judged).toEqual([{ paused: true }])
  expect(desired.objects.map(({ manifest }) => manifest.spec)).toEqual([{ paused: true }])
})

test('what a person added and Git does not set is told with its writer, and left alone', async () => {
  const entry = (manager: string, fields: string) =>
    `{manager: ${manager}, operation: Update, apiVersion: apps/v1, time: "2026-01-01T00:00:00Z", fieldsV1: ${fields}}`
  const web = '\'k:{"name":"web"}\''
  const entries = [
    entry(
      'kubectl-edit',
      `{"f:metadata": {"f:labels": {"f:by": {}}}, "f:spec": {"f:replicas": {}, "f:template": {"f:spec": {"f:containers": {${web}: {".": {}, "f:name": {}}}}}}}`,
    ),
    entry('some-operator', '{"f:spec": {"f:paused": {}}}'),
    entry(
      'kubectl-client-side-apply',
      '{"f:metadata": {"f:annotations": {"f:kubectl.kubernetes.io/last-applied-configuration": {}}}, "f:spec": {"f:minReadySeconds": {}}}',
    ),
  ]

  const { objects, asked } = await compare({
    desired: till('{replicas: 3}'),
    live: till(
      '{replicas: 3, paused: true, minReadySeconds: 1, template: {spec: {containers: [{name: web, image: a}]}}}',
      `, labels: {by: hand}, managedFields: [${entries.join(', ')}]`,
    ),
  })

  const writer = {
    manager: 'kubectl-edit',
    operation: 'Update',
    time: '2026-01-01T00:00:00Z',
    class: 'person',
  }
  expect(asked).toEqual([])
  expect(objects).toMatchObject([
    {
      kind: 'inSync',
      extra: [
        { path: 'metadata.labels.by', writer },
        { path: 'spec.template.spec.containers[name=web]', writer },
      ],
    },
  ])
})

test('what a manager unknown to us added is told, but not what it says of the status, nor more than 20 fields', async () => {
  const entry = (manager: string, fields: string, subresource = '') =>
    `{manager: ${manager}, operation: Update, ${subresource} apiVersion: apps/v1, time: "2026-01-01T00:00:00Z", fieldsV1: ${fields}}`
  const keys = Array.from({ length: 25 }, (_, at) => `n${String(at).padStart(2, '0')}`)
  const labels = keys.map((key) => `"f:${key}": {}`).join(', ')
  const entries = [
    entry('nightly-patch', '{"f:spec": {"f:paused": {}}, "f:status": {"f:observedGeneration": {}}}'),
    entry('reporter', '{"f:spec": {"f:minReadySeconds": {}}}', 'subresource: status,'),
    entry('label-all', `{"f:metadata": {"f:labels": {${labels}}}}`),
  ]

  const { objects } = await compare({
    desired: till('{replicas: 3}'),
    live: till(
      '{replicas: 3, paused: true, minReadySeconds: 1}, status: {observedGeneration: 2}',
      `, labels: {${keys.map((key) => `${key}: "1"`).join(', ')}}, managedFields: [${entries.join(', ')}]`,
    ),
  })

  const [object] = objects
  const extra = object?.kind === 'inSync' ? (object.extra ?? []) : []
  expect(extra.map(({ path }) => path)).toEqual([
    'spec.paused',
    ...keys.slice(0, 19).map((key) => `metadata.labels.${key}`),
  ])
  expect(extra[0]?.writer).toMatchObject({ manager: 'nightly-patch', class: 'unknown' })
})

test('an ignored field alone needs no judge', async () => {
  const rules = [
    { group: '*', kind: 'Deployment', jsonPointers: ['/spec/replicas'], expressions: [], managers: [] },
    { group: 'apps', kind: '*', jsonPointers: [], expressions: [], managers: ['autoscaler'] },
  ]
  const managedFields = `, managedFields: [{manager: autoscaler, operation: Update, apiVersion: apps/v1, fieldsV1: {"f:spec": {"f:paused": {}}}}]`

  const { objects, asked } = await compare({
    desired: till('{replicas: 2, paused: false}'),
    live: till('{replicas: 5, paused: true}', managedFields),
    application: anApplication({ ignoreDifferences: rules }),
  })

  expect(objects).toMatchObject([{ kind: 'inSync', ignored: ['spec.replicas', 'spec.paused'] }])
  expect(asked).toEqual([])
})

test('a field that we own and Git gave up is drift while it would be removed', async () => {
  const own = `, managedFields: [{manager: plumbline, operation: Apply, apiVersion: apps/v1, fieldsV1: {"f:spec": {"f:paused": {}}}}]`
  const given = { desired: till('{}'), live: till('{paused: true}', own) }

  const removed = await compare({ ...given, answers: { till: till('{}') } })
  const shared = await compare({ ...given, answers: { till: till('{paused: true}') } })

  expect(removed.objects).toMatchObject([
    { kind: 'drifted', fields: [{ path: 'spec.paused', git: { kind: 'absent' }, effect: 'remove' }] },
  ])
  expect(shared.objects).toMatchObject([{ kind: 'inSync' }])
})

test('an object that is not there is missing when its creation would be accepted', async () => {
  const { objects } = await compare({ desired: prices('{}'), answers: { prices: prices('{}') } })

  expect(objects).toMatchObject([{ kind: 'missing', key: { name: 'prices' } }])
})

test('of many objects at most eight are before the judge at a time', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `settings-${at}`)
  const desired = names
    .map((name) => `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, namespace: shop}}`)
    .join('\n---\n')
  let [now, most] = [0, 0]
  const judge: Judge = async () => {
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    now -= 1
    throw refusal('unreachable', 'it does not answer')
  }

  const { comparison } = await compareApp({ ...compareInput({ desired }), judge })

  expect(comparison.objects).toHaveLength(40)
  expect(most).toBe(8)
})

test('what the judge refuses is rejected, what it cannot answer unverified', async () => {
  const { objects } = await compare({
    desired: `${till('{replicas: 2}')}\n---\n${prices('{a: b}')}\n---\n${key('{}')}`,
    live: `${till('{replicas: 1}')}\n---\n${prices('{a: c}')}`,
    answers: {
      till: refusal('invalid', 'spec.selector: field is immutable'),
      prices: refusal('no-dry-run', 'webhook does not support dry run'),
      key: refusal('unavailable', 'try again'),
    },
  })

  expect(objects).toMatchObject([
    { kind: 'rejected', reason: 'immutable' },
    { kind: 'unverified', reason: 'webhook-refuses-dry-run', live: 'yes', fields: [{ path: 'data.a' }] },
    { kind: 'unverified', reason: 'unreachable', live: 'no' },
  ])
})

test('no value of a Secret is in a comparison, and equal ones are told from changed ones', async () => {
  const { objects, verdicts, asked } = await compare({
    desired: key('{same: "c2Ft\\nZQ==", changed: bmV3, added: YWRkZWQ=}'),
    live: key('{same: c2FtZQ==, changed: b2xk, other: b3RoZXI=}'),
    answers: { key: key('{same: c2FtZQ==, changed: bmV3, added: YWRkZWQ=, other: b3RoZXI=}') },
  })

  expect(objects).toMatchObject([
    {
      kind: 'drifted',
      fields: [
        { path: 'data.changed', git: { kind: 'masked' }, live: { kind: 'masked' }, effect: 'overwrite' },
        { path: 'data.added', git: { kind: 'masked' }, live: { kind: 'absent' }, effect: 'set' },
      ],
    },
  ])
  expect(JSON.stringify(objects)).not.toMatch(/c2Ft|bmV3|b2xk|YWRk/)
  expect(verdicts).toEqual({})
  expect(asked).toEqual(['key'])
})

test('a verdict that rested on masked values is not remembered', async () => {
  const { objects, verdicts } = await compare({
    desired: key('{a: bm90IGJhc2U2NA}'),
    live: key('{a: other}'),
    answers: { key: key('{a: other}') },
  })

  expect(objects[0]?.kind).toBe('inSync')
  expect(verdicts).toEqual({})
})

test('a Secret that did not change asks nobody', async () => {
  const { asked } = await compare({ desired: key('{a: c2FtZQ==}'), live: key('{a: c2FtZQ==}') })

  expect(asked).toEqual([])
})

test('what waits for a namespace or a kind of the same plan is unverified, and nobody is asked', async () => {
  const { objects, asked } = await compare({
    desired: `
{apiVersion: v1, kind: Namespace, metadata: {name: annex}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: inside, namespace: annex}}
---
{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: tills.example.com}, spec: {group: example.com, scope: Namespaced, names: {kind: Till}}}
---
{apiVersion: example.com/v1, kind: Till, metadata: {name: first}}`,
    answers: {
      annex: '{apiVersion: v1, kind: Namespace, metadata: {name: annex}}',
      'tills.example.com':
        '{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: tills.example.com}}',
    },
  })

  expect(objects).toMatchObject([
    { kind: 'missing', key: { kind: 'Namespace', name: 'annex' } },
    { kind: 'unverified', reason: 'namespace-in-plan', live: 'no', key: { name: 'inside' } },
    { kind: 'missing', key: { kind: 'CustomResourceDefinition' } },
    { kind: 'unverified', reason: 'kind-in-plan', live: 'no', key: { name: 'first' } },
  ])
  expect(asked).toEqual(['annex', 'tills.example.com'])
})

test('kinds that the cluster does not serve, or cannot tell of', async () => {
  const { objects } = await compare({
    desired: `
{apiVersion: example.com/v1, kind: Till, metadata: {name: unknown}}
---
{apiVersion: apps/v1beta1, kind: Deployment, metadata: {name: old}}
---
{apiVersion: stale.example.com/v1, kind: Lamp, metadata: {name: stale}}
---
{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: lamps.stale.example.com}, spec: {group: stale.example.com, scope: Namespaced, names: {kind: Lamp}}}`,
    answers: {
      'lamps.stale.example.com':
        '{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: lamps.stale.example.com}}',
    },
  })

  expect(objects).toMatchObject([
    { kind: 'rejected', reason: 'unknown-kind' },
    { kind: 'rejected', reason: 'unknown-kind', remedy: 'use version v1' },
    { kind: 'unverified', reason: 'unreachable', live: 'unknown' },
    { kind: 'missing' },
  ])
})

test('an object without name or without namespace is refused before anyone is asked', async () => {
  const { objects } = await compare({
    desired: `
{apiVersion: v1, kind: ConfigMap, metadata: {generateName: a-}}
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: b}}`,
    application: anApplication({ destination: { namespace: '' } }),
  })

  expect(objects).toMatchObject([
    { kind: 'rejected', reason: 'invalid', field: 'metadata.name' },
    { kind: 'rejected', reason: 'invalid', field: 'metadata.namespace' },
  ])
})

test('of a kind that could not be listed nothing is known', async () => {
  const configMaps = discovery.resources.find(({ kind }) => kind === 'ConfigMap')
  if (configMaps === undefined) throw new Error('no such kind')

  const { objects, unlisted } = await compare({
    desired: prices('{}'),
    unreadable: [{ type: configMaps, namespace: 'shop', error: refusal('forbidden', 'may not list') }],
  })

  expect(objects).toMatchObject([{ kind: 'unverified', reason: 'not-listed', live: 'unknown' }])
  expect(unlisted).toEqual([{ group: '', kind: 'ConfigMap', namespace: 'shop', reason: 'may not list' }])
})

const creating = anApplication({ syncPolicy: aSyncPolicy({ options: ['CreateNamespace=true'] }) })
const namespace = '{apiVersion: v1, kind: Namespace, metadata: {name: shop}}'

test('a namespace that is to be created and is not there is part of the comparison', async () => {
  const { objects, asked } = await compare({
    desired: prices('{}'),
    application: creating,
    answers: { shop: namespace },
  })

  expect(objects).toMatchObject([
    { kind: 'missing', key: { kind: 'Namespace', name: 'shop' } },
    { kind: 'unverified', reason: 'namespace-in-plan' },
  ])
  expect(asked).toEqual(['shop'])
})

test('a namespace that is there is left alone; what is live in it shows it without a request', async () => {
  let requests = 0
  const cluster: Cluster = {
    ...silentCluster,
    send: async () => {
      requests += 1
      return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
    },
  }

  const inUse = await compare({ desired: prices('{}'), live: prices('{}'), application: creating, cluster })
  expect(requests).toBe(0)
  const unused = await compare({
    desired: prices('{}'),
    application: creating,
    cluster,
    answers: { prices: prices('{}') },
  })

  expect(requests).toBe(1)
  expect([...inUse.objects, ...unused.objects].map(({ kind }) => kind)).toEqual(['inSync', 'missing'])
})

test('an object that a list brought in another version is read again in the version of its manifest', async () => {
  const cluster: Cluster = {
    ...silentCluster,
    send: async () => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: {
        name: 'till',
        namespace: 'shop',
        uid: 'u9',
        annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:shop/till' },
      },
      spec: { replicas: 2 },
    }),
  }

  const { objects } = await compare({
    desired: till('{replicas: 2}'),
    live: till('{copies: 2}').replace('apps/v1', 'apps/v1beta2'),
    cluster,
  })

  expect(objects).toMatchObject([{ kind: 'inSync', uid: 'u9' }])
})

test('what is live and not in Git comes last, sorted', async () => {
  const old = (name: string) =>
    `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}, annotations: {${mark('/ConfigMap', name)}}}}`

  const { objects } = await compare({
    desired: prices('{}'),
    live: [old('b'), prices('{}'), old('a')].join('\n---\n'),
    inventory: [{ key: { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'a' }, uid: 'uid of a' }],
  })

  expect(
    objects.map((object) => [object.kind, object.key.name, 'kept' in object ? object.kept : '']),
  ).toEqual([
    ['inSync', 'prices', ''],
    ['extraneous', 'a', ''],
    ['extraneous', 'b', 'not-in-inventory'],
  ])
})

test('custom kinds are compared by what the cluster says of their lists, asked once for all', async () => {
  let asked = 0
  const drawer = { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } } }
  const drawers = {
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    items: drawer,
  }
  const spec = { type: 'object', properties: { drawers } }
  const cluster: Cluster = {
    ...silentCluster,
    openApi: async () => {
      asked += 1
      return {
        Till: {
          type: 'object',
          properties: { spec },
          'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Till' }],
        },
      }
    },
  }
  const tills = (list: string) =>
    ['a', 'b']
      .map(
        (name) =>
          `{apiVersion: example.com/v1, kind: Till, metadata: {name: ${name}, annotations: {${mark('example.com/Till', name)}}}, spec: {drawers: ${list}}}`,
      )
      .join('\n---\n')
  const input = compareInput({
    desired: tills('[{name: x}, {name: y}]'),
    live: tills('[{name: y}, {name: z}, {name: x}]'),
    cluster,
  })
  const till = {
    group: 'example.com',
    version: 'v1',
    kind: 'Till',
    resource: 'tills',
    namespaced: true,
    verbs: [],
  }

  const { comparison } = await compareApp({
    ...input,
    discovery: { ...discovery, resources: [...discovery.resources, till] },
  })

  expect(comparison.objects.map(({ kind }) => kind)).toEqual(['inSync', 'inSync'])
  expect(asked).toBe(1)
})

test('what the application may not write shows nothing of what is live, and nobody is asked about it', async () => {
  const { objects, asked, verdicts } = await compare({
    desired: `${prices('{guess: a}')}\n---\n${till('{replicas: 2}')}`,
    live: `${prices('{guess: private}')}\n---\n${till('{replicas: 2}')}`,
    permit: ({ kind }) => (kind === 'ConfigMap' ? 'resource :ConfigMap is not permitted' : undefined),
  })

  expect(objects).toEqual([
    {
      kind: 'unverified',
      key: { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'prices' },
      origin: { path: 'shop/all.yaml', line: 1 },
      reason: 'not-permitted',
      message: 'resource :ConfigMap is not permitted',
      live: 'unknown',
      fields: [],
    },
    expect.objectContaining({ kind: 'inSync' }),
  ])
  expect(asked).toEqual([])
  expect(verdicts).toEqual({})
})

test('the namespace of an application of which nothing is permitted is not looked for', async () => {
  const verbs: string[] = []
  const cluster: Cluster = {
    ...silentCluster,
    send: (request) => {
      verbs.push(request.verb)
      return silentCluster.send(request)
    },
  }

  const { objects } = await compare({
    desired: prices('{}'),
    application: anApplication({ syncPolicy: aSyncPolicy({ options: ['CreateNamespace=true'] }) }),
    cluster,
    permit: () => 'not permitted',
  })

  expect(objects).toMatchObject([
    { reason: 'not-permitted', key: { kind: 'Namespace', name: 'shop' } },
    { reason: 'not-permitted', key: { kind: 'ConfigMap' } },
  ])
  expect(verbs).toEqual([])
})

test('what was recorded of a kind whose group does not answer is not listed', async () => {
  const key = (group: string, name: string) => ({ group, kind: 'Till', namespace: 'shop', name })
  const inventory = ['a', 'b'].map((name) => ({ key: key('stale.example.com', name), uid: name }))

  const { unlisted } = await compare({
    desired: '',
    inventory: [...inventory, { key: key('gone.example.com', 'c'), uid: 'c' }],
  })

  expect(unlisted).toEqual([
    {
      group: 'stale.example.com',
      kind: 'Till',
      namespace: 'shop',
      reason: 'the API group stale.example.com does not answer',
    },
  ])
})
