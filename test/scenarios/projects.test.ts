import { expect, test } from 'vitest'
import { aStory } from '../support/story.ts'
import { aWorld, configMap, declaration, deployment, hook } from '../support/world.ts'

const web = '/apis/apps/v1/namespaces/shop/deployments/web'

function project(spec: string, name = 'team'): string {
  return `
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: { name: ${name}, namespace: argocd }
spec: ${spec}
`
}

const wide =
  "{ sourceRepos: ['*'], destinations: [{ server: '*', namespace: shop }], clusterResourceWhitelist: [{ group: '', kind: Namespace }] }"

function app(name: string, namespace = 'shop', policy = 'automated: { prune: true }'): string {
  return declaration(name, { namespace, policy }).replace('project: default', 'project: team')
}

const files = {
  'root/web.yaml': app('web'),
  'root/project.yaml': project(wide),
  'apps/web/web.yaml': deployment('web', '1'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
}

test('an application is deployed under a project that permits it', async () => {
  const story = aStory()

  const { status } = await story.push(files)

  expect(status).toBe('success: 1 app: Synced and Healthy')
  expect(await story.read(web)).toBeDefined()
})

test.each([
  [
    'a source',
    wide.replace("sourceRepos: ['*']", "sourceRepos: ['https://elsewhere.example/**']"),
    "application repo .*platform/config.git is not permitted in project 'team'",
  ],
  [
    'a destination',
    wide.replace('namespace: shop', 'namespace: other'),
    "application destination server 'https://kubernetes.default.svc' and namespace 'shop' do not match any of the allowed destinations in project 'team'",
  ],
  [
    'a kind',
    wide.replace('sourceRepos', "namespaceResourceBlacklist: [{ group: apps, kind: '*' }], sourceRepos"),
    'resource apps:Deployment is not permitted in project team',
  ],
  [
    'a cluster-scoped kind',
    wide.replace('kind: Namespace', 'kind: Namespace, name: other'),
    'resource :Namespace is not permitted in project team',
  ],
  [
    'what cannot be enforced',
    wide.replace('sourceRepos', 'syncWindows: [{ kind: deny }], sourceRepos'),
    'spec.syncWindows is not enforced yet',
  ],
])(
  '%s that the project does not permit is refused by name, and nothing is written',
  async (_, spec, message) => {
    const story = aStory()

    const { status } = await story.push({ ...files, 'root/project.yaml': project(spec) })

    expect(status).toMatch(/^failure/)
    expect(await story.status('web')).toMatch(new RegExp(message))
    expect(await story.read('/api/v1/namespaces/shop')).toBeUndefined()
  },
)

test('a project that does not exist is an error, also where another root may have declared it for itself', async () => {
  const story = aStory()

  await story.push({ ...files, 'root/project.yaml': project(wide, 'others') })

  expect(await story.status('web')).toContain('Application referencing project team which does not exist')
  expect(await story.read(web)).toBeUndefined()
})

test('the project default governs once it is declared', async () => {
  const story = aStory()
  await story.push({ 'root/web.yaml': declaration('web'), 'apps/web/web.yaml': deployment('web', '1') })
  expect(await story.read(web)).toBeDefined()

  const { status } = await story.push({ 'root/default.yaml': project('{ sourceRepos: [] }', 'default') })

  expect(status).toMatch(/^failure/)
  expect(await story.status('web')).toContain("is not permitted in project 'default'")
})

test('hooks and deletions are under the project too: what it took back is neither run nor pruned, nor shown', async () => {
  const story = aStory()
  await story.push({ ...files, 'apps/web/migrate.yaml': hook('migrate', 'PreSync') })
  const settings = '/api/v1/namespaces/shop/configmaps/settings'
  expect(await story.read(settings)).toBeDefined()

  const { status } = await story.push({
    'apps/web/settings.yaml': null,
    'root/project.yaml': project(
      wide.replace(
        'sourceRepos',
        "namespaceResourceBlacklist: [{ group: '', kind: ConfigMap }, { group: batch, kind: Job }], sourceRepos",
      ),
    ),
  })

  expect(status).toMatch(/^failure/)
  expect(await story.status('web')).toContain('resource batch:Job is not permitted in project team')
  expect(await story.read(settings)).toBeDefined()
})

test('an application that loses its destination is neither looked at nor written, and comes back with it', async () => {
  const story = aStory()
  await story.push(files)
  await story.push({ 'root/project.yaml': project(wide.replace('namespace: shop', 'namespace: other')) })
  await story.kubectl.scale(web, 7)
  expect(await story.status('web')).not.toContain('replicas')

  const { status } = await story.push({ 'root/project.yaml': project(wide) })

  expect(status).toBe('pending: 1 app: 1 pending; web: drifted, self-heal is off: 1 of 2 objects differs')
})

test('an application cannot give itself a project: one among its manifests does not count', async () => {
  const story = aStory()

  await story.push({
    ...files,
    'root/project.yaml': project('{ sourceRepos: [] }', 'other'),
    'root/children.yaml': declaration('children'),
    'apps/children/project.yaml': project(wide),
  })

  const status = await story.status()
  expect(status).toContain('AppProject team stands in an application')
  expect(status).toContain('Application referencing project team which does not exist')
  expect(await story.read(web)).toBeUndefined()
})

test('a pull request is planned under the projects of its base, and says that its own count from the merge on', async () => {
  const world = aWorld()
  const instance = world.start()
  instance.push(world.commit(files))
  await instance.run()
  const { head, number } = world.propose({
    'root/project.yaml': project(wide.replace('namespace: shop', "namespace: '*'")),
    'root/free.yaml': app('free', 'other'),
    'apps/free/settings.yaml': configMap('settings', 'two'),
  })

  instance.pullRequest(number)
  await instance.run()

  expect((await world.statuses(head))['plumbline/plan']).toMatch(/^failure/)
  const comments = JSON.stringify(world.git.comments('platform/config', number))
  expect(comments).toContain('do not match any of the allowed destinations')
  expect(comments).toContain('counts from the merge on')
})
