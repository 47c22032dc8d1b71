import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { GithubAccess } from '../../../src/githost/github/credentials.ts'
import { createGithubHost } from '../../../src/githost/github/github-host.ts'
import { createSandboxGitHost } from '../../../src/sandbox/git-host/sandbox-git-host.ts'

const repository = { host: 'hub', owner: 'ada', name: 'config' }
const hookUrl = 'https://plumbline.example.com/webhooks/github'

function aRig(access: GithubAccess, isPrivate = true) {
  const sandbox = createSandboxGitHost({
    baseUrl: 'https://hub.example.com',
    dialect: 'github',
    users: [
      { login: 'ada', token: 'fine-grained' },
      { login: 'ada', token: 'classic', scopes: ['repo', 'admin:repo_hook'] },
      { login: 'ada', token: 'public', scopes: ['public_repo'] },
      { login: 'ada', token: 'statuses', scopes: ['repo:status'] },
      { login: 'bob', token: 'reader', scopes: ['repo'], access: { 'ada/config': 'read' } },
    ],
    now: () => 1_700_000_000_000,
    deliver: async () => new Response(null, { status: 404 }),
    app: { id: '12', slug: 'plumbline', owners: ['ada'], hookUrl, verify: () => true },
  })
  sandbox.createRepository({ owner: 'ada', name: 'config', private: isPrivate })
  const host = createGithubHost({
    name: 'hub',
    baseUrl: 'https://hub.example.com/',
    access,
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    sleep: () => Promise.resolve(),
    random: () => 0.5,
    now: () => 1_700_000_000_000,
  })
  if (host.setup === undefined) throw new Error('the adapter tells nothing of its set-up')
  return { sandbox, setup: host.setup }
}

const token = (value: string) => ({ kind: 'token', token: value }) as const

test.each([
  ['classic', true, { statuses: 'yes', comments: 'yes' }],
  ['public', false, { statuses: 'yes', comments: 'yes' }],
  ['public', true, { statuses: 'no', comments: 'no' }],
  ['statuses', true, { statuses: 'yes', comments: 'no' }],
  ['reader', true, { statuses: 'no', comments: 'yes' }],
  ['fine-grained', true, { statuses: 'not-known', comments: 'not-known' }],
] as const)('what the token %s may do, of a private repository: %s', async (value, isPrivate, expected) => {
  const { setup } = aRig(token(value), isPrivate)

  expect(await setup.access(repository)).toEqual(expected)
})

test('webhooks are listed with the answer to their last delivery, and whether they have a secret', async () => {
  const { sandbox, setup } = aRig(token('classic'))
  sandbox.addHook('ada/config', { url: hookUrl, secret: 'canary-hook-secret' })
  const before = await setup.webhooks(repository)
  sandbox.commit('ada/config', 'main', { files: { a: 'a' }, message: 'first' })
  await sandbox.settled()

  const hook = { url: hookUrl, active: true, missingEvents: [], isJson: true, hasSecret: true }
  expect(before).toEqual([hook])
  expect(await setup.webhooks(repository)).toEqual([{ ...hook, lastStatus: 404 }])
})

test('who does not administer the repository is not told its webhooks', async () => {
  expect(await aRig(token('reader')).setup.webhooks(repository)).toBeUndefined()
})

test('of an App its installation tells what it may do, and the App has one webhook for all', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const { setup } = aRig({ kind: 'app', id: '12', privateKey: pem })

  expect(await setup.access(repository)).toEqual({ statuses: 'yes', comments: 'yes' })
  expect(await setup.webhooks(repository)).toEqual([
    { url: hookUrl, active: true, missingEvents: [], isJson: true, hasSecret: true },
  ])
})
