import { expect, test } from 'vitest'
import { patchObject } from '../../src/cluster/requests.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import { aConsole, readPage } from '../support/console.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  type Files,
  hook,
  repository,
  type World,
} from '../support/world.ts'

const web: Files = {
  'root/web.yaml': declaration('web'),
  'apps/web/web.yaml': deployment('web', '3.9', 1),
  'apps/web/settings.yaml': configMap('settings', 'on'),
  'apps/web/migrate.yaml': hook('migrate', 'PreSync'),
}

async function deployed(files: Files = web, world: World = aWorld()) {
  const instance = world.start()
  const commit = world.commit(files)
  instance.push(commit, 'd-1')
  await instance.run()
  return { world, instance, commit, app: aConsole(instance.ports) }
}

const deployments = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  namespaced: true,
  verbs: ['patch'],
}
const secrets = { ...deployments, group: '', kind: 'Secret', resource: 'secrets' }

async function edit(world: World, type: typeof deployments, name: string, patch: JsonObject): Promise<void> {
  await patchObject(world.sandbox.open(), { type, namespace: 'shop', name }, patch, {
    fieldManager: 'kubectl-edit',
  })
}

test('an application: why, what differs with its writer, what a sync would do, objects by owner, history', async () => {
  const { world, app } = await deployed()
  await edit(world, deployments, 'web', { spec: { replicas: 5 } })

  const { status, text, html } = await readPage(app, '/console/applications/web')

  expect(status).toBe(200)
  expect(text).toContain('Sync: OutOfSync')
  expect(text).toMatch(/not synced : this commit was synced already, and what differs now is not healed/)
  expect(text).toContain('spec.syncPolicy.automated.selfHeal is not set (root/web.yaml:')
  expect(text).toMatch(
    /spec\.replicas 2 5 kubectl-edit \(a person, Update\) at \S+ take it over from kubectl-edit|spec\.replicas 2 5 kubectl-edit/,
  )
  expect(text).toMatch(
    /What a sync would do now PreSync, wave 0 Not begun: run hook Job migrate .*Sync, wave 1 Not begun: apply Deployment web/,
  )
  expect(html).toMatch(
    /apps\/Deployment<\/span> <bdi>shop\/web.*<ul>.*apps\/ReplicaSet<\/span>.*<ul>.*Pod<\/span>/s,
  )
  expect(text).toMatch(/Last operation Succeeded sync of [0-9a-f]{7}/)
  expect(html).toMatch(/href="\/console\/applications\/web\/runs\/[^"]+"/)
  expect(html).toContain('href="/console/deliveries/d-1"')
})

test('a run has its whole plan, its waves and its results, and still has them when later looks found nothing to do', async () => {
  const { app, commit } = await deployed()
  const path = `/console/commits/git/platform/config/${commit}/web`

  const { text, status } = await readPage(app, path)

  expect(status).toBe(200)
  expect(text).toContain('Run of web')
  expect(text).toMatch(/PreSync, wave 0 Done: apply Namespace shop Done: run hook Job migrate/)
  expect(text).toMatch(/Sync, wave 0 Done: apply ConfigMap settings/)
  expect(text).toMatch(/Sync, wave 1 Done: apply Deployment web/)
  expect(text).toMatch(/The whole plan .*apps\/Deployment shop\/web apply : could not be verified Done/)
})

test('a run says what it came from, and leads there only where there is a page', async () => {
  const { world, instance, app } = await deployed()
  world.commit({ 'apps/web/settings.yaml': configMap('settings', 'off') })
  await instance.ports.queue.enqueue({ kind: 'sweep', asked: true }, 0)
  await instance.run()
  const { html: history, text } = await readPage(app, '/console/applications/web')
  const runs = [...history.matchAll(/href="(\/console\/applications\/web\/runs\/[^"]+)"/g)].map(
    ([, path = '']) => path,
  )
  const pages = await Promise.all([...new Set(runs)].map((path) => readPage(app, path)))
  const linked = pages.map(({ html }) => /href="\/console\/deliveries\/([^"]+)"/.exec(html)?.[1])

  expect(text).toMatch(/\d s ago 2026-01-05 08:00:\d\d UTC|just now 2026-01-05 08:00:\d\d UTC/)
  expect(pages.some(({ text: page }) => page.includes('Delivery sweep'))).toBe(true)
  expect(new Set(linked)).toEqual(new Set([undefined, 'd-1']))
})

