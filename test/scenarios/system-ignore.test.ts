import { expect, test } from 'vitest'
import { aStory } from '../support/story.ts'
import { configMap, declaration, deployment, type Files } from '../support/world.ts'

const web = '/apis/apps/v1/namespaces/shop/deployments/web'

function system(rule: string): string {
  return `
apiVersion: v1
kind: ConfigMap
metadata: { name: argocd-cm, namespace: argocd }
data:
  resource.customizations.ignoreDifferences.apps_Deployment: |
    ${rule}
`
}

const files = {
  'root/web.yaml': declaration('web', { policy: 'automated: { selfHeal: true }' }),
  'apps/web/web.yaml': deployment('web', '1'),
}

test('what the argocd-cm of a root ignores is ignored in all its applications, and the ConfigMap is not applied', async () => {
  const story = aStory()
  const { status } = await story.push({
    ...files,
    'root/cm.yaml': system("jqPathExpressions: ['.spec.replicas']"),
  })
  expect(status).toBe('success: 1 app: Synced and Healthy')

  await story.kubectl.scale(web, 5)
  await story.sweep()

  expect(await story.read(web)).toMatchObject({ spec: { replicas: 5 } })
  expect(await story.status('web')).toContain('Synced, Healthy')
  expect(await story.read('/api/v1/namespaces/argocd/configmaps/argocd-cm')).toBeUndefined()
})

test('a rule that goes is noticed though nothing else changed', async () => {
  const story = aStory()
  await story.push({ ...files, 'root/cm.yaml': system('jsonPointers: [/spec/replicas]') })
  await story.kubectl.scale(web, 5)

  await story.push({ 'root/cm.yaml': null })

  expect(await story.read(web)).toMatchObject({ spec: { replicas: 2 } })
})

test('a rule that cannot be read stops the applications of its root, by file and field, and nothing is overwritten', async () => {
  const story = aStory()
  await story.push(files)
  await story.kubectl.scale(web, 5)

  const { status } = await story.push({
    'root/cm.yaml': system("jqPathExpressions: ['.spec | to_entries']"),
    'apps/web/more.yaml': configMap('more', '1'),
  })

  expect(status).toMatch(/^failure/)
  expect(await story.status('web')).toMatch(
    /argocd-cm cannot be used: .*"to_entries" is not supported, at character 9 \(root\/cm\.yaml:6\)/,
  )
  expect(await story.read('/api/v1/namespaces/shop/configmaps/more')).toBeUndefined()
})

/** What the comment on a pull request with these changes says, the web set to five replicas by hand. */
async function preview(before: Files, changes: Files): Promise<string> {
  const story = aStory()
  await story.push({ ...files, ...before })
  await story.kubectl.scale(web, 5)
  const { number } = story.world.propose({ ...changes, 'apps/web/web.yaml': deployment('web', '2') })
  story.instance.pullRequest(number)
  await story.instance.run()
  return story.world.git
    .comments('platform/config', number)
    .map(({ body }) => body)
    .join('\n')
}

const ignoring = system('jsonPointers: [/spec/replicas]')
const other = system('jsonPointers: [/spec/paused]')

test.each<[string, Files, Files]>([
  ['adds a rule', {}, { 'root/cm.yaml': ignoring }],
  ['changes the rule to one', { 'root/cm.yaml': other }, { 'root/cm.yaml': ignoring }],
])('a pull request that %s is planned without it, and told so', async (_, before, changes) => {
  const comment = await preview(before, changes)

  expect(comment).toMatch(/spec\.replicas.*revert/)
  expect(comment).toContain('argocd-cm changes here and counts from the merge on')
})

test.each<[string, Files]>([
  ['removes a rule', { 'root/cm.yaml': null }],
  ['changes a rule', { 'root/cm.yaml': other }],
])('a pull request that %s is planned under it still, and told so', async (_, changes) => {
  const comment = await preview({ 'root/cm.yaml': ignoring }, changes)

  expect(comment).toContain('containers[name=main].image')
  expect(comment).not.toContain('spec.replicas')
  expect(comment).toContain('argocd-cm changes here and counts from the merge on')
})
