import { expect, test } from 'vitest'
import type { Manifest } from '../../src/kube/manifest.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'
import { syncStatusOf } from '../../src/report/sync-status.ts'
import { anApplication, aSyncPolicy } from '../support/applications.ts'
import { ClusterCase, lines } from './cluster-case.ts'

const namespace = '{apiVersion: v1, kind: Namespace, metadata: {name: shop}}'

/** Everything that reads differently in the cluster than in Git, and means the same. */
const shop = `
${namespace}
---
apiVersion: v1
kind: Service
metadata: {name: till}
spec:
  selector: {app: till}
  ports: [{port: 80, name: http, targetPort: http}, {port: 53, protocol: UDP, name: dns}]
---
apiVersion: v1
kind: Secret
metadata: {name: key}
stringData: {token: hunter2}
data: {old: "c2Ft\\nZQ=="}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: prices, labels: {}}
data: {apple: "3"}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: till, creationTimestamp: null}
spec:
  replicas: 2
  selector: {matchLabels: {app: till}}
  strategy: {}
  template:
    metadata: {creationTimestamp: null, labels: {app: till}}
    spec:
      volumes: []
      containers:
        - name: web
          image: till:3.9
          env: [{name: A, value: "1"}]
          ports: [{containerPort: 80, name: http}]
          resources: {limits: {cpu: 1000m, memory: 1024Mi}, requests: {cpu: 0.5}}
status: {replicas: 7}
`

function manifest(text: string): Manifest {
  return parseYamlValue(text).value as Manifest
}

async function deployed(text: string): Promise<ClusterCase> {
  const shopCase = new ClusterCase()
  await shopCase.apply(text)
  return shopCase
}

test('before the first sync everything is missing or waits for its namespace', async () => {
  const { comparison } = await new ClusterCase().compare(shop)

  expect(lines(comparison.objects)).toEqual([
    'missing Namespace shop',
    'unverified Service till (namespace-in-plan)',
    'unverified Secret key (namespace-in-plan)',
    'unverified ConfigMap prices (namespace-in-plan)',
    'unverified Deployment till (namespace-in-plan)',
  ])
})

test('what was just applied is in sync, and once judged it costs no further question', async () => {
  const shopCase = await deployed(shop)

  const first = await shopCase.compare(shop)
  const second = await shopCase.compare(shop)

  expect(lines(first.comparison.objects)).toEqual([
    'inSync Namespace shop',
    'inSync Service till',
    'inSync Secret key',
    'inSync ConfigMap prices',
    'inSync Deployment till',
  ])
  expect(lines(second.comparison.objects)).toEqual(lines(first.comparison.objects))
  expect(second.asked).toBe(0)
})

test('an unchanged application is read with one list for each kind and namespace', async () => {
  const shopCase = await deployed(shop)
  await shopCase.compare(shop)
  const before = shopCase.sandbox.server.requests.length

  await shopCase.compare(shop)

  const seen = shopCase.sandbox.server.requests.slice(before)
  const lists = seen.filter(({ path }) =>
    /\/(services|secrets|configmaps|deployments|namespaces)(\?|$)/.test(path),
  )
  expect(lists).toHaveLength(5)
  expect(seen.every(({ method }) => method === 'GET')).toBe(true)
})

test('an image bump is one field', async () => {
  const shopCase = await deployed(shop)

  const { comparison } = await shopCase.compare(shop.replace('till:3.9', 'till:3.10'))

  expect(lines(comparison.objects)).toContain(
    '  overwrite spec.template.spec.containers[name=web].image of plumbline',
  )
  expect(lines(comparison.objects).filter((line) => line.startsWith('  '))).toHaveLength(1)
})

test("a person's edit is told with the person's tool", async () => {
  const shopCase = await deployed(shop)
  await shopCase.write(
    manifest(
      '{apiVersion: v1, kind: ConfigMap, metadata: {name: prices, namespace: shop}, data: {apple: "4", pear: "5"}}',
    ),
    'kubectl-edit',
  )

  const { comparison } = await shopCase.compare(shop)

  expect(lines(comparison.objects)).toContain('drifted ConfigMap prices')
  expect(lines(comparison.objects)).toContain('  take-over data.apple of kubectl-edit')
  expect(lines(comparison.objects).filter((line) => line.startsWith('  '))).toHaveLength(1)
})