test('a restart forgets runs, and their pages tell what the record in the cluster holds', async () => {
  const { world, instance, commit } = await deployed()
  const [run] = await instance.ports.runs.runs('web')
  const id = run?.report.outcome?.operationId ?? ''
  const app = aConsole(world.start().ports)

  const { text } = await readPage(app, `/console/applications/web/runs/${id}`)
  const onCommit = await readPage(app, `/console/commits/git/platform/config/${commit}/web`)

  expect(text).toContain('This process does not remember it')
  expect(text).toMatch(/Sync, wave 1 Done: apply Deployment web/)
  expect([onCommit.status, onCommit.headers.get('location')]).toEqual([303, '/console/applications/web'])
})

test('a commit names all that answers on it', async () => {
  const { app, commit } = await deployed({
    ...web,
    'root/other.yaml': declaration('other'),
    'apps/other/o.yaml': configMap('o', '1'),
  })
  const { text, html } = await readPage(app, `/console/commits/git/platform/config/${commit}`)

  expect(text).toMatch(/other In order Sync: Synced Health: Healthy .* web In order Sync: Synced/)
  expect(html).toContain(`href="/console/commits/git/platform/config/${commit}/web"`)
  expect(html).toContain(`href="http://git.sandbox/platform/config/commit/${commit}"`)
})

test('a pull request has its whole plan behind its status', async () => {
  const { world, instance, app } = await deployed()
  const { number, head } = world.propose({ 'apps/web/web.yaml': deployment('web', '3.10', 1) })
  instance.pullRequest(number)
  await instance.run()

  const all = await readPage(app, `/console/commits/git/platform/config/${head}`)
  const one = await readPage(app, `/console/commits/git/platform/config/${head}/web/plan`)

  expect(all.text).toMatch(/Plan of pull request 1 In order .*web In order ~1 prod\/shop/)
  expect(one.text).toMatch(
    /containers\[name=main\]\.image registry\.example\/web:3\.9|"registry\.example\/web:3\.9" "registry\.example\/web:3\.10"/,
  )
})

test('a delivery names the applications that it matched and the others, each with the reason', async () => {
  const { world, instance, app } = await deployed({
    ...web,
    'root/other.yaml': declaration('other'),
    'apps/other/o.yaml': configMap('o', '1'),
  })
  instance.push(world.commit({ 'apps/web/settings.yaml': configMap('settings', 'off') }), 'd-2')
  await instance.run()

  const { text } = await readPage(app, '/console/deliveries/d-2')
  const list = await readPage(app, '/console/deliveries')

  expect(text).toMatch(/Matched: 1 .*web something that its render reads has changed/)
  expect(text).toMatch(/Not matched: 1 .*other nothing that its render reads has changed/)
  expect(list.text).toMatch(/d-2 push of refs\/heads\/main of git:platform\/config 1 of 2 .*d-1 push/)
  expect((await readPage(app, '/console/deliveries?id=d-1')).headers.get('location')).toBe(
    '/console/deliveries/d-1',
  )
})

test('while a sync waits, its page shows where it is and asks for itself again', async () => {
  const world = aWorld({ cluster: { isLively: false } })
  const instance = world.start()
  const commit = world.commit(web)
  instance.push(commit, 'd-1')
  await instance.run(() =>
    world.sandbox.server.requests.some(({ info }) => info.isResource && info.resource === 'jobs'),
  )
  const app = aConsole(instance.ports)

  const { text, headers } = await readPage(app, '/console/applications/web')
  const run = await readPage(app, `/console/commits/git/platform/config/${commit}/web`)
  const still = await readPage(app, '/console/applications/web?live=off')

  expect(headers.get('refresh')).toBe('5; url=/console/applications/web')
  expect(text).toContain('The sync that is under way')
  expect(text).toMatch(/PreSync, wave 0 · now Done: apply Namespace shop Under way: run hook Job migrate/)
  expect(run.headers.get('refresh')).toContain('5; url=/console/commits/')
  expect(still.headers.get('refresh')).toBeNull()
  expect(still.text).toContain('What differs')
})

