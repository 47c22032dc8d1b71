import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  clusterAccess,
  defaultKubeconfig,
  kubeconfigAccess,
} from '../../handlers/node-only/cluster-access.ts'
import { SettingsError } from '../../src/settings/settings-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'plumbline-kubeconfig-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0

interface Parts {
  readonly user?: object
  readonly cluster?: object
  readonly contexts?: readonly object[]
}

function kubeconfig({ user = { token: 'canary-token' }, cluster = {}, contexts }: Parts = {}): string {
  files += 1
  const path = join(folder, `kubeconfig-${files}.json`)
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'prod', cluster: { server: 'https://kube.test:6443/', ...cluster } }],
    users: [{ name: 'robot', user }],
    contexts: contexts ?? [{ name: 'main', context: { cluster: 'prod', user: 'robot' } }],
    'current-context': 'main',
  }
  writeFileSync(path, JSON.stringify(config, null, 2))
  return path
}

async function refused(attempt: Promise<unknown>): Promise<string> {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof SettingsError)) throw new Error('it was not refused')
  expect(error.turn).toBe('operator')
  expect([error.message, error.stack, String(error.cause)].join()).not.toContain('canary')
  return error.message
}

test.for<[string, object, string | undefined]>([
  ['a token', { token: 'canary-token' }, 'Bearer canary-token'],
  ['a name and a password', { username: 'ada', password: 'pw' }, `Basic ${btoa('ada:pw')}`],
  ['a client certificate', { 'client-certificate-data': btoa('cert') }, undefined],
])('a kubeconfig with %s authorises by it', async ([, user, authorization]) => {
  const access = await kubeconfigAccess(kubeconfig({ user }))

  expect(access.baseUrl).toBe('https://kube.test:6443')
  expect((await access.credentials('cached')).authorization).toBe(authorization)
})

test('a user without credentials is anonymous', async () => {
  const path = kubeconfig()
  writeFileSync(
    path,
    JSON.stringify({
      clusters: [{ name: 'prod', cluster: { server: 'http://127.0.0.1:9' } }],
      users: [{ name: 'robot' }],
      contexts: [{ name: 'main', context: { cluster: 'prod', user: 'robot' } }],
      'current-context': 'main',
    }),
  )

  const access = await kubeconfigAccess(path)

  expect(await access.credentials('cached')).toEqual({})
  await expect(access.fetch(new Request('http://127.0.0.1:9/'))).rejects.toThrow(/ECONNREFUSED|bad port/)
})

test('a token that was rotated in the file is there after a refusal', async () => {
  const path = kubeconfig({ user: { token: 'one' } })
  const access = await kubeconfigAccess(path)
  const before = await access.credentials('cached')
  writeFileSync(
    path,
    JSON.stringify({
      clusters: [{ name: 'prod', cluster: { server: 'https://kube.test:6443' } }],
      users: [{ name: 'robot', user: { token: 'two' } }],
      contexts: [{ name: 'main', context: { cluster: 'prod', user: 'robot' } }],
      'current-context': 'main',
    }),
  )

  const after = await access.credentials('fresh')

  expect([before.authorization, after.authorization]).toEqual(['Bearer one', 'Bearer two'])
})

test('another context than the current one can be named', async () => {
  const contexts = [
    { name: 'main', context: { cluster: 'prod', user: 'robot' } },
    { name: 'lost', context: { cluster: 'gone', user: 'robot' } },
    { name: 'nobody', context: { cluster: 'prod', user: 'gone' } },
  ]
  const path = kubeconfig({ contexts })

  expect((await kubeconfigAccess(path, 'main')).baseUrl).toBe('https://kube.test:6443')
  expect(await refused(kubeconfigAccess(path, 'none'))).toContain(
    'it has no context "none"; it has main, lost',
  )
  expect(await refused(kubeconfigAccess(path, 'lost'))).toContain('names the cluster gone')
  expect(await refused(kubeconfigAccess(path, 'nobody'))).toContain('names the user gone')
})

test.for<[string, Parts, string]>([
  ['an exec plugin', { user: { exec: { command: 'canary-helper' } } }, 'its user robot needs an exec plugin'],
  [
    'an auth provider',
    { user: { 'auth-provider': { name: 'gcp' } } },
    'its user robot needs an auth provider',
  ],
  ['a token file', { user: { tokenFile: '/run/token' } }, 'it has a tokenFile'],
  ['impersonation', { user: { token: 'canary', as: 'root' } }, 'its user robot impersonates another'],
  ['a proxy', { cluster: { 'proxy-url': 'http://proxy.test' } }, 'its cluster prod has a proxy-url'],
])('a kubeconfig with %s is refused by name', async ([, parts, message]) => {
  expect(await refused(kubeconfigAccess(kubeconfig(parts)))).toContain(message)
})

test('a file that is not there, or is no kubeconfig, is named without its text', async () => {
  const broken = kubeconfig()
  writeFileSync(broken, 'canary: [')

  expect(await refused(kubeconfigAccess(join(folder, 'none')))).toContain('there is no such file')
  expect(await refused(kubeconfigAccess(broken))).toBe(`${broken}: it is no kubeconfig that can be read`)
})

test('a server and a token are looked up for each request', async () => {
  let token = 'one'
  const settings = { name: 'prod', server: 'https://kube.test/', token: { env: 'TOKEN' } }

  const access = await clusterAccess(settings, async () => token, {})
  const before = await access.credentials('cached')
  token = 'two'

  expect(access.baseUrl).toBe('https://kube.test')
  expect([before, await access.credentials('cached')]).toEqual([
    { authorization: 'Bearer one' },
    { authorization: 'Bearer two' },
  ])
})

test('inside a cluster its own address is used, outside one that is said', async () => {
  const noSecret = async () => ''
  const inside = { KUBERNETES_SERVICE_HOST: '10.0.0.1', KUBERNETES_SERVICE_PORT: '443' }
  const six = { ...inside, KUBERNETES_SERVICE_HOST: 'fd00::1' }

  expect((await clusterAccess({ name: 'here' }, noSecret, inside)).baseUrl).toBe('https://10.0.0.1:443')
  expect((await clusterAccess({ name: 'here' }, noSecret, six)).baseUrl).toBe('https://[fd00::1]:443')
  expect(await refused(clusterAccess({ name: 'here' }, noSecret, {}))).toContain('it runs in none')
})

test('the token of a service account is read for each request, and its absence is said', async () => {
  const env = { KUBERNETES_SERVICE_HOST: '10.0.0.1' }
  const access = await clusterAccess({ name: 'here' }, async () => '', env, folder)
  const token = async (text: string) => {
    writeFileSync(join(folder, 'token'), text)
    return (await access.credentials('cached')).authorization
  }

  expect(await refused(access.credentials('cached'))).toContain('token: it cannot be read; mount the token')
  expect(await token('one\n')).toBe('Bearer one')
  expect(await token('two')).toBe('Bearer two')
  expect(await refused(token(''))).toContain('token: holds')
  expect(await refused(token('canary\ncanary'))).toContain('token: holds a line break')
})

test.for<[NodeJS.ProcessEnv, RegExp]>([
  [{ KUBECONFIG: '/a/one:/b/two' }, /^\/a\/one$/],
  [{ KUBECONFIG: '' }, /\.kube\/config$/],
  [{}, /\.kube\/config$/],
])('with %o the kubeconfig is the one that kubectl takes first', ([env, path]) => {
  expect(defaultKubeconfig(env)).toMatch(path)
})
