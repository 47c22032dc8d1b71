import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Ended, plumbline, startHandler } from './plumbline-process.ts'
import { freePort } from './processes.ts'
import { createServiceAccount } from './service-account.ts'
import { openWalkWorld, type WalkWorld } from './walk-world.ts'

const [gitea, controlPlane] = [inject('gitea'), inject('controlPlane')]
const publicUrl = 'http://127.0.0.1:9'
let world: WalkWorld
let env: Readonly<Record<string, string>>

beforeAll(async () => {
  world = await openWalkWorld(gitea, controlPlane)
  await world.repository.commit('main', world.files)
  const { token } = await createServiceAccount(controlPlane, `check-${world.id}`)
  env = {
    CLUSTER_TOKEN: token,
    GITEA_TOKEN: gitea.admin.token,
    WEBHOOK_SECRET: 'canary-webhook-secret',
    PLUMBLINE_SETTINGS: `
hosts:
  - name: forge
    kind: gitea
    address: ${gitea.baseUrl}
    token: { env: GITEA_TOKEN }
    webhookSecrets: [{ env: WEBHOOK_SECRET }]
    repositories: ['${gitea.admin.login}/*']
clusters:
  - { name: prod, server: '${controlPlane.server}', ca: ${controlPlane.caPath}, token: { env: CLUSTER_TOKEN } }
roots:
  - repository: ${world.repositoryUrl}
    revision: main
    path: root
    mode: sync
    cluster: prod
    allow: { namespaces: ['*'], namespacedKinds: ['*'], clusterKinds: ['*'] }
`,
  }
}, 180_000)

afterAll(() => world?.close())

const check = (more: Readonly<Record<string, string>> = {}): Promise<Ended> =>
  plumbline(['check', '--server', publicUrl], { ...env, ...more })

test('before its webhook is there, the webhook is all that is to be mended', async () => {
  const { code, stdout } = await check()

  expect(stdout.split('\n').filter((line) => /^(WRONG|NO ANSWER)/.test(line))).toEqual([
    expect.stringContaining(`no webhook leads to ${publicUrl}/webhooks/gitea; add one`),
  ])
  expect(code).toBe(2)
})

test('with what the README asks for, everything is in order', async () => {
  await world.repository.api('POST', '/hooks', {
    type: 'gitea',
    active: true,
    events: ['push', 'create', 'delete', 'pull_request', 'issue_comment'],
    config: { url: `${publicUrl}/webhooks/gitea`, content_type: 'json', secret: 'canary-webhook-secret' },
  })

  const { code, stdout, stderr } = await check()

  expect(stdout).toMatch(/^ok .* tells of all that we need$/m)
  expect(stdout).toMatch(
    / is Kubernetes v1\.\d+\.\d+, serves \d+ kinds, knows us as system:serviceaccount:default:check-/,
  )
  expect(stdout).toMatch(/^ok .* we may do all that is needed for \d+ kinds in their namespaces$/m)
  expect(stdout).toMatch(/, 0 to mend, 0 without an answer\n$/)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).not.toContain('canary')
})

test('of a reader nothing but what it may not do is to be mended', async () => {
  const { code, stdout } = await check({
    GITEA_TOKEN: gitea.reader.token,
    CLUSTER_TOKEN: controlPlane.tokens.limited,
  })

  expect(stdout).toMatch(/^WRONG .*(does not exist, or the token may not see it)/m)
  expect(stdout).toMatch(/^WRONG .* we may not /m)
  expect(code).toBe(2)
})

test('a server whose log nobody reads any more goes on, and ends when it is told to', async () => {
  const port = await freePort()
  const settings = env.PLUMBLINE_SETTINGS?.replace('mode: sync', 'mode: observe') ?? ''
  const handler = await startHandler(port, { ...env, PLUMBLINE_SETTINGS: settings })
  const deliver = async () => {
    const headers = { 'x-gitea-event': 'push', 'x-gitea-delivery': 'forged', 'x-gitea-signature': '00' }
    const request = { method: 'POST', headers, body: '{}' }
    return (await fetch(`http://127.0.0.1:${port}/webhooks/gitea`, request)).status
  }
  handler.closeLog()

  const answers = [await deliver(), await deliver(), await deliver()]

  expect(new Set(answers)).toEqual(new Set([401]))
  expect(await handler.stop()).toBe(0)
}, 180_000)