test('what left Git is removed, unless somebody else holds it too', async () => {
  const shopCase = await deployed(shop)
  const without = shop
    .replace('env: [{name: A, value: "1"}]', 'env: []')
    .replace('data: {apple: "3"}', 'data: {}')

  const alone = await shopCase.compare(without)
  await shopCase.write(
    manifest(
      '{apiVersion: v1, kind: ConfigMap, metadata: {name: prices, namespace: shop}, data: {apple: "3"}}',
    ),
    'helper',
  )
  const shared = await shopCase.compare(without)

  expect(lines(alone.comparison.objects)).toEqual([
    'inSync Namespace shop',
    'inSync Service till',
    'inSync Secret key',
    'drifted ConfigMap prices',
    '  remove data.apple of plumbline',
    'drifted Deployment till',
    '  remove spec.template.spec.containers[name=web].env[name=A] of plumbline',
  ])
  expect(lines(shared.comparison.objects)).toContain('inSync ConfigMap prices')
})

test('a removal becomes drift when the other holder lets go, though a verdict was remembered', async () => {
  const shopCase = await deployed(shop)
  const prices =
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: prices, namespace: shop}, data: {apple: "3"}}'
  const without = shop.replace('data: {apple: "3"}', 'data: {}')
  await shopCase.write(manifest(prices), 'helper')
  await shopCase.compare(without)
  await shopCase.write(manifest(prices.replace(', data: {apple: "3"}', '')), 'helper')

  const { comparison } = await shopCase.compare(without)

  expect(lines(comparison.objects)).toContain('  remove data.apple of plumbline')
})

test('a changed Secret is told by its keys alone', async () => {
  const shopCase = await deployed(shop)

  const { comparison } = await shopCase.compare(shop.replace('hunter2', 'hunter3'))

  expect(lines(comparison.objects)).toContain('  overwrite data.token of plumbline')
  expect(JSON.stringify(comparison)).not.toMatch(/hunter|aHVudGVy/)
})

test('an immutable field is refused by name before anything is written', async () => {
  const shopCase = await deployed(shop)
  const moved = shop.replaceAll('app: till}', 'app: desk}')

  const { comparison } = await shopCase.compare(moved)

  expect(comparison.objects.at(-1)).toMatchObject({
    kind: 'rejected',
    reason: 'immutable',
    field: 'spec.selector',
  })
})

test('an object of ours that left Git is extraneous', async () => {
  const shopCase = await deployed(shop)
  const [, , ...kept] = shop.split('---')

  const { comparison } = await shopCase.compare([namespace, ...kept].join('\n---\n'))

  expect(comparison.objects.at(-1)).toMatchObject({
    kind: 'extraneous',
    key: { kind: 'Service', name: 'till' },
  })
  expect(comparison.objects.at(-1)).not.toHaveProperty('kept')
})

test('a namespace that is asked for is missing until it is there', async () => {
  const shopCase = new ClusterCase(
    anApplication({ syncPolicy: aSyncPolicy({ options: ['CreateNamespace=true'] }) }),
  )
  const prices = '{apiVersion: v1, kind: ConfigMap, metadata: {name: prices}}'

  const before = await shopCase.compare(prices)
  await shopCase.write(manifest(namespace), 'plumbline')
  const after = await shopCase.compare(prices)

  expect(lines(before.comparison.objects)).toEqual([
    'missing Namespace shop',
    'unverified ConfigMap prices (namespace-in-plan)',
  ])
  expect(lines(after.comparison.objects)).toEqual(['missing ConfigMap prices'])
})

test('a namespace that nobody makes is named', async () => {
  const { comparison } = await new ClusterCase().compare(
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}',
  )

  expect(lines(comparison.objects)).toEqual(['rejected ConfigMap a (no-namespace)'])
})

