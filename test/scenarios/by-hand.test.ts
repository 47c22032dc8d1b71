// The loop by hand: each exercise names a rule.
//
// Played elsewhere: what is pruned and what is left alone, test/scenarios/prune.test.ts; normalising a manifest, test/diff/desired-objects.test.ts; the words of health,
// test/health/assess-health.test.ts.
import { expect, test } from 'vitest'
import { resourceOf } from '../../src/cluster/discovery.ts'
import { applyObject } from '../../src/cluster/requests.ts'
import { at, refusal } from '../contract/cluster-case.ts'
import { aStory } from '../support/story.ts'
import { configMap, declaration, deployment } from '../support/world.ts'

const web = '/apis/apps/v1/namespaces/shop/deployments/web'

const shop = {
  'root/web.yaml': declaration('web'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/web.yaml': deployment('web', '3.9'),
}

test('what is applied bears a mark of its owner', async () => {
  const story = aStory()
  await story.push(shop)

  const live = await story.read(web)

  expect(at(live, 'metadata', 'annotations', 'argocd.argoproj.io/tracking-id')).toBe(
    'web:apps/Deployment:shop/web',
  )
  expect(at(live, 'metadata', 'managedFields', 0)).toMatchObject({ manager: 'plumbline', operation: 'Apply' })
})

test('the switches are read as they are declared: CreateNamespace, PruneLast, ServerSideApply, allowEmpty', async () => {
  const story = aStory()
  const switches = declaration('web', {
    policy: 'automated: { prune: true, selfHeal: true, allowEmpty: false }',
  })
  const { status } = await story.push({
    ...shop,
    'root/web.yaml': switches.replace(
      '[CreateNamespace=true]',
      '[CreateNamespace=true, PruneLast=true, ServerSideApply=true]',
    ),
  })

  expect(status).toBe('success: 1 app: Synced and Healthy')
  expect(await story.read('/api/v1/namespaces/shop')).toBeDefined()
})

test('comparing is containment: replicas that Git does not declare may be whatever they are', async () => {
  const story = aStory()
  await story.push({
    ...shop,
    'apps/web/web.yaml': deployment('web', '3.9').replace('replicas: 2', 'paused: false'),
  })

  await story.kubectl.scale(web, 7)

  expect(await story.status('web')).toContain('Synced, ')
  expect(at(await story.read(web), 'spec', 'replicas')).toBe(7)
})

test('heal one side only: a declared image comes back, undeclared replicas stay', async () => {
  const story = aStory()
  await story.push({
    'root/web.yaml': declaration('web', { policy: 'automated: { selfHeal: true }' }),
    'apps/web/web.yaml': deployment('web', '3.9').replace('replicas: 2', 'paused: false'),
  })
  await story.kubectl.scale(web, 7)
  const containers = [{ name: 'main', image: 'registry.example/web:hot' }]
  await story.kubectl.patch(web, { spec: { template: { spec: { containers } } } })

  await story.sweep()

  const live = await story.read(web)
  expect(at(live, 'spec', 'template', 'spec', 'containers', 0, 'image')).toBe('registry.example/web:3.9')
  expect(at(live, 'spec', 'replicas')).toBe(7)
})

test('without force the API server answers with a conflict that names the manager', async () => {
  const story = aStory()
  await story.push(shop)
  await story.kubectl.scale(web, 5)
  const cluster = story.world.sandbox.open()
  const type = resourceOf(await cluster.discovery(), 'apps', 'v1', 'Deployment')
  if (type === undefined) throw new Error('there are no Deployments')

  const conflict = await refusal(
    applyObject(
      cluster,
      type,
      {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'web', namespace: 'shop' },
        spec: { replicas: 2 },
      },
      { fieldManager: 'plumbline', force: false },
    ),
  )

  expect(conflict.code).toBe('apply-conflict')
  expect(conflict.message).toContain('"kubectl" with subresource "scale"')
})

test('objects without our mark are nobody’s candidates: kube-root-ca.crt, and what others made', async () => {
  const story = aStory()
  await story.push({ ...shop, 'root/web.yaml': declaration('web', { policy: 'automated: { prune: true }' }) })
  await story.kubectl.create('/api/v1/namespaces/shop/configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'made-by-hand' },
  })

  const { status } = await story.push({ 'apps/web/settings.yaml': configMap('settings', 'two') })

  expect(status).toMatch(/^success/)
  expect(await story.status('web')).toContain('Synced, Healthy')
  expect(await story.read('/api/v1/namespaces/shop/configmaps/made-by-hand')).toBeDefined()
  expect(await story.read('/api/v1/namespaces/shop/configmaps/kube-root-ca.crt')).toBeDefined()
})

test('an empty render is refused, and nothing is deleted', async () => {
  const story = aStory()
  await story.push({ ...shop, 'root/web.yaml': declaration('web', { policy: 'automated: { prune: true }' }) })

  const { status } = await story.push({
    'apps/web/settings.yaml': null,
    'apps/web/web.yaml': null,
    'apps/web/README.md': 'nothing here',
  })

  expect(status).toMatch(/^failure: .*(empty|no objects|nothing)/i)
  expect(await story.read(web)).toBeDefined()
})

test('Synced and not Healthy at once, with the reason: a bad image', { timeout: 30_000 }, async () => {
  const story = aStory()
  await story.push({ ...shop, 'apps/web/web.yaml': deployment('web', 'broken') })

  const said = await story.status('web')

  expect(said).toMatch(/: Synced, (Progressing|Degraded)\n/)
})

test.todo(
  'an ignored /spec/replicas is left as it is (The cluster engine: compare, plan and sync as true as the API server)',
)
