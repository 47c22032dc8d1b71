import { afterAll, beforeAll } from 'vitest'
import { createGiteaHost } from '../../src/githost/gitea/gitea-host.ts'
import { type GitHostSubject, gitHostFeedback, gitHostReads } from '../contract/git-host.ts'
import { type Gitea, startGitea } from './gitea.ts'
import { createGiteaRepository, type GiteaRepository } from './gitea-repository.ts'

let gitea: Gitea
const repositories: GiteaRepository[] = []

beforeAll(async () => {
  gitea = await startGitea()
}, 900_000)

afterAll(async () => {
  for (const repository of repositories) await repository.close()
  await gitea?.stop()
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

const subject: GitHostSubject = {
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
}

gitHostReads(subject)
gitHostFeedback(subject)