test('an invalid object is refused with its field', async () => {
  const shopCase = await deployed(namespace)

  const { comparison } = await shopCase.compare(
    `${namespace}\n---\n{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {ports: [{port: 0}]}}`,
  )

  expect(comparison.objects.at(-1)).toMatchObject({ kind: 'rejected', reason: 'invalid' })
})

test('two ports of one number and protocol are refused, though the local comparison cannot tell them apart', async () => {
  const service = (ports: string) =>
    `${namespace}\n---\n{apiVersion: v1, kind: Service, metadata: {name: a}, spec: {selector: {a: b}, ports: [${ports}]}}`
  const shopCase = await deployed(service('{port: 80, name: a}'))

  const { comparison } = await shopCase.compare(service('{port: 80, name: a}, {port: 80, name: b}'))

  expect(comparison.objects.at(-1)).toMatchObject({ kind: 'rejected', reason: 'invalid' })
})

const tills = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: tills.shop.example.com}
spec:
  group: shop.example.com
  scope: Namespaced
  names: {kind: Till, plural: tills, singular: till, listKind: TillList}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
                drawers:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [name]
                  items:
                    type: object
                    required: [name]
                    properties:
                      name: {type: string}
                      slots: {type: integer, default: 4}
                      note: {type: string}
`

const aTill = (drawers: string): string =>
  `${namespace}\n---${tills}\n---\n{apiVersion: shop.example.com/v1, kind: Till, metadata: {name: first}, spec: {drawers: [${drawers}]}}`

test('a version comes with the plan only where its definition serves it there', async () => {
  const shopCase = await deployed(aTill('{name: a}'))
  const inNext = (served: boolean): string => {
    const next = `    - {name: v2, served: ${served}, storage: false, schema: {openAPIV3Schema: {type: object}}}\n`
    const first = '{apiVersion: shop.example.com/v2, kind: Till, metadata: {name: first}}'
    return `${namespace}\n---${tills}${next}---\n${first}`
  }

  const served = await shopCase.compare(inNext(true))
  const unserved = await shopCase.compare(inNext(false))

  expect(served.comparison.objects.at(-1)).toMatchObject({ reason: 'kind-in-plan', live: 'unknown' })
  expect(syncStatusOf(served.comparison)).toBe('OutOfSync')
  expect(unserved.comparison.objects.at(-1)).toMatchObject({
    kind: 'rejected',
    reason: 'unknown-kind',
    remedy: 'use version v1',
  })
})

test('a kind that comes with its first object is unverified, and served it is compared by its own keys', async () => {
  const shopCase = new ClusterCase()
  const both = aTill('{name: a}, {name: b, slots: 8}')

  const before = await shopCase.compare(both)
  await shopCase.apply(both)
  const after = await shopCase.compare(both)
  const changed = await shopCase.compare(aTill('{name: b, slots: 9}, {name: a, note: x}'))

  expect(lines(before.comparison.objects)).toEqual([
    'missing Namespace shop',
    'missing CustomResourceDefinition tills.shop.example.com',
    'unverified Till first (kind-in-plan)',
  ])
  expect(lines(after.comparison.objects)).toEqual([
    'inSync Namespace shop',
    'inSync CustomResourceDefinition tills.shop.example.com',
    'inSync Till first',
  ])
  expect(lines(changed.comparison.objects).slice(2)).toEqual([
    'drifted Till first',
    '  overwrite spec.drawers[name=b].slots of plumbline',
    '  set spec.drawers[name=a].note',
  ])
})

test('while the API server cannot be reached, what differs is unverified and nothing is called in sync', async () => {
  const shopCase = await deployed(shop)
  const bumped = shop.replace('till:3.9', 'till:3.10')
  shopCase.sandbox.server.intercept((request) => (request.isDryRun ? 'drop-before' : 'pass'))

  const { comparison } = await shopCase.compare(bumped)

  expect(lines(comparison.objects).slice(-2)).toEqual([
    'unverified Deployment till (unreachable)',
    '  overwrite spec.template.spec.containers[name=web].image of plumbline',
  ])
})
