import { expect, test } from 'vitest'
import { check } from '../../src/engine/check/check.ts'
import type { CheckOptions } from '../../src/engine/check/check-options.ts'
import type { Ports } from '../../src/engine/ports.ts'
import { checkText } from '../../src/report/check-text.ts'
import type { Verdict } from '../../src/report/check-up.ts'
import type { HostSettings } from '../../src/settings.ts'
import { aWorld, configMap, declaration, deployment, fullName, type World } from '../support/world.ts'

const files = {
  'root/web.yaml': declaration('web'),
  'apps/web/settings.yaml': configMap('settings', 'one'),
  'apps/web/web.yaml': deployment('web', '1'),
}
const publicUrl = 'https://plumbline.example.com'

/** The ports of a world whose host has a token and a webhook secret, as settings have them. */
function portsOf(world: World, host: Partial<HostSettings> = {}): Ports {
  const { ports } = world.start()
  const secrets = { token: { env: 'GIT_TOKEN' }, webhookSecrets: [{ env: 'HOOK' }] }
  const hosts = ports.settings.hosts.map((one) => ({ ...one, ...secrets, ...host }))
  return { ...ports, settings: { ...ports.settings, hosts } }
}

async function lines(ports: Ports, verdict: Verdict, options?: CheckOptions): Promise<readonly string[]> {
  const { findings } = await check(ports, options)
  return findings.filter((one) => one.verdict === verdict).map(({ about, says }) => `${about}: ${says}`)
}

test.each(['gitea', 'github'] as const)(
  'a %s and a cluster that are set up are in order',
  async (dialect) => {
    const world = aWorld({ dialect })
    world.commit(files)
    world.git.addHook(fullName, { url: `${publicUrl}/webhooks/${dialect}`, secret: 's' })
    const { findings } = await check(portsOf(world), { publicUrl })

    expect(findings.filter(({ verdict }) => verdict === 'wrong' || verdict === 'no-answer')).toEqual([])
    expect(findings.map(({ says }) => says)).toEqual(
      expect.arrayContaining([
        'http://git.sandbox knows us as platform',
        'its contents can be read',
        `its webhook to ${publicUrl}/webhooks/${dialect} tells of all that we need`,
        expect.stringMatching(/^is Kubernetes v1\.36\.3, serves \d+ kinds, knows us as admin$/),
        'the namespace plumbline is made with the first record',
        'we may do everything: more than applications need',
        '1 of 1 application can be rendered at main; mode sync',
      ]),
    )
  },
)

test('nothing is written by looking', async () => {
  const world = aWorld()
  const commit = world.commit(files)
  await check(portsOf(world))

  const isReview = /\/selfsubject(?:access)?reviews$/
  const writes = world.sandbox.server.requests.filter(({ write }) => write !== undefined)
  expect(writes.filter(({ path }) => !isReview.test(path))).toEqual([])
  expect(await world.statuses(commit)).toEqual({})
})

test('a repository without a webhook is told, with the address that one must have', async () => {
  const world = aWorld()
  world.commit(files)
  world.git.addHook(fullName, { url: 'https://elsewhere.example.com/webhooks/gitea', secret: 's' })

  expect(await lines(portsOf(world), 'wrong', { publicUrl })).toEqual([
    `hosts: git: platform/config: no webhook leads to ${publicUrl}/webhooks/gitea; add one, see the README`,
  ])
  expect(await lines(portsOf(world), 'wrong')).toEqual([])
})

test('without a webhook secret no webhook is asked for', async () => {
  const world = aWorld()
  world.commit(files)

  expect(await lines(portsOf(world, { webhookSecrets: [] }), 'wrong')).toEqual([])
})

test('a delivery that was answered with an error is told', async () => {
  const world = aWorld({ dialect: 'github', deliver: async () => new Response(null, { status: 401 }) })
  world.git.addHook(fullName, { url: `${publicUrl}/webhooks/github`, secret: 's' })
  world.commit(files)
  await world.git.settled()

  expect(await lines(portsOf(world), 'wrong')).toEqual([
    `hosts: git: platform/config: its webhook to ${publicUrl}/webhooks/github got 401 at its last delivery; our log says why`,
  ])
})

