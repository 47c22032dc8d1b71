import { expect, test } from 'vitest'
import { resourceOf } from '../../src/cluster/discovery.ts'
import { applyObject } from '../../src/cluster/requests.ts'
import type { Manifest } from '../../src/kube/manifest.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'
import {
  aWorld,
  configMap,
  declaration,
  deployment,
  type Files,
  hook,
  type Instance,
  type World,
} from '../support/world.ts'

const shop = {
  'root/web.yaml': declaration('web'),
  'apps/web/deployment.yaml': deployment('web', '1'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
}

interface Shop {
  readonly world: World
  readonly instance: Instance
}

/** A shop that is synced, and an instance with empty memory. */
async function aShop(files: Files = shop): Promise<Shop> {
  const world = aWorld()
  const first = world.start()
  first.push(world.commit(files))
  await first.run()
  return { world, instance: world.start() }
}

interface Told {
  /** Aggregate of the head. */
  readonly status: string | undefined
  /** The comments of Plumbline. */
  readonly comments: readonly string[]
  readonly comment: string
}

async function plan(
  { world, instance }: Shop,
  { number, head }: ReturnType<World['propose']>,
): Promise<Told> {
  instance.pullRequest(number)
  await instance.run()
  const comments = world.git
    .comments('platform/config', number)
    .filter(({ author }) => author === 'platform')
    .map(({ body }) => body)
  return { status: (await world.statuses(head))['plumbline/plan'], comments, comment: comments[0] ?? '' }
}

function row(comment: string, text: string): string {
  return comment.split('\n').find((line) => line.startsWith('|') && line.includes(text)) ?? ''
}

async function edit({ sandbox }: World, text: string, fieldManager = 'kubectl-edit'): Promise<void> {
  const manifest = parseYamlValue(text).value as Manifest
  const discovery = await sandbox.cluster.discovery('fresh')
  const [group = '', version = ''] = manifest.apiVersion.includes('/')
    ? manifest.apiVersion.split('/')
    : ['', 'v1']
  const type = resourceOf(discovery, group, version, manifest.kind)
  if (type === undefined) throw new Error(`${manifest.kind} is not served`)
  const metadata = { ...manifest.metadata, namespace: 'shop' }
  await applyObject(sandbox.cluster, type, { ...manifest, metadata }, { fieldManager, force: true })
}

function scaled(image: string, replicas: number): string {
  return deployment('web', image).replace('replicas: 2', `replicas: ${replicas}`)
}

test('a change is planned on its head and in one comment, and nothing is written to the cluster', async () => {
  const place = await aShop()
  const before = place.world.sandbox.server.requests.length

  const told = await plan(place, place.world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') }))

  expect(told.status).toMatch(/^success: 1 app: ~1 · [0-9a-f]{7}$/)
  expect(row(told.comment, '`web`')).toContain('Synced, Healthy')
  expect(row(told.comment, 'containers[name=main].image')).toMatch(/web:1.*web:2.*= base.*us, apply.*set/)
  const writes = place.world.sandbox.server.requests.slice(before).filter(({ write }) => write !== undefined)
  expect(writes).toEqual([])
})

test('an application that comes is planned with its creations and its hooks, dry-run', async () => {
  const place = await aShop()
  const told = await plan(
    place,
    place.world.propose({
      'root/api.yaml': declaration('api'),
      'apps/api/deployment.yaml': deployment('api', '1'),
      'apps/api/migrate.yaml': hook('migrate', 'PreSync'),
    }),
  )
  expect(told.status).toMatch(/^success: 1 app: \+1 · /)
  expect(told.comment).toContain('apps/Deployment shop/api')
  expect(told.comment).toContain('migrate')
  const dryRuns = place.world.sandbox.server.requests.filter(
    ({ isDryRun, path }) => isDryRun && path.endsWith('/api'),
  )
  expect(dryRuns).toHaveLength(1)
})

test('a declaration that goes with its resources finalizer is told to take its objects along', async () => {
  const finalizer = 'finalizers: [resources-finalizer.argocd.argoproj.io]'
  const declared = declaration('web').replace('{ name: web }', `{ name: web, ${finalizer} }`)
  const place = await aShop({ ...shop, 'root/web.yaml': declared, 'root/README.md': 'kept' })

  const told = await plan(place, place.world.propose({ 'root/web.yaml': null }))

  expect(told.status).toMatch(/^success/)
  expect(told.comment).toContain('its application is declared no more; it goes with it')
})

test('an application that goes leaves its objects behind, and the plan says so', async () => {
  const place = await aShop({
    ...shop,
    'root/api.yaml': declaration('api'),
    'apps/api/a.yaml': configMap('a', '1'),
  })
  const told = await plan(place, place.world.propose({ 'root/web.yaml': null }))
  expect(told.status).toMatch(/^success: 1 app/)
  expect(told.comment).toContain('its application is declared no more; it stays')
})

test('a pull request that touches no application is a success without a comment', async () => {
  const place = await aShop()
  const told = await plan(place, place.world.propose({ 'README.md': 'hello' }))
  expect(told.status).toMatch(/^success: no application is touched/)
  expect(told.comments).toEqual([])
})

test('what both sides changed needs an update, and is not guessed at', async () => {
  const place = await aShop()
  const proposed = place.world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') })
  place.world.commit({ 'apps/web/deployment.yaml': deployment('web', '3') })
  const told = await plan(place, proposed)
  expect(told.status).toMatch(/^failure: needs update: 1 path/)
  expect(told.comment).toContain('apps/web/deployment.yaml')
})

test('a branch that is behind is planned as its merge would be', async () => {
  const place = await aShop()
  const proposed = place.world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') })
  const pushed = place.world.commit({ 'apps/web/settings.yaml': configMap('settings', 'two') })
  place.instance.push(pushed)
  const told = await plan(place, proposed)
  expect(told.status).toMatch(/^success: 1 app: ~1 · /)
  expect(told.comment).not.toContain('settings')
})

test('drift is told apart from what the pull request does, and from where both meet', async () => {
  const place = await aShop({ ...shop, 'apps/web/settings.yaml': configMap('settings', 'one') })
  await edit(place.world, scaled('1', 5))
  await edit(place.world, configMap('settings', 'by hand'))
  const told = await plan(place, place.world.propose({ 'apps/web/deployment.yaml': scaled('2', 3) }))
  expect(row(told.comment, 'spec.replicas')).toMatch(/`2`.*`3`.*`5`.*kubectl-edit.*overwrite live edit/)
  expect(row(told.comment, 'image')).toMatch(/set/)
  expect(row(told.comment, 'data.value')).toMatch(/one.*= base.*by hand.*kubectl-edit.*revert/)
  expect(told.comment.indexOf('data.value')).toBeGreaterThan(told.comment.indexOf('Drift not caused'))
})

test('a creation that the cluster would refuse turns the check red before the merge', async () => {
  const place = await aShop()
  const bad = deployment('web-two', '1').replace(
    'matchLabels: { app: web-two }',
    'matchLabels: { app: other }',
  )
  const told = await plan(place, place.world.propose({ 'apps/web/two.yaml': bad }))
  expect(told.status).toMatch(/^failure: .*1 would be rejected/)
  expect(told.comment).toContain('Blockers')
})

test('of a Secret only is told that it changes', async () => {
  const secret = (token: string) =>
    `{apiVersion: v1, kind: Secret, metadata: {name: key}, stringData: {token: ${token}, same: canary-0}}`
  const place = await aShop({ ...shop, 'apps/web/secret.yaml': secret('canary-1') })
  const told = await plan(place, place.world.propose({ 'apps/web/secret.yaml': secret('canary-2') }))
  expect(row(told.comment, 'token')).toContain('changed')
  expect(row(told.comment, '`stringData.same`')).toBe('')
  const seen = JSON.stringify([told, place.instance.logged])
  expect(seen).not.toMatch(/canary|Y2FuYXJ5/)
})

test('a file that cannot be rendered fails the application, and only it', async () => {
  const place = await aShop()
  const told = await plan(
    place,
    place.world.propose({ 'apps/web/settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: [' }),
  )
  expect(told.status).toMatch(/^failure: /)
  expect(told.comment).toContain('apps/web/settings.yaml')
  expect(row(told.comment, '`web`')).toMatch(/\| – \| Unknown, Unknown \|$/)
})

test('a cluster that cannot be reached is an error, told with what is known', async () => {
  const place = await aShop()
  place.world.sandbox.server.intercept(() => 'drop-before')
  const told = await plan(place, place.world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') }))
  expect(told.status).toMatch(/^error: /)
  expect(told.comment).toContain('`web`')
})

test('a fork is rendered only, until somebody who may write asks for this very head', async () => {
  const place = await aShop()
  const before = place.world.sandbox.server.requests.length
  const proposed = place.world.propose(
    { 'apps/web/deployment.yaml': deployment('web', '2') },
    { from: 'eve' },
  )
  const told = await plan(place, proposed)
  expect(told.status).toMatch(/^success: .*rendered only/)
  expect(row(told.comment, 'image')).not.toContain('Last writer')
  const asked = place.world.sandbox.server.requests.slice(before).map(({ path }) => path)
  expect(asked.filter((path) => path.includes('/namespaces/shop/'))).toEqual([])

  place.instance.pullRequest(proposed.number, { by: 'ada', head: proposed.head })
  const { status } = await plan(place, proposed)
  expect(status).toMatch(/rendered only/)

  place.instance.pullRequest(proposed.number, { by: 'ada', head: proposed.head })
  await place.instance.run()
  expect((await place.world.statuses(proposed.head))['plumbline/plan']).toMatch(/^success: 1 app: ~1 · /)
})

test('a fork cannot make itself shown what lies in another repository', async () => {
  const place = await aShop()
  place.world.git.createRepository({ owner: 'platform', name: 'private' })
  place.world.git.commit('platform/private', 'main', {
    files: { 'apps/spy/a.yaml': configMap('canary', 'canary') },
    message: 'private',
  })
  const spy = declaration('spy').replace('platform/config.git', 'platform/private.git')
  const told = await plan(place, place.world.propose({ 'root/spy.yaml': spy }, { from: 'eve' }))
  expect(told.comment).toContain('another repository')
  expect(told.comment).not.toContain('canary')
})

test('a draft is rendered only', async () => {
  const place = await aShop()
  const files = { 'apps/web/deployment.yaml': deployment('web', '2') }
  const told = await plan(place, place.world.propose(files, { title: 'WIP: two' }))
  expect(told.status).toMatch(/rendered only/)
})

test('the comment is edited in place, and one that somebody else marked as ours is left alone', async () => {
  const place = await aShop()
  const proposed = place.world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') })
  const first = await plan(place, proposed)
  const spoofed = place.world.git.comment('platform/config', proposed.number, first.comment, 'eve')
  const head = place.world.git.commit('platform/config', 'topic', {
    files: { 'apps/web/deployment.yaml': deployment('web', '3') },
    message: 'again',
  })
  const second = await plan(place, { ...proposed, head })
  expect(second.comments).toHaveLength(1)
  expect(row(second.comment, 'image')).toContain('web:3')
  const comments = place.world.git.comments('platform/config', proposed.number)
  expect(comments.find(({ id }) => id === spoofed)?.body).toBe(first.comment)
})

test('two instances at once end with one comment', async () => {
  const place = await aShop()
  const proposed = place.world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') })
  const both = [place.world.start(), place.world.start()]
  for (const instance of both) instance.pullRequest(proposed.number)
  await Promise.all(both.map((instance) => instance.run()))
  expect(place.world.git.comments('platform/config', proposed.number)).toHaveLength(1)
})

test('a comment that cannot be written leaves no head pending', async () => {
  const place = await aShop()
  place.world.git.intercept(async (request, answer) =>
    request.method === 'POST' && request.url.includes('/comments')
      ? new Response('{"message":"no"}', { status: 403 })
      : answer(),
  )
  const told = await plan(place, place.world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') }))
  expect(told.status).toMatch(/^success/)
  expect(told.comments).toEqual([])
})

test('a base that moves with an application plans its open pull requests again, and leaves the others', async () => {
  const place = await aShop({
    ...shop,
    'root/api.yaml': declaration('api'),
    'apps/api/a.yaml': configMap('a', '1'),
  })
  const { world, instance } = place
  const web = world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') }, { branch: 'web' })
  const api = world.propose({ 'apps/api/a.yaml': configMap('a', '2') }, { branch: 'api' })
  const first = await plan(place, web)
  const other = await plan(place, api)
  world.sandbox.clock.advance(60_000)
  instance.push(world.commit({ 'apps/web/settings.yaml': configMap('settings', 'two') }))
  await instance.run()
  const bodies = [web, api].map(({ number }) => world.git.comments('platform/config', number)[0]?.body)
  expect(bodies[0]).not.toBe(first.comment)
  expect(bodies[1]).toBe(other.comment)
})

test('a base that moves onto the same file makes the pull request need an update', async () => {
  const place = await aShop()
  const proposed = place.world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') })
  expect((await plan(place, proposed)).status).toMatch(/^success/)
  place.instance.push(place.world.commit({ 'apps/web/deployment.yaml': deployment('web', '3') }))
  await place.instance.run()
  expect((await place.world.statuses(proposed.head))['plumbline/plan']).toMatch(/^failure: needs update/)
})

test('after the merge the title of the comment is the result of the sync', async () => {
  const place = await aShop()
  const { world, instance } = place
  const proposed = world.propose({ 'apps/web/deployment.yaml': deployment('web', '2') })
  await plan(place, proposed)
  const merged = world.git.mergePullRequest('platform/config', proposed.number)
  instance.push(merged)
  instance.pullRequest(proposed.number)
  await instance.run()
  const [comment, ...others] = world.git.comments('platform/config', proposed.number)
  expect(others).toEqual([])
  expect(comment?.body).toMatch(/^## ✅ Merged as .*: synced/m)
  expect(comment?.body).toContain('web:2')
})

test.each([
  ['at once', undefined],
  ['though the cluster is down just then', 'drop-before'],
] as const)('what a pull request would delete is agreed to on it before the merge, %s', async (_, fate) => {
  const prune = { policy: 'automated: { prune: true }' }
  const claim = `
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: data }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
`
  const place = await aShop({
    ...shop,
    'root/web.yaml': declaration('web', prune),
    'apps/web/claim.yaml': claim,
  })
  const proposed = place.world.propose({ 'apps/web/claim.yaml': null })
  const told = await plan(place, proposed)
  expect(told.status).toMatch(/^failure: .*needs an acknowledgement · −1/)
  const digest = /\/plumbline ack ([0-9a-f]+)/.exec(told.comment)?.[1] ?? ''
  const { server, clock } = place.world.sandbox
  const over = clock.now() + 120_000
  server.intercept(() => (clock.now() < over ? (fate ?? 'pass') : 'pass'))
  place.instance.pullRequest(proposed.number, { by: 'ada', head: proposed.head, acknowledges: digest })
  await place.instance.run()
  expect((await place.world.statuses(proposed.head))['plumbline/plan']).toMatch(/^success: 1 app: .*−1/)
})

test('what could not be read in the cluster is not told as missing: Git is compared with Git alone', async () => {
  const place = await aShop()
  place.world.sandbox.server.intercept(({ method, path }) => {
    const refusal = { kind: 'Status', apiVersion: 'v1', status: 'Failure', message: 'no', code: 403 }
    const isList = method === 'GET' && path === '/api/v1/namespaces/shop/configmaps'
    return isList ? Response.json({ ...refusal, reason: 'Forbidden' }, { status: 403 }) : 'pass'
  })

  const told = await plan(
    place,
    place.world.propose({ 'apps/web/settings.yaml': configMap('settings', 'two') }),
  )

  expect(told.status).toMatch(/^(error|failure)/)
  const fields = told.comment.split('\n').filter((line) => line.startsWith('|') && line.includes('data.'))
  expect(fields).toEqual(['| `data.value` | `one` | `two` | ✏️ set |'])
  expect(told.comment).not.toMatch(/nobody|revert/)
})

test('a single dry run that meets another writer is asked again, and refuses nothing', async () => {
  let conflicts = 0
  const world = aWorld({
    cluster: {
      async between(request, answer) {
        const isDryRun = request.method === 'PATCH' && request.url.includes('dryRun=All')
        if (!isDryRun || conflicts++ > 0) return answer()
        const body = { kind: 'Status', status: 'Failure', reason: 'Conflict', code: 409, message: 'modified' }
        return Response.json(body, { status: 409 })
      },
    },
  })
  const first = world.start()
  first.push(world.commit(shop))
  await first.run()
  conflicts = 0

  const proposed = world.propose({ 'apps/web/settings.yaml': configMap('settings', 'two') })
  const { status } = await plan({ world, instance: world.start() }, proposed)

  expect(conflicts).toBeGreaterThan(1)
  expect(status).toMatch(/^success/)
})
