// The first day of a user of a small reconciler: one loop, one application.
//
// Played elsewhere: the words of health, test/health/assess-health.test.ts; what is decided and why,
// test/engine/decide.test.ts and test/scenarios/explain.test.ts; unknown field, cycle and a path that leads out of the
// repository, test/render/render-app.test.ts; `render DIR` and the exit codes, test/handlers; the crash in the middle,
// test/scenarios/crash.test.ts; a file removed and pruned, test/scenarios/prune.test.ts.
import { expect, test } from 'vitest'
import { sweepNow } from '../../src/engine/sweep-now.ts'
import { at } from '../contract/cluster-case.ts'
import { renderErrorOf, renderFiles } from '../support/render-files.ts'
import { aStory } from '../support/story.ts'
import { configMap, declaration, deployment, hook } from '../support/world.ts'

const web = '/apis/apps/v1/namespaces/shop/deployments/web'
const settings = '/api/v1/namespaces/shop/configmaps/settings'

const shop = {
  'root/web.yaml': declaration('web'),
  'apps/web/migrate.yaml': hook('migrate', 'PreSync'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/web.yaml': deployment('web', '3.9', 1),
}

test('the first commit is deployed; status says Synced and Healthy, also to an instance that remembers nothing', async () => {
  const story = aStory()

  const { commit, status } = await story.push(shop)

  expect(status).toBe('success: 1 app: Synced and Healthy')
  expect(await story.status()).toBe(
    `web on prod at ${commit.slice(0, 7)}: Synced, Healthy\n  success: Synced and Healthy: 2 objects\n`,
  )
})

test('an image tag from 3.9 to 3.10 runs its PreSync Job first', async () => {
  const story = aStory()
  await story.push(shop)
  const seen = story.world.sandbox.server.requests.length

  const { status } = await story.push({ 'apps/web/web.yaml': deployment('web', '3.10', 1) })

  const written = story.world.sandbox.server.requests
    .slice(seen)
    .flatMap(({ write, info }) =>
      write !== undefined && info.isResource && info.namespace === 'shop'
        ? [`${info.verb} ${info.resource}`]
        : [],
    )
  expect(status).toMatch(/^success/)
  expect(written.filter((write) => write !== 'patch jobs')).toEqual([
    'delete jobs',
    'create jobs',
    'patch deployments',
  ])
  expect(at(await story.read(web), 'spec', 'template', 'spec', 'containers', 0, 'image')).toBe(
    'registry.example/web:3.10',
  )
})

test('kubectl scale is found under its field, with Git, live, and who wrote it; nothing else is', async () => {
  const story = aStory()
  await story.push(shop)

  await story.kubectl.scale(web, 5)

  expect(await story.status('web')).toMatch(
    /apps\/Deployment shop\/web \(apps\/web\/web\.yaml:2\): drifted\n +spec\.replicas: Git 2, live 5; last writer kubectl \(a person, Update of scale\); a sync will take it over from kubectl\n$/,
  )
})

test('kubectl scale is healed by the sweep with self-heal, and only reported without; managedFields say so', async () => {
  const story = aStory()
  await story.push(shop)
  await story.kubectl.scale(web, 5)
  await story.sweep()
  const reported = await story.read(web)

  await story.push({ 'root/web.yaml': declaration('web', { policy: 'automated: { selfHeal: true }' }) })
  await story.sweep()
  const healed = await story.read(web)

  expect([at(reported, 'spec', 'replicas'), at(healed, 'spec', 'replicas')]).toEqual([5, 2])
  expect(JSON.stringify(at(reported, 'metadata', 'managedFields'))).toContain('"subresource":"scale"')
  expect(JSON.stringify(at(healed, 'metadata', 'managedFields'))).not.toContain('"subresource":"scale"')
})

test('a field of a list is named by its key, and defaults and status make no noise', async () => {
  const story = aStory()
  await story.push(shop)

  const containers = [{ name: 'main', image: 'registry.example/web:hot' }]
  await story.kubectl.patch(web, { spec: { template: { spec: { containers } } } })

  const said = await story.status('web')
  expect(said).toContain(
    'spec.template.spec.containers[name=main].image: Git "registry.example/web:3.9", live "registry.example/web:hot"',
  )
  expect(said.match(/Git .*, live /g)).toHaveLength(1)
})

test('quantities are compared by value', async () => {
  const story = aStory()
  const resources = 'resources: { requests: { cpu: "1000m", memory: "1024Mi" } }'
  await story.push({
    ...shop,
    'apps/web/web.yaml': deployment('web', '3.9', 1).replace('image:', `${resources}, image:`),
  })

  expect(await story.status('web')).toContain('Synced, Healthy')
})

test('a field that Git no longer has is found through managedFields, once, lists included', async () => {
  const story = aStory()
  const withArgs = deployment('web', '3.9', 1).replace(
    'image:',
    'args: [a, b], ports: [{ containerPort: 80 }], image:',
  )
  await story.push({ ...shop, 'apps/web/web.yaml': withArgs })
  story.world.commit({ 'apps/web/web.yaml': deployment('web', '3.9', 1) })

  const said = await story.status('web')

  expect(said).toContain('OutOfSync')
  expect(said.match(/containers\[name=main\]\.args\b/g)).toHaveLength(1)
  expect(said.match(/containers\[name=main\]\.ports\b/g)).toHaveLength(1)
})

test('3.10 without quotes is refused as an image tag, with file, line and advice', async () => {
  const error = await renderErrorOf({
    'kustomization.yaml': 'resources: [web.yaml]\nimages:\n- name: registry.example/web\n  newTag: 3.10\n',
    'web.yaml': deployment('web', '3.9'),
  })

  expect(error.message).toBe(
    'kustomization.yaml:4: images[0].newTag: invalid Kustomization: must be text, but 3.10 without quotes is a number; write "3.10"',
  )
})

test('yes is a string in a manifest', async () => {
  const { manifests } = await renderFiles({
    'settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { debug: yes }\n',
  })

  expect(manifests[0]?.manifest.data).toEqual({ debug: 'yes' })
})

test('a failed commit is not tried again by itself; the next one is', async () => {
  const story = aStory()
  const failing = await story.push({
    ...shop,
    'apps/web/migrate.yaml': hook('migrate', 'PreSync', 'failing'),
  })
  const seen = story.world.sandbox.server.requests.length
  story.instance.push(failing.commit, 'again')
  await story.instance.run()
  const again = story.world.sandbox.server.requests.slice(seen)

  const fixed = await story.push({ 'apps/web/migrate.yaml': hook('migrate', 'PreSync', '2') })

  expect(failing.status).toMatch(/^failure/)
  expect(
    again.filter(({ write, info }) => write !== undefined && info.isResource && info.resource === 'jobs'),
  ).toEqual([])
  expect(fixed.status).toMatch(/^success/)
  expect(await story.read(settings)).toBeDefined()
})

test('watch is the sweep: it names what somebody changed since, and says nothing of what did not', async () => {
  const story = aStory()
  await story.push(shop)
  const calm = await sweepNow(story.instance.ports)

  await story.kubectl.patch(settings, { data: { value: 'by hand' } })
  const { applications } = await sweepNow(story.instance.ports)

  expect(calm.applications).toMatchObject([{ found: 'unchanged' }])
  expect(applications).toMatchObject([{ found: 'changed', report: { sync: 'OutOfSync' } }])
})
test.each([
  ['without RespectIgnoreDifferences the next sync sets it back', 'CreateNamespace=true', 2],
  ['with RespectIgnoreDifferences it stays', 'CreateNamespace=true, RespectIgnoreDifferences=true', 5],
])('an ignored field is no drift; %s', async (_, options, replicas) => {
  const declared = declaration('web', { policy: 'automated: { selfHeal: true }' })
  const story = aStory()
  await story.push({
    'root/web.yaml': `${declared.replace('CreateNamespace=true', options)}
  ignoreDifferences:
    - { group: apps, kind: Deployment, jqPathExpressions: [.spec.replicas] }
`,
    'apps/web/web.yaml': deployment('web', '1'),
  })
  await story.kubectl.scale(web, 5)
  await story.sweep()
  expect(await story.read(web)).toMatchObject({ spec: { replicas: 5 } })
  expect(await story.status('web')).toContain('Synced, Healthy')

  const { status } = await story.push({ 'apps/web/web.yaml': deployment('web', '2') })

  expect(status).toBe('success: 1 app: Synced and Healthy')
  expect(await story.read(web)).toMatchObject({ spec: { replicas } })
})
test.todo(
  'old ConfigMaps of a generator are pruned last (The cluster engine: compare, plan and sync as true as the API server)',
)
test.todo(
  'applications generated from directories, orphans handled, in waves (GitHub, Workers, projects, conformance)',
)