test('a run that another instance went on with is told as the cluster has it, and does not run for ever', async () => {
  const world = aWorld()
  const [one, other] = [world.start(), world.start()]
  const commit = world.commit(web)
  one.push(commit, 'd-1')
  await one.run(() => one.logged.some(({ message }) => message === 'an application was reconciled'))
  const app = aConsole(one.ports)
  const path = `/console/commits/git/platform/config/${commit}/web`
  expect((await readPage(app, path)).headers.get('refresh')).toContain('5; url=')

  await other.resume()
  await other.run()
  const run = await readPage(app, path)
  const { text } = await readPage(app, '/console/applications/web')

  expect(run.headers.get('refresh')).toBeNull()
  expect(run.text).toContain('Another instance went on with it')
  expect(run.text).toContain('Succeeded')
  expect(run.text).not.toContain('Under way')
  expect(text).not.toMatch(/Running|was running/)
})

test('each commit status links to its page, where the settings say where the console is', async () => {
  const url = 'https://plumbline.example'
  const { world, instance, commit } = await deployed(
    web,
    aWorld({ api: { token: { env: 'API_TOKEN' }, url } }),
  )
  const { number, head } = world.propose({ 'apps/web/web.yaml': deployment('web', '3.10', 1) })
  instance.pullRequest(number)
  await instance.run()
  const linksOn = async (sha: typeof commit) => {
    const found = (await instance.ports.host('git').feedback?.statuses(repository, sha)) ?? []
    return Object.fromEntries(found.map(({ context, targetUrl }) => [context, targetUrl]))
  }
  const at = `${url}/console/commits/git/platform/config`

  expect(await linksOn(commit)).toEqual({
    'plumbline/sync': `${at}/${commit}`,
    'plumbline/sync: prod/web': `${at}/${commit}/web`,
  })
  expect(await linksOn(head)).toEqual({
    'plumbline/plan': `${at}/${head}`,
    'plumbline/plan: prod/web': `${at}/${head}/web/plan`,
  })
})

test('no page shows a value of a Secret', async () => {
  const secret = (value: string) => `
apiVersion: v1
kind: Secret
metadata: { name: door }
stringData: { key: ${value} }
`
  const { world, instance, app, commit } = await deployed({
    ...web,
    'apps/web/door.yaml': secret('git-value-1'),
  })
  await edit(world, secrets, 'door', { stringData: { key: 'hand-value-2' } })
  const { number, head } = world.propose({ 'apps/web/door.yaml': secret('head-value-3') })
  instance.pullRequest(number)
  await instance.run()

  const pages = await Promise.all(
    [
      '/console',
      '/console/applications/web',
      `/console/commits/git/platform/config/${commit}/web`,
      `/console/commits/git/platform/config/${head}/web/plan`,
    ].map((path) => readPage(app, path)),
  )

  expect(pages[1]?.text).toMatch(/data\.key masked masked, another one kubectl-edit/)
  expect(pages[3]?.text).toMatch(/data\.key .*masked/)
  for (const value of ['git-value-1', 'hand-value-2', 'head-value-3']) {
    for (const { html } of pages) {
      expect(html).not.toContain(value)
      expect(html).not.toContain(btoa(value))
    }
  }
})

test('hostile names and values are shown as texts, and cut', async () => {
  const evil = '</code><script>alert(1)</script>\u202e'
  const { world, app } = await deployed()
  await edit(world, deployments, 'web', {
    spec: { template: { metadata: { annotations: { note: `${evil}${'x'.repeat(50_000)}` } } } },
  })
  await patchObject(
    world.sandbox.open(),
    { type: deployments, namespace: 'shop', name: 'web' },
    { spec: { replicas: 9 } },
    { fieldManager: evil.replace('\u202e', '') },
  )

  const { html } = await readPage(app, '/console/applications/web')

  expect(html).not.toMatch(/<script|\u202e/)
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html.length).toBeLessThan(150_000)
})

test.each([
  '/console/applications/gone',
  '/console/applications/constructor',
  `/console/applications/${'x'.repeat(5000)}`,
  '/console/applications/web/runs/none',
  '/console/deliveries/gone',
  '/console/deliveries/__proto__',
  '/console/deliveries/%00%zz',
  '/console/commits/git/platform/config/abc',
  `/console/commits/git/platform/config/${'a'.repeat(40)}`,
  `/console/commits/git/platform/config/${'a'.repeat(40)}/gone`,
  `/console/commits/git/platform/config/${'a'.repeat(40)}/web/plan`,
])('%j is nothing that is remembered', async (path) => {
  const { app } = await deployed()
  const { status, text } = await readPage(app, path)
  expect([status, text]).toEqual([404, expect.stringContaining('Nothing of this is remembered.')])
})