test('what an account may not do is named by verb, resource and namespace', async () => {
  const world = aWorld()
  world.commit(files)
  await bind(world, [
    { apiGroups: ['', 'apps'], resources: ['configmaps', 'deployments'], verbs: ['get', 'list', 'patch'] },
  ])
  const ports = { ...portsOf(world, { webhookSecrets: [] }), cluster: () => world.sandbox.open('limited') }

  expect(await lines(ports, 'wrong')).toEqual([
    'clusters: prod: we may not create, update configmaps in plumbline; get, create, update leases.coordination.k8s.io in plumbline; ' +
      'create, delete configmaps in shop; create, delete deployments.apps in shop; get, create, patch namespaces: grant it, see the README',
  ])
  expect(await lines(ports, 'note')).toContain(
    'clusters: prod: whether the namespace plumbline is there is not known: we may not get it',
  )
})

test('in a root that only observes, what only the dry run needs is a note', async () => {
  const world = aWorld({ root: { mode: 'observe' } })
  world.commit(files)
  await bind(world, [
    { apiGroups: ['', 'apps'], resources: ['configmaps', 'deployments'], verbs: ['get', 'list'] },
    { apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'create'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'update', 'patch'] },
  ])
  const ports = { ...portsOf(world, { webhookSecrets: [] }), cluster: () => world.sandbox.open('limited') }

  expect(await lines(ports, 'wrong')).toEqual([])
  expect(await lines(ports, 'note')).toContain(
    'clusters: prod: we may not create, patch deployments.apps in shop: without a dry run what only the API server can tell stays unverified',
  )
})

test('what does not answer is said once, and hides nothing else', async () => {
  const world = aWorld()
  world.commit(files)
  world.sandbox.server.intercept(() => 'drop-before')

  const ports = portsOf(world, { webhookSecrets: [] })

  expect(await lines(ports, 'no-answer')).toEqual([
    'clusters: prod: /api: no answer (TypeError) from cluster prod; it is tried again',
  ])
  expect(await lines(ports, 'right')).toContain('hosts: git: platform/config: its contents can be read')
})

test('a token that the host refuses ends what is said of that host', async () => {
  const world = aWorld()
  world.commit(files)
  world.git.intercept(async () => Response.json({ message: 'canary-body' }, { status: 401 }))
  const { findings } = await check(portsOf(world))
  const ofHost = findings.filter(({ about }) => about.startsWith('hosts:'))

  expect(ofHost).toEqual([
    { about: 'hosts: git', verdict: 'wrong', says: expect.stringContaining('renew the token of host git') },
  ])
  expect(JSON.stringify(findings)).not.toContain('canary')
})

test('an application that cannot be rendered is told at its file', async () => {
  const world = aWorld()
  world.commit({ ...files, 'apps/web/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {' })

  expect(await lines(portsOf(world, { webhookSecrets: [] }), 'wrong')).toEqual([
    expect.stringMatching(
      /^roots: http:\/\/git\.sandbox\/platform\/config\.git root: web: apps\/web\/web\.yaml:3: not valid YAML/,
    ),
  ])
})

test('text from outside stays on its line', () => {
  const says = `a\nok  all is well\u001b[2J${'x'.repeat(2_000)}`
  const [line = '', tally, end] = checkText({
    findings: [{ about: 'hosts: a', verdict: 'wrong', says }],
  }).split('\n')

  expect(line).toMatch(/^WRONG {6}hosts: a: a ok all is well\ufffd/)
  expect(line.length).toBeLessThan(1_020)
  expect([tally, end]).toEqual(['0 in order, 0 to know, 1 to mend, 0 without an answer', ''])
})

async function bind(world: World, rules: readonly object[]): Promise<void> {
  const apiGroup = 'rbac.authorization.k8s.io'
  const apiVersion = `${apiGroup}/v1`
  const metadata = { name: 'limited' }
  const post = (resource: string, body: object) =>
    world.sandbox.server.fetch(
      new Request(`https://sandbox.test/apis/${apiVersion}/${resource}`, {
        method: 'POST',
        headers: { authorization: 'Bearer admin-token', 'content-type': 'application/json' },
        body: JSON.stringify({ apiVersion, metadata, ...body }),
      }),
    )
  await post('clusterroles', { kind: 'ClusterRole', rules })
  await post('clusterrolebindings', {
    kind: 'ClusterRoleBinding',
    subjects: [{ apiGroup, kind: 'User', name: 'limited' }],
    roleRef: { apiGroup, kind: 'ClusterRole', name: 'limited' },
  })
}
