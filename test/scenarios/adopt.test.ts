import { expect, test } from 'vitest'
import { adopt } from '../../src/engine/adopt.ts'
import { terminate } from '../../src/engine/terminate.ts'
import type { Json } from '../../src/kube/json.ts'
import { acquireLease, applicationLease, releaseLease } from '../../src/sync/lease.ts'
import { recordPlace } from '../../src/sync/record-store.ts'
import { aStory, type Story } from '../support/story.ts'
import { configMap, declaration, deployment, fullName } from '../support/world.ts'

const web = '/apis/apps/v1/namespaces/shop/deployments/web'
const settings = '/api/v1/namespaces/shop/configmaps/settings'

const files = {
  'root/web.yaml': declaration('web', { policy: 'automated: { prune: true }' }),
  'apps/web/settings.yaml': configMap('settings', 'new'),
}

const fluxLabels = {
  'kustomize.toolkit.fluxcd.io/name': 'shop',
  'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
}

/** As Flux left it: its labels, its Apply entry, and a key that Git does not have any more. */
async function fluxHas(story: Story): Promise<void> {
  await story.kubectl.create('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop' },
  })
  await story.apply(`${settings}?fieldManager=kustomize-controller&force=true`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'settings',
      labels: fluxLabels,
    },
    data: { value: 'old', gone: 'x' },
  })
}

test('objects of Flux are refused until they are adopted; then they are synced, and what left Git leaves them', async () => {
  const story = aStory()
  await fluxHas(story)
  const { status } = await story.push(files)
  expect(status).toMatch(/^failure/)
  expect(await story.status('web')).toContain(
    'is managed by kustomize-controller (field manager); stop that there, then: plumbline adopt web',
  )
  expect(await story.read(settings)).toMatchObject({ data: { value: 'old' } })

  const result = await adopt(story.instance.ports, 'web', 'ada')
  await story.instance.run()

  expect(result).toMatchObject({
    kind: 'adopted',
    objects: [{ key: { kind: 'ConfigMap', name: 'settings' }, from: 'kustomize-controller' }],
  })
  const after = await story.read(settings)
  expect(after).toMatchObject({ data: { value: 'new' } })
  expect(after).not.toHaveProperty('data.gone')
  expect(after).not.toHaveProperty(['metadata', 'labels'])
  expect(managersOf(after)).toEqual(['plumbline'])
  expect(await story.status('web')).toContain('Synced, Healthy')
})

test('adopting changes no value before the sync, and a second time there is nothing to adopt', async () => {
  const story = aStory()
  await fluxHas(story)
  await story.push({ ...files, 'root/web.yaml': declaration('web', { policy: 'retry: { limit: 1 }' }) })

  await adopt(story.instance.ports, 'web', 'ada')
  await story.instance.run()

  expect(await story.read(settings)).toMatchObject({ data: { value: 'old', gone: 'x' } })
  expect(await adopt(story.instance.ports, 'web', 'ada')).toEqual({ kind: 'nothing-to-adopt' })
  expect(await adopt(story.instance.ports, 'other', 'ada')).toEqual({ kind: 'unknown-application' })
})

test('what the application may not write is left to whoever has it', async () => {
  const story = aStory()
  await fluxHas(story)
  await story.push({
    ...files,
    'root/web.yaml': declaration('web').replace('project: default', 'project: team'),
    'root/team.yaml': `
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: { name: team, namespace: argocd }
spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: shop }], namespaceResourceBlacklist: [{ group: '', kind: ConfigMap }] }
`,
    'apps/web/web.yaml': deployment('web', '1'),
  })

  expect(await adopt(story.instance.ports, 'web', 'ada')).toEqual({ kind: 'nothing-to-adopt' })
  expect(managersOf(await story.read(settings))).toEqual(['kustomize-controller'])
  expect(await story.read(web)).toBeUndefined()
})

function managersOf(object: Json | undefined): readonly string[] {
  const { metadata } = object as { metadata: { managedFields: readonly { manager: string }[] } }
  return [...new Set(metadata.managedFields.map(({ manager }) => manager))]
}

test('nothing is adopted beside a sync that runs, nor while somebody else has the lease', async () => {
  const story = aStory()
  const { world, instance } = story
  instance.push(world.commit({ ...files, 'apps/web/web.yaml': deployment('web', 'hanging') }))
  await instance.run(() => instance.waiting.some(({ kind }) => kind === 'continue'))
  await fluxTakes(story)
  expect(await adopt(instance.ports, 'web', 'ada')).toEqual({ kind: 'busy' })

  await terminate(instance.ports, 'web', { by: 'ada' })
  const place = recordPlace(instance.ports.cluster('prod'), 'test', 'web')
  const held = await acquireLease(applicationLease(place), 'another', instance.ports.now())
  expect(await adopt(instance.ports, 'web', 'ada')).toEqual({ kind: 'busy' })
  expect(managersOf(await story.read(settings))).toContain('kustomize-controller')

  if (held !== undefined) await releaseLease(applicationLease(place), held, instance.ports.now())
  expect(await adopt(instance.ports, 'web', 'ada')).toMatchObject({ kind: 'adopted' })
})

async function fluxTakes(story: Story): Promise<void> {
  await story.apply(`${settings}?fieldManager=kustomize-controller&force=true`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'settings', labels: fluxLabels },
    data: { value: 'old' },
  })
}

async function refusedByFlux() {
  const story = aStory()
  await fluxHas(story)
  story.world.commit({ 'apps/web/.keep': '' })
  const { number } = story.world.propose(files)
  const commit = story.world.git.mergePullRequest(fullName, number)
  story.instance.push(commit)
  await story.instance.run()
  return { story, number, commit }
}

test.each([{ kind: 'adopt', application: 'web' }, { kind: 'adopt' }] as const)(
  'a comment of somebody who may write adopts: %j',
  async (command) => {
    const { story, number, commit } = await refusedByFlux()
    expect((await story.world.statuses(commit))['plumbline/sync']).toMatch(/^failure/)

    story.instance.comment(number, 'ada', command)
    await story.instance.run()

    expect(managersOf(await story.read(settings))).toEqual(['plumbline'])
    expect((await story.world.statuses(commit))['plumbline/sync']).toMatch(/^success/)
  },
)

test.each([
  ['eve', 'web'],
  ['ada', 'other'],
])('a comment of %s adopts nothing of %s', async (author, application) => {
  const { story, number, commit } = await refusedByFlux()

  story.instance.comment(number, author, { kind: 'adopt', application })
  await story.instance.run()

  expect(managersOf(await story.read(settings))).toEqual(['kustomize-controller'])
  expect((await story.world.statuses(commit))['plumbline/sync']).toMatch(/^failure/)
})
