// The first day of a user of the GitOps simulator and its checklist for platform teams.
//
// Played elsewhere: deletions with prune, stateful objects and the brake, test/scenarios/prune.test.ts; a manager that
// reverts a field three times, test/scenarios/fights.test.ts.
import { expect, test } from 'vitest'
import { at } from '../contract/cluster-case.ts'
import { aStory } from '../support/story.ts'
import { configMap, declaration, deployment } from '../support/world.ts'

const web = '/apis/apps/v1/namespaces/shop/deployments/web'
const settings = '/api/v1/namespaces/shop/configmaps/settings'

const shop = {
  'root/web.yaml': declaration('web'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/web.yaml': deployment('web', '3.9'),
}

test('the diff names what is created and what is updated; the second pass is empty', async () => {
  const story = aStory()
  await story.push(shop)
  story.world.commit({
    'apps/web/settings.yaml': configMap('settings', 'two'),
    'apps/web/extra.yaml': configMap('extra', 'new'),
  })
  const before = await story.status('web')

  await story.push({})
  const after = await story.status('web')

  expect(before).toContain('ConfigMap shop/extra (apps/web/extra.yaml:2): missing; a sync will create it')
  expect(before).toContain('data.value: Git "two", live "one"')
  expect(before).not.toContain('Deployment shop/web')
  expect(after).toMatch(/: Synced, Healthy\n +success: Synced and Healthy: 3 objects\n$/)
})

test('an object that Git no longer has is shown without prune, and stays', async () => {
  const story = aStory()
  await story.push(shop)

  await story.push({ 'apps/web/settings.yaml': null })

  expect(await story.status('web')).toContain('ConfigMap shop/settings')
  expect(at(await story.read(settings), 'data', 'value')).toBe('one')
})

test('rolling back is pushing the older version', async () => {
  const story = aStory()
  await story.push(shop)
  await story.push({ 'apps/web/web.yaml': deployment('web', '3.10') })

  const { status } = await story.push({ 'apps/web/web.yaml': deployment('web', '3.9') })

  expect(status).toBe('success: 1 app: Synced and Healthy')
  expect(at(await story.read(web), 'spec', 'template', 'spec', 'containers', 0, 'image')).toBe(
    'registry.example/web:3.9',
  )
})

test('fields of other controllers are left out: a field that the cluster adds is not fought', async () => {
  const story = aStory()
  await story.push(shop)

  await story.kubectl.patch(web, { metadata: { annotations: { 'cluster.example/added': 'by itself' } } })

  expect(await story.status('web')).toContain('Synced, Healthy')
})

test('environments are directories of one branch: a change of one touches that one alone', async () => {
  const story = aStory()
  const environments = {
    'root/staging.yaml': declaration('staging'),
    'root/production.yaml': declaration('production', { namespace: 'other' }),
    'apps/staging/web.yaml': deployment('web', '3.9'),
    'apps/production/web.yaml': deployment('web', '3.8'),
  }
  await story.push(environments)

  const { commit } = await story.push({ 'apps/staging/web.yaml': deployment('web', '3.10') })

  expect(Object.keys(await story.world.statuses(commit)).toSorted()).toEqual([
    'plumbline/sync',
    'plumbline/sync: prod/staging',
  ])
})

test.todo(
  'lint: image references that move, Secrets in plain text (The cluster engine: compare, plan and sync as true as the API server)',
)
test.todo(
  'the reconciler itself is monitored; sync and health on one dashboard (Console, metrics, deployment, bench)',
)
test.todo('bootstrapping a new cluster from a repository (Console, metrics, deployment, bench)')
