import { createVerify, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createGithubHost } from '../../../src/githost/github/github-host.ts'
import { toPkcs8 } from '../../../src/githost/github/private-key.ts'
import { createSandboxGitHost } from '../../../src/sandbox/git-host/sandbox-git-host.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = (type: 'pkcs1' | 'pkcs8') => String(privateKey.export({ type, format: 'pem' }))
const repository = { host: 'hub', owner: 'ada', name: 'config' }
const minute = 60_000

/** A private repository, and an App that is installed on all of Ada's. */
function aRig(key: string = pem('pkcs1')) {
  const clock = { now: 1_700_000_000_000 }
  const sandbox = createSandboxGitHost({
    baseUrl: 'https://hub.example.com',
    dialect: 'github',
    users: [{ login: 'eve', token: 'eve-token' }],
    now: () => clock.now,
    app: {
      id: '12',
      slug: 'plumbline',
      owners: ['ada'],
      verify(jwt) {
        const [head, claims, signature = ''] = jwt.split('.')
        return createVerify('RSA-SHA256')
          .update(`${head}.${claims}`)
          .verify(publicKey, signature, 'base64url')
      },
    },
  })
  for (const name of ['config', 'other']) sandbox.createRepository({ owner: 'ada', name, private: true })
  const commit = sandbox.commit('ada/config', 'main', { files: { 'a.yaml': 'a: 1\n' }, message: 'first' })
  const tokens: string[] = []
  const host = createGithubHost({
    name: 'hub',
    baseUrl: 'https://hub.example.com/',
    access: { kind: 'app', id: '12', privateKey: key },
    fetch: (input, init) => {
      const request = new Request(input, init)
      tokens.push(request.headers.get('authorization') ?? '')
      return sandbox.fetch(request)
    },
    sleep: async (milliseconds) => {
      clock.now += milliseconds
    },
    random: () => 0.5,
    now: () => clock.now,
  })
  return { sandbox, host, clock, commit, tokens }
}

test.each([
  ['PKCS#1, as GitHub hands it out', pem('pkcs1')],
  ['PKCS#8', pem('pkcs8')],
  ['one line, as an environment variable holds it', pem('pkcs1').replaceAll('\n', '\\n')],
])('a key in %s reads a private repository and answers on it', async (_, key) => {
  const { host, commit, sandbox } = aRig(key)
  const status = { context: 'plumbline/sync', state: 'success', description: 'Synced' } as const

  expect(await host.resolve(repository, 'main')).toBe(commit)
  expect(await host.feedback?.ensureStatus(repository, commit, status)).toBe('written')
  expect(await host.pullRequests?.self()).toBe('plumbline[bot]')
  expect(sandbox.requests().every(({ path }) => path.startsWith('/api/'))).toBe(true)
})

test('a key of another App is said to be one, and the clock is named too', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const { host } = aRig(String(other.export({ type: 'pkcs1', format: 'pem' })))

  await expect(host.resolve(repository, 'main')).rejects.toMatchObject({
    code: 'unauthorized',
    turn: 'operator',
    message: expect.stringMatching(/App 12: .*is it a key of this App, and is the clock right\?/),
  })
})

test('PKCS#1 becomes the PKCS#8 that OpenSSL makes of it', () => {
  const plain = (text: string | undefined) => text?.replaceAll('\n', '')

  expect(plain(toPkcs8(pem('pkcs1')))).toBe(plain(pem('pkcs8')))
})

test.each([
  ['no key', 'this is nothing that could ever be taken for a key of an App'],
  ['a public key', String(publicKey.export({ type: 'spki', format: 'pem' }))],
  ['a key cut off', pem('pkcs1').slice(0, 600)],
  [
    'a key of another kind',
    String(generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })),
  ],
  ['a body that is no base64', '-----BEGIN PRIVATE KEY-----\nA\n-----END PRIVATE KEY-----'],
])('%s is the operator’s to mend, and is not shown', async (_, key) => {
  const error = await aRig(key)
    .host.resolve(repository, 'main')
    .catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({ code: 'unauthorized', turn: 'operator' })
  expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain(key.slice(30, 50))
})

test('one token serves a repository for an hour, however many ask at once', async () => {
  const { host, clock, sandbox } = aRig()
  const minted = () => sandbox.requests().filter(({ path }) => path.endsWith('/access_tokens')).length
  await Promise.all(Array.from({ length: 20 }, () => host.resolve(repository, 'main')))
  expect(minted()).toBe(1)

  clock.now += 50 * minute
  await host.resolve(repository, 'main')
  expect(minted()).toBe(1)
  clock.now += 6 * minute
  await host.resolve(repository, 'main')
  expect(minted()).toBe(2)
})

test('a token reaches the repository that it was made for, and no other one', async () => {
  const { host, tokens, sandbox } = aRig()
  await host.resolve(repository, 'main')
  const authorization = tokens.at(-1) ?? ''
  const read = (name: string) =>
    sandbox.fetch(
      new Request(`https://hub.example.com/api/v3/repos/ada/${name}`, { headers: { authorization } }),
    )

  expect((await read('config')).status).toBe(200)
  expect((await read('other')).status).toBe(404)
})

test('an App that is not installed says so', async () => {
  const { host, sandbox } = aRig()
  sandbox.createRepository({ owner: 'eve', name: 'config' })

  await expect(host.resolve({ ...repository, owner: 'eve' }, 'main')).rejects.toMatchObject({
    code: 'forbidden',
    turn: 'operator',
    message: expect.stringMatching(/not installed/),
  })
})

test('a token that is refused is made anew for the next request', async () => {
  const { host, sandbox, commit } = aRig()
  await host.resolve(repository, 'main')
  let left = 1
  sandbox.intercept((_, next) => {
    left -= 1
    return left >= 0
      ? Promise.resolve(Response.json({ message: 'Bad credentials' }, { status: 401 }))
      : next()
  })

  await expect(host.resolve(repository, 'main')).rejects.toMatchObject({ code: 'unauthorized' })
  expect(await host.resolve(repository, 'main')).toBe(commit)
})
