import { afterAll, beforeAll, inject } from 'vitest'
import { type Listening, listen } from '../../handlers/node-only/listen.ts'
import type { CommitSha } from '../../src/git/commit.ts'
import { createGiteaHost } from '../../src/githost/gitea/gitea-host.ts'
import {
  type GitHostSubject,
  gitHostFeedback,
  gitHostReads,
  type WritableRepository,
} from '../contract/git-host.ts'
import { giteaDialect, type RawDelivery, type RawUser } from '../contract/git-host-dialect.ts'
import { giteaPullRequestHooks, gitHostPullRequests } from '../contract/git-host-pull-requests.ts'
import { parsed } from '../contract/git-host-sandbox.ts'
import { giteaSetup, type SetupSubject } from '../contract/git-host-setup.ts'
import { apiOf, createGiteaRepository, type GiteaRepository } from './gitea-repository.ts'
import { until } from './processes.ts'

const gitea = inject('gitea')
let hooks: Listening
const repositories: GiteaRepository[] = []

beforeAll(async () => {
  hooks = await listen({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      received.push({ url: request.url, headers: request.headers, body: await request.text() })
      return new Response()
    },
  })
})

afterAll(async () => {
  for (const repository of repositories) await repository.close()
  await hooks?.close()
})

function host(token: string) {
  return createGiteaHost({
    name: 'forge',
    baseUrl: gitea.baseUrl,
    token,
    fetch,
    sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    now: Date.now,
    random: Math.random,
  })
}

const received: (RawDelivery & { readonly url: string })[] = []

/** A token of the owner, by name and password, as Gitea wants it. */
async function mintToken(scopes: readonly string[]): Promise<string> {
  const { login, password } = gitea.admin
  const response = await fetch(`${gitea.baseUrl}/api/v1/users/${login}/tokens`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa(`${login}:${password}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ name: crypto.randomUUID(), scopes }),
  })
  const { sha1 } = (await response.json()) as { sha1: string }
  return sha1
}

const tokens = { owner: gitea.admin.token, reader: gitea.reader.token, anonymous: undefined }

async function create(name: string, options?: { readonly private?: boolean }): Promise<WritableRepository> {
  const repository = await createGiteaRepository(gitea, name, options)
  repositories.push(repository)
  return {
    ...repository,
    host: host(gitea.admin.token),
    repository: { host: 'forge', owner: gitea.admin.login, name },
    rename: async (to) => void (await repository.api('PATCH', '', { name: to })),
    hostAs: async (who) => host(who === 'reader' ? gitea.reader.token : 'no-token-at-all'),
  }
}

const subject: GitHostSubject & SetupSubject = {
  name: 'Gitea adapter on the real Gitea',
  dialect: 'gitea',
  lacks: {},
  create,
  hostWith: async (scopes) => host(await mintToken(scopes)),
  async createRaw(name) {
    const hookUrl = `${hooks.url}/${name}`
    const ask = async (method: string, path: string, body?: object, as: RawUser = 'owner') => {
      const token = tokens[as]
      const headers = {
        'content-type': 'application/json',
        ...(token && { authorization: `token ${token}` }),
      }
      const response = await fetch(`${gitea.baseUrl}/api/v1/repos/${gitea.admin.login}/${name}${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: parsed(await response.text()) }
    }
    return {
      ...(await create(name)),
      hookUrl,
      async commitToFork(branch, path, text) {
        const asReader = apiOf(gitea.baseUrl, gitea.reader.token)
        await asReader('POST', `/repos/${gitea.admin.login}/${name}/forks`, {})
        const file = { content: btoa(text), message: 'change', branch: 'main', new_branch: branch }
        const made = await asReader('POST', `/repos/${gitea.reader.login}/${name}/contents/${path}`, file)
        return (made as { commit: { sha: CommitSha } }).commit.sha
      },
      request: ask,
      merge: (number, style) => ask('POST', `/pulls/${number}/merge`, { Do: style }),
      async received(count) {
        const mine = () => received.filter(({ url }) => url.endsWith(`/${name}`))
        await until(`${count} deliveries`, async () => mine().length >= count)
        return mine()
      },
    }
  },
}

gitHostReads(subject)
gitHostFeedback(subject)
giteaDialect(subject)
giteaSetup(subject)
gitHostPullRequests(subject)
giteaPullRequestHooks(subject)
