import { afterAll, beforeAll, inject } from 'vitest'
import { type Listening, listen } from '../../handlers/node-only/listen.ts'
import { createGiteaHost } from '../../src/githost/gitea/gitea-host.ts'
import { type GitHostSubject, gitHostFeedback, gitHostReads } from '../contract/git-host.ts'
import { type DialectSubject, giteaDialect, type RawDelivery } from '../contract/git-host-dialect.ts'
import { parsed } from '../contract/git-host-sandbox.ts'
import { createGiteaRepository, type GiteaRepository } from './gitea-repository.ts'
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
    random: Math.random,
  })
}

const received: (RawDelivery & { readonly url: string })[] = []

const subject: GitHostSubject & DialectSubject = {
  name: 'Gitea adapter on the real Gitea',
  lacks: {},
  async create(name, options) {
    const repository = await createGiteaRepository(gitea, name, options)
    repositories.push(repository)
    return {
      ...repository,
      host: host(gitea.admin.token),
      repository: { host: 'forge', owner: gitea.admin.login, name },
      rename: async (to) => void (await repository.api('PATCH', '', { name: to })),
      hostAs: async (who) => host(who === 'reader' ? gitea.reader.token : 'no-token-at-all'),
    }
  },
  async createRaw(name) {
    const repository = await createGiteaRepository(gitea, name)
    repositories.push(repository)
    const hookUrl = `${hooks.url}/${name}`
    return {
      ...repository,
      hookUrl,
      async request(method, path, body, as = 'owner') {
        const headers = {
          'content-type': 'application/json',
          ...(as === 'owner' && { authorization: `token ${gitea.admin.token}` }),
        }
        const response = await fetch(`${gitea.baseUrl}/api/v1/repos/${gitea.admin.login}/${name}${path}`, {
          method,
          headers,
          ...(body && { body: JSON.stringify(body) }),
        })
        return { status: response.status, body: parsed(await response.text()) }
      },
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
