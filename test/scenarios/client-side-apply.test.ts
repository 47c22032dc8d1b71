import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { aStory, type Story } from '../support/story.ts'
import { configMap, declaration, deployment } from '../support/world.ts'

const settings = '/api/v1/namespaces/shop/configmaps/settings'

const files = {
  'root/web.yaml': declaration('web', { policy: 'retry: { limit: 1 }' }),
  'apps/web/settings.yaml': configMap('settings', 'new'),
}
const automated = { 'root/web.yaml': declaration('web') }

/** As `kubectl apply`, or another client, left it; `legacy` is no longer in Git. */
async function writtenBy(story: Story, manager: string, annotations: Record<string, string>): Promise<void> {
  const { cluster, controllers } = story.world.sandbox
  const create = (resource: string, body: object, namespace?: string) =>
    cluster.send({
      verb: 'create',
      group: '',
      version: 'v1',
      resource,
      ...(namespace === undefined ? {} : { namespace }),
      options: { fieldManager: manager },
      body: JSON.parse(JSON.stringify(body)),
    })
  await create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  const metadata = { name: 'settings', annotations }
  const data = { value: 'old', legacy: 'x' }
  await create('configmaps', { apiVersion: 'v1', kind: 'ConfigMap', metadata, data }, 'shop')
  controllers.settle()
}

const lastApplied = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' }

test('what kubectl applied and Git does not have is announced before it goes', async () => {
  const story = aStory()
  await writtenBy(story, 'kubectl-client-side-apply', lastApplied)
  await story.push(files)

  expect(await story.status('web')).toMatch(/data\.legacy.*(remove|-)/)
  expect(await story.read(settings)).toMatchObject({ data: { value: 'old', legacy: 'x' } })

  await story.push(automated)

  expect(await story.read(settings)).toHaveProperty('data', { value: 'new' })
  expect(await story.status('web')).toContain('Synced, Healthy')
})

test('defaults that kubectl apply owns are not announced to go: they come again by themselves', async () => {
  const story = aStory()
  const { cluster, controllers } = story.world.sandbox
  const place = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop' }
  await writtenBy(story, 'kubectl-client-side-apply', lastApplied)
  const written = JSON.parse(JSON.stringify(parse(deployment('web', '3.9'))))
  const metadata = { name: 'web', annotations: lastApplied }
  const body = { ...written, metadata, spec: { ...written.spec, minReadySeconds: 7 } }
  const options = { fieldManager: 'kubectl-client-side-apply' }
  await cluster.send({ verb: 'create', ...place, options, body })
  controllers.settle()

  await story.push({ ...files, 'apps/web/web.yaml': deployment('web', '3.9') })

  const status = await story.status('web')
  expect(status).toMatch(/spec\.minReadySeconds: Git nothing, live 7; .*; a sync will remove it/)
  expect(status).toMatch(/data\.legacy: .*; a sync will remove it/)
  expect(status.match(/a sync will remove it/g)).toHaveLength(2)
})

test('with ClientSideApplyMigration=false it is neither announced nor removed', async () => {
  const story = aStory()
  await writtenBy(story, 'kubectl-client-side-apply', lastApplied)
  const off = (text: string) =>
    text.replace('[CreateNamespace=true]', '[CreateNamespace=true, ClientSideApplyMigration=false]')
  await story.push({ ...files, 'root/web.yaml': off(files['root/web.yaml']) })

  expect(await story.status('web')).not.toContain('legacy')

  await story.push({ 'root/web.yaml': off(automated['root/web.yaml']) })

  expect(await story.read(settings)).toHaveProperty('data', { value: 'new', legacy: 'x' })
})

test('the fields of a manager that the Application names are taken over like those of kubectl apply', async () => {
  const story = aStory()
  await writtenBy(story, 'old-operator', {})
  const named = (text: string) =>
    text.replace(
      'metadata: { name: web }',
      'metadata: { name: web, annotations: { argocd.argoproj.io/client-side-apply-migration-manager: old-operator } }',
    )
  await story.push({ ...files, 'root/web.yaml': named(files['root/web.yaml']) })
  expect(await story.status('web')).toMatch(/data\.legacy/)

  await story.push({ 'root/web.yaml': named(automated['root/web.yaml']) })

  expect(await story.read(settings)).toHaveProperty('data', { value: 'new' })
})

test('without being named, the fields of another manager stay', async () => {
  const story = aStory()
  await writtenBy(story, 'old-operator', {})
  await story.push({ ...files, ...automated })

  expect(await story.read(settings)).toHaveProperty('data', { value: 'new', legacy: 'x' })
})
