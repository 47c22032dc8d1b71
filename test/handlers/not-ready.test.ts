import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { notReady } from '../../handlers/not-ready.ts'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { secretReader } from '../../src/settings/secret-reader.ts'

const key = String(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs1', format: 'pem' }),
)
const whole = { WEBHOOK: 'secret', KEY: key, GIT_TOKEN: 'git-token', CLUSTER_TOKEN: 'cluster-token' }

const settings = parseSettings(
  `
installation: test
hosts:
  - { name: hub, kind: github, app: { id: '12', key: { env: KEY } }, webhookSecrets: [{ env: WEBHOOK }], repositories: ['acme/*'] }
  - { name: tea, kind: gitea, address: 'https://git.example.com', token: { env: GIT_TOKEN }, webhookSecrets: [{ env: WEBHOOK }], repositories: ['acme/*'] }
clusters:
  - { name: prod, server: 'https://kube.example.com', token: { env: CLUSTER_TOKEN } }
roots:
  - { repository: 'https://github.com/acme/config.git', revision: main, path: root, cluster: prod }
`,
  'settings.yaml',
)

function ask(env: Readonly<Record<string, string>>): Promise<string | undefined> {
  return notReady(settings, secretReader({ env, readFile: () => Promise.reject(new Error('no files')) }))
}

test('with every secret in its place it is ready', async () => {
  expect(await ask(whole)).toBeUndefined()
})

test.each<[keyof typeof whole, string, string]>([
  ['WEBHOOK', '', 'hosts: hub: a webhook secret cannot be read'],
  ['KEY', '', 'hosts: hub: the private key of its App cannot be read'],
  ['KEY', 'canary', 'hosts: hub: the private key of its App must be an RSA key in PEM'],
  [
    'KEY',
    `${key.slice(0, 300)}%%${key.slice(302)}`,
    'hosts: hub: the private key of its App must be an RSA key in PEM',
  ],
  ['GIT_TOKEN', '', 'hosts: tea: its token cannot be read'],
  ['GIT_TOKEN', 'canary\ncanary', 'hosts: tea: its token cannot be read'],
  ['CLUSTER_TOKEN', '', 'clusters: prod: its token cannot be read'],
])('where %s is %j that is said by its place in the settings alone', async (name, value, reason) => {
  expect(await ask({ ...whole, [name]: value })).toBe(reason)
})
