import { expect, test } from 'vitest'
import { inspect } from '../../src/engine/ask.ts'
import { reportText } from '../../src/report/report-text.ts'
import { aStory } from '../support/story.ts'
import { configMap, declaration } from '../support/world.ts'

const guess = `{apiVersion: v1, kind: ConfigMap, metadata: {name: peek, namespace: kube-system}, data: {v: guess}}`
const root = {
  allow: { namespaces: ['shop'], namespacedKinds: ['ConfigMap'], clusterKinds: ['Namespace'] },
}

async function aPeek() {
  const story = aStory({ root })
  await story.kubectl.create('/api/v1/namespaces/kube-system/configmaps', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'peek', annotations: { 'argocd.argoproj.io/instance': 'LIVEPRIVATE' } },
    data: { v: 'LIVEPRIVATE' },
  })
  const before = story.world.sandbox.server.requests.length
  const looks = () =>
    story.world.sandbox.server.requests
      .slice(before)
      .filter(({ info }) => info.isResource && info.namespace === 'kube-system')
  return { story, looks }
}

test('of an object that the application may not write neither a push nor a status shows what is live', async () => {
  const { story, looks } = await aPeek()

  const { commit, status } = await story.push({
    'root/web.yaml': declaration('web'),
    'apps/web/own.yaml': configMap('own', 'one'),
    'apps/web/peek.yaml': guess,
  })
  const report = await inspect(story.instance.ports, [])

  expect(status).toMatch(/^failure: .*namespace kube-system is not permitted/)
  expect(reportText(report)).toContain('(not-permitted)')
  const told = [await story.world.statuses(commit), report, reportText(report), story.instance.logged]
  expect(JSON.stringify(told)).not.toContain('LIVEPRIVATE')
  expect(looks()).toEqual([])
})

test('nor does a pull request', async () => {
  const { story, looks } = await aPeek()
  await story.push({ 'root/web.yaml': declaration('web'), 'apps/web/own.yaml': configMap('own', 'one') })

  const { number, head } = story.world.propose({ 'apps/web/peek.yaml': guess })
  story.instance.pullRequest(number)
  await story.instance.run()

  const [comment] = story.world.git.comments('platform/config', number)
  expect(comment?.body).toContain('namespace kube-system is not permitted')
  expect(comment?.body).toContain('❌ would be rejected:')
  expect(comment?.body).not.toContain('✏️ change')
  const told = [comment, await story.world.statuses(head), story.instance.logged]
  expect(JSON.stringify(told)).not.toContain('LIVEPRIVATE')
  expect(looks()).toEqual([])
})

test('while a root cannot be read nobody says that it declares no such application', async () => {
  const story = aStory({ root: { path: 'nowhere' } })
  await story.push({ 'root/web.yaml': declaration('web') })

  const asked = await inspect(story.instance.ports, ['web'])

  expect(asked.unknown).toEqual([])
  expect(asked.problems).toMatchObject([{ code: 'missing', message: expect.not.stringMatching(/^nowhere/) }])
})

test('a name that nothing declares is unknown, one whose declaration was refused is not', async () => {
  const story = aStory()
  await story.push({
    'root/web.yaml': declaration('web'),
    'apps/web/own.yaml': configMap('own', 'one'),
  })
  expect((await inspect(story.instance.ports, ['gone', 'web'])).unknown).toEqual(['gone'])

  await story.push({ 'root/web.yaml': declaration('web').replace('project: default', 'projekt: default') })
  const asked = await inspect(story.instance.ports, ['web'])

  expect(asked.unknown).toEqual([])
  expect(asked.problems).toMatchObject([{ field: 'spec.projekt' }])
})
