import { expect, test } from 'vitest'
import { adopt } from '../../src/engine/adopt.ts'
import { aStory, type Story } from '../support/story.ts'
import { configMap, declaration } from '../support/world.ts'

const settings = '/api/v1/namespaces/shop/configmaps/settings'
const label = 'app.kubernetes.io/instance'

function tracked(method: string, more = ''): string {
  return `
apiVersion: v1
kind: ConfigMap
metadata: { name: argocd-cm, namespace: argocd }
data: { application.resourceTrackingMethod: ${method}${more} }
`
}

const files = {
  'root/cm.yaml': tracked('label'),
  'root/web.yaml': declaration('web', { policy: 'automated: { prune: true, selfHeal: true }' }),
  'apps/web/settings.yaml': configMap('settings', 'new'),
}

/** As an old Argo CD left it, which applied as kubectl does: nothing but the label says whose it is. */
async function labelledFor(story: Story, application: string, key = label): Promise<void> {
  await story.kubectl.create('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop' },
  })
  await story.kubectl.create('/api/v1/namespaces/shop/configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', labels: { [key]: application } },
    data: { value: 'old' },
  })
}

test('an object that Argo CD’s label gives to another application is refused until it is adopted', async () => {
  const story = aStory()
  await labelledFor(story, 'shop')
  const { status } = await story.push(files)

  expect(status).toMatch(/^failure/)
  expect(await story.status('web')).toContain(
    'is managed by argocd-controller (label of application shop); stop that there, then: plumbline adopt web',
  )
  expect(await story.read(settings)).toMatchObject({ data: { value: 'old' } })

  await adopt(story.instance.ports, 'web', 'ada')
  await story.instance.run()

  expect(await story.read(settings)).toMatchObject({
    metadata: { labels: { [label]: 'web' } },
    data: { value: 'new' },
  })
  expect(await story.status('web')).toContain('Synced, Healthy')
})

test('the label of the application itself is no claim, and stays as it is', async () => {
  const story = aStory()
  await labelledFor(story, 'web')

  const { status } = await story.push(files)

  expect(status).toBe('success: 1 app: Synced and Healthy')
  expect(await story.read(settings)).toMatchObject({
    metadata: { labels: { [label]: 'web' } },
    data: { value: 'new' },
  })
})

test('without that setting the label is a chart’s own, and says nothing', async () => {
  const story = aStory()
  await labelledFor(story, 'my-release')

  const { status } = await story.push({ ...files, 'root/cm.yaml': null })

  expect(status).toBe('success: 1 app: Synced and Healthy')
  expect(await story.read(settings)).toMatchObject({ metadata: { labels: { [label]: 'my-release' } } })
})

test('a label of another name is read where the settings name it', async () => {
  const story = aStory()
  await labelledFor(story, 'shop', 'team/app')

  await story.push({
    ...files,
    'root/cm.yaml': tracked('label', ', application.instanceLabelKey: team/app'),
  })

  expect(await story.status('web')).toContain('(label of application shop)')
})

test('what is synced already gets the label when the settings ask for it, and is nobody else’s for the one that it had', async () => {
  const story = aStory()
  const charted = configMap('settings', 'new').replace(
    'metadata: {',
    `metadata: { labels: { ${label}: my-release },`,
  )
  await story.push({ ...files, 'root/cm.yaml': null, 'apps/web/settings.yaml': charted })
  expect(await story.read(settings)).toMatchObject({ metadata: { labels: { [label]: 'my-release' } } })

  const { status } = await story.push({ 'root/cm.yaml': tracked('annotation+label') })
  expect(status).toBe('success: 1 app: Synced and Healthy')
  expect(await story.read(settings)).toMatchObject({ metadata: { labels: { [label]: 'web' } } })

  await story.push({ 'root/cm.yaml': tracked('label') })
  expect(await story.status('web')).toContain('Synced, Healthy')
})

test('an unknown way of tracking stops the applications of its root', async () => {
  const story = aStory()

  await story.push({ ...files, 'root/cm.yaml': tracked('labels') })

  expect(await story.status('web')).toMatch(
    /argocd-cm cannot be used: .*must be annotation, label or annotation\+label \(root\/cm\.yaml:5\)/,
  )
  expect(await story.read(settings)).toBeUndefined()
})

test('what another GitOps manager has taken since is not pruned with its file', async () => {
  const story = aStory()
  await story.push({ ...files, 'root/cm.yaml': null, 'apps/web/more.yaml': configMap('more', '1') })
  await story.apply(`${settings}?fieldManager=argocd-controller&force=true`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings' },
    data: { value: 'theirs' },
  })

  const { status } = await story.push({ 'apps/web/settings.yaml': null })

  expect(await story.read(settings)).toMatchObject({ data: { value: 'theirs' } })
  expect(status).toBe('success: 1 app: Synced and Healthy')
})
