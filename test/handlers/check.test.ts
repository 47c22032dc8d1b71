import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkCommand } from '../../handlers/commands/check.ts'

let folder: string
let printed: string
const servers: Server[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-test-'))
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
})

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

function checked(settings: string, values: { readonly json?: boolean } = {}): Promise<number> {
  const file = join(folder, 'plumbline.yaml')
  writeFileSync(file, settings)
  return checkCommand.run({ rest: [], values: { settings: file, ...values } })
}

/** Refuses every token. */
async function aRefusingServer(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"canary-body"}')
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('settings that cannot be used are told by file, line and field, with exit code 2', async () => {
  expect(await checked('hosts:\n  - name: git\n    kind: gitlab\nbrakes: { pruneObjects: -1 }\n')).toBe(2)
  expect(printed).toMatch(
    /^WRONG {6}settings: \S+plumbline\.yaml:3: hosts\[0\]\.kind: must be github or gitea or local$/m,
  )
  expect(printed).toMatch(
    /plumbline\.yaml:4: brakes\.pruneObjects: must be a whole number from 0 to 100000$/m,
  )
})

test('every secret is looked up, and those that are not there or can be none are told without the others', async () => {
  vi.stubEnv('CANARY_SHORT', 'canary-1')
  vi.stubEnv('CANARY_BROKEN', 'canary two')
  const code = await checked(`
hosts:
  - { name: git, kind: gitea, address: 'http://127.0.0.1:1', token: { env: ABSENT }, webhookSecrets: [{ file: /nowhere }] }
clusters:
  - { name: prod, server: 'http://127.0.0.1:1', token: { env: CANARY_BROKEN } }
roots: []
api: { token: { env: CANARY_SHORT } }
`)

  expect(code).toBe(2)
  expect(printed.split('\n').filter((line) => line.startsWith('WRONG'))).toEqual([
    expect.stringContaining('without a root there is nothing to do'),
    expect.stringContaining('hosts: git: the variable ABSENT: is not set'),
    expect.stringContaining('hosts: git: the file /nowhere: cannot be read'),
    expect.stringContaining('clusters: prod: the variable CANARY_BROKEN: holds a space'),
    expect.stringContaining(
      'api: its token, in the variable CANARY_SHORT: api.token: the secret must have at least 16',
    ),
  ])
  expect(printed).not.toMatch(/canary-1|canary two/)
})

test('a webhook secret that is not there hinders no look at its host, and what could not be looked at is told', async () => {
  const url = await aRefusingServer()
  vi.stubEnv('TOKEN', 'canary-token-of-ours')
  await checked(`
hosts:
  - { name: git, kind: gitea, address: '${url}', token: { env: TOKEN }, webhookSecrets: [{ env: ABSENT }], repositories: ['a/*'] }
clusters:
  - { name: prod, server: '${url}', token: { env: TOKEN } }
  - { name: far, server: 'http://127.0.0.1:1', token: { env: ABSENT } }
roots:
  - { repository: '${url}/a/b.git', cluster: prod }
  - { repository: '${url}/a/c.git', path: root, cluster: far }
`)

  expect(printed).toMatch(/^WRONG {6}hosts: git: the variable ABSENT: is not set/m)
  expect(printed).toMatch(/^WRONG {6}hosts: git: .*renew the token/m)
  expect(printed).toMatch(
    /^note {7}roots: \S+\/a\/c\.git root: was not looked at: its host or cluster lacks/m,
  )
  expect(printed).toMatch(/^WRONG {6}roots: \S+\/a\/b\.git: /m)
  expect(printed).not.toContain('0 of 0')
})

test('whoever refuses us is to be mended, and no body of theirs is shown', async () => {
  const url = await aRefusingServer()
  vi.stubEnv('TOKEN', 'canary-token-of-ours')
  const code = await checked(
    `
hosts:
  - { name: git, kind: gitea, address: '${url}', token: { env: TOKEN }, repositories: ['a/*'] }
clusters:
  - { name: prod, server: '${url}', token: { env: TOKEN } }
roots:
  - { repository: '${url}/a/b.git', cluster: prod }
`,
    { json: true },
  )
  const { findings } = JSON.parse(printed)

  expect(code).toBe(2)
  expect(findings).toEqual(
    expect.arrayContaining([
      { about: 'hosts: git', verdict: 'right', says: 'its token is there, in the variable TOKEN' },
      { about: 'hosts: git', verdict: 'wrong', says: expect.stringContaining('renew the token') },
      {
        about: 'clusters: prod',
        verdict: 'wrong',
        says: expect.stringContaining("check the cluster's credentials"),
      },
    ]),
  )
  expect(printed).not.toContain('canary')
})

test('further words are refused', async () => {
  await expect(checkCommand.run({ rest: ['more'], values: {} })).rejects.toThrow(
    'check takes no further words',
  )
})
