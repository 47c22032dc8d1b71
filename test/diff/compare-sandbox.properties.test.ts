import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ClusterCase, lines } from './cluster-case.ts'

const aText = fc.constantFrom('', 'a', '1', 'true', '2Gi', 'line\nline', 'ünïcode')
const aData = fc.dictionary(fc.constantFrom('a', 'b.c', 'd_e', '__proto__'), aText)
const aLabels = fc.dictionary(fc.constantFrom('app', 'example.com/tier'), fc.constantFrom('a', 'b', ''))
const aQuantity = fc.constantFrom('1', '1000m', '0.5', 0.5, '500m', 2, '1e3', '1024Mi', '1Gi', '0')

const aContainer = fc.record(
  {
    name: fc.constantFrom('web', 'side', 'log'),
    image: fc.constantFrom('a:1', 'b:2'),
    args: fc.array(fc.constantFrom('-v', ''), { maxLength: 2 }),
    env: fc.uniqueArray(fc.record({ name: fc.constantFrom('A', 'B', 'C'), value: aText }), {
      selector: ({ name }) => name,
      maxLength: 3,
    }),
    ports: fc.uniqueArray(
      fc.record(
        { containerPort: fc.integer({ min: 80, max: 82 }), protocol: fc.constantFrom('TCP', 'UDP') },
        { requiredKeys: ['containerPort'] },
      ),
      { selector: ({ containerPort, protocol = 'TCP' }) => `${containerPort}/${protocol}`, maxLength: 3 },
    ),
    resources: fc.record({ limits: fc.record({ cpu: aQuantity, memory: aQuantity }, { requiredKeys: [] }) }),
    securityContext: fc.constant({}),
  },
  { requiredKeys: ['name', 'image'] },
)

const aDeployment = fc
  .record({
    labels: aLabels,
    replicas: fc.nat(3),
    containers: fc.uniqueArray(aContainer, { selector: ({ name }) => name, minLength: 1, maxLength: 3 }),
    volumes: fc.uniqueArray(
      fc.record({ name: fc.constantFrom('x', 'y'), emptyDir: fc.constantFrom({}, { sizeLimit: '1024Mi' }) }),
      { selector: ({ name }) => name, maxLength: 2 },
    ),
    tolerations: fc.array(fc.constant({ key: 'a', operator: 'Exists' }), { maxLength: 1 }),
    strategy: fc.constantFrom({}, { type: 'RollingUpdate' }, { rollingUpdate: { maxSurge: 1 } }),
  })
  .map(({ labels, replicas, strategy, ...podSpec }) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'till', labels },
    spec: {
      replicas,
      strategy,
      selector: { matchLabels: { app: 'till' } },
      template: { metadata: { labels: { app: 'till' }, creationTimestamp: null }, spec: podSpec },
    },
  }))

const aService = fc
  .uniqueArray(
    fc.record(
      {
        port: fc.integer({ min: 80, max: 82 }),
        protocol: fc.constantFrom('TCP', 'UDP'),
        targetPort: fc.constantFrom(80, 'http'),
      },
      { requiredKeys: ['port'] },
    ),
    { selector: ({ port, protocol = 'TCP' }) => `${port}/${protocol}`, minLength: 1, maxLength: 3 },
  )
  .map((ports) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'till' },
    spec: { selector: { app: 'till' }, ports: ports.map((port, at) => ({ name: `p${at}`, ...port })) },
  }))

const aConfigMap = fc.record({ data: aData, labels: aLabels }).map(({ data, labels }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'prices', labels },
  data,
}))

const aSecret = aData.map((stringData) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'key' },
  stringData,
}))

const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }
const aShop = fc
  .tuple(aService, aSecret, aConfigMap, aDeployment)
  .map((objects) => [namespace, ...objects].map((object) => JSON.stringify(object)).join('\n---\n'))

const inSync = [
  'inSync Namespace shop',
  'inSync Service till',
  'inSync Secret key',
  'inSync ConfigMap prices',
  'inSync Deployment till',
]

test('comparing a thing with what was just applied finds nothing, and asks at most once', async () => {
  await fc.assert(
    fc.asyncProperty(aShop, async (shop) => {
      const shopCase = new ClusterCase()
      await shopCase.apply(shop)

      const first = await shopCase.compare(shop)
      const second = await shopCase.compare(shop)

      expect(lines(first.comparison.objects)).toEqual(inSync)
      expect(lines(second.comparison.objects)).toEqual(inSync)
      expect(second.asked).toBe(0)
    }),
    { numRuns: 20 },
  )
})

test('an update that is applied leaves nothing to find', async () => {
  await fc.assert(
    fc.asyncProperty(aShop, aShop, async (before, after) => {
      const shopCase = new ClusterCase()
      await shopCase.apply(before)
      await shopCase.compare(after)
      await shopCase.apply(after)

      expect(lines((await shopCase.compare(after)).comparison.objects)).toEqual(inSync)
    }),
    { numRuns: 15 },
  )
})

test('what a comparison calls in sync, an apply does not change', async () => {
  await fc.assert(
    fc.asyncProperty(aShop, aShop, async (before, after) => {
      const shopCase = new ClusterCase()
      await shopCase.apply(before)
      const { comparison } = await shopCase.compare(after)
      const old = shopCase.contents()

      await shopCase.apply(after)

      const now = shopCase.contents()
      const quiet = comparison.objects.filter(({ kind }) => kind === 'inSync').map(({ key }) => key.kind)
      expect(old.size).toBe(5)
      for (const kind of quiet) expect(now.get(kind)).toEqual(old.get(kind))
    }),
    { numRuns: 15 },
  )
})
