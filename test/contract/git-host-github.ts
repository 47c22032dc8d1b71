import { HttpResponse, http } from 'msw'
import { type SetupServer, setupServer } from 'msw/node'
import type { CommitSha, ObjectId } from '../../src/git/commit.ts'
import type { GitHost } from '../../src/githost/git-host.ts'
import type { GithubAccess } from '../../src/githost/github/credentials.ts'
import { createGithubHost } from '../../src/githost/github/github-host.ts'
import {
  createSandboxGitHost,
  type FullName,
  type SandboxGitHost,
  type SandboxGitHostOptions,
} from '../../src/sandbox/git-host/sandbox-git-host.ts'
import type { Changes, GitHostSubject } from './git-host.ts'
import type { DialectSubject, RawDelivery, RawUser } from './git-host-dialect.ts'
import { parsed } from './git-host-sandbox.ts'

const api = 'https://api.github.com'
const start = 1_700_000_000_000

export interface GithubOnSandbox extends GitHostSubject, DialectSubject {
  readonly sandbox: SandboxGitHost
  /** Everything for https://api.github.com goes to the sandbox while it listens. */
  readonly server: SetupServer
  host(access: GithubAccess | undefined): GitHost
}

/** The GitHub adapter on the sandbox's GitHub, which stands in for api.github.com in this process. */
export function githubOnSandbox(options: Partial<SandboxGitHostOptions> = {}): GithubOnSandbox {
  const users = [
    { login: 'ada', token: 'ada-token' },
    { login: 'bob', token: 'bob-token' },
  ]
  const clock = { now: start }
  const received: (RawDelivery & { readonly url: string })[] = []
  const sandbox = createSandboxGitHost({
    baseUrl: 'https://github.com',
    dialect: 'github',
    users,
    limits: { requestsPerHour: 100_000 },
    now: () => clock.now,
    async deliver(request) {
      received.push({ url: request.url, headers: request.headers, body: await request.text() })
      return new Response()
    },
    ...options,
  })
  const server = setupServer(
    http.all(`${api}/*`, ({ request }) => sandbox.fetch(request)),
    http.all('*', () => HttpResponse.error()),
  )
  const host = (access: GithubAccess | undefined): GitHost =>
    createGithubHost({
      name: 'forge',
      baseUrl: 'https://github.com',
      ...(access && { access }),
      fetch: (input, init) => globalThis.fetch(input, init),
      sleep: async (milliseconds) => {
        clock.now += milliseconds
      },
      random: () => 0.5,
      now: () => clock.now,
    })
  const tokens = { owner: 'ada-token', reader: 'bob-token', anonymous: undefined }
  const withToken = (token: string) => host({ kind: 'token', token })

  const create: GitHostSubject['create'] = async (name, repositoryOptions) => {
    const fullName: FullName = `ada/${name}`
    sandbox.createRepository({ owner: 'ada', name, ...repositoryOptions })
    return {
      host: withToken('ada-token'),
      repository: { host: 'forge', owner: 'ada', name },
      commit: async (branch: string, files: Changes) =>
        sandbox.commit(fullName, branch, { files, message: 'change' }),
      tag: async (tag: string, target: ObjectId, message?: string) =>
        sandbox.tag(fullName, tag, target, message),
      forcePush: async (branch: string, commit: CommitSha) => sandbox.forcePush(fullName, branch, commit),
      deleteBranch: async (branch: string) => sandbox.deleteBranch(fullName, branch),
      rename: async (to) => sandbox.rename(fullName, to),
      hostAs: async (who) => withToken(who === 'reader' ? 'bob-token' : 'no-token-at-all'),
    }
  }

  return {
    name: "GitHub adapter on the sandbox's dialect",
    dialect: 'github',
    lacks: {},
    sandbox,
    server,
    host,
    create,
    async createRaw(name) {
      const fullName: FullName = `ada/${name}`
      const hookUrl = `http://plumbline.test/${name}`
      const ask = async (method: string, path: string, body?: object, as: RawUser = 'owner') => {
        const token = tokens[as]
        const headers = { ...(token && { authorization: `token ${token}` }) }
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
        const response = await fetch(`${api}/repos/${fullName}${path}`, init)
        return { status: response.status, body: parsed(await response.text()) }
      }
      return {
        ...(await create(name)),
        hookUrl,
        async commitToFork(branch, path, text) {
          sandbox.fork(fullName, 'bob')
          return sandbox.commit(`bob/${name}`, branch, { files: { [path]: text }, message: 'change' })
        },
        request: ask,
        merge: (number, style) => ask('PUT', `/pulls/${number}/merge`, { merge_method: style }),
        async received() {
          await sandbox.settled()
          return received.filter(({ url }) => url === hookUrl)
        },
      }
    },
  }
}
