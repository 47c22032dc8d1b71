import type { GitHost } from '../../src/githost/git-host.ts'
import { createGiteaHost } from '../../src/githost/gitea/gitea-host.ts'
import { createSandboxGitHost, type FullName } from '../../src/sandbox/git-host/sandbox-git-host.ts'
import type { GitHostSubject } from './git-host.ts'

/** The Gitea adapter on the sandbox's Gitea dialect. */
export function giteaOnSandbox(): GitHostSubject {
  const users = [
    { login: 'ada', token: 'ada-token' },
    { login: 'bob', token: 'bob-token' },
  ]
  const sandbox = createSandboxGitHost({ users, now: () => 1_700_000_000_000 })
  const host = (token: string): GitHost =>
    createGiteaHost({
      name: 'forge',
      baseUrl: 'http://git.sandbox',
      token,
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      sleep: () => Promise.resolve(),
      random: () => 0.5,
    })

  return {
    name: "Gitea adapter on the sandbox's dialect",
    lacks: {},
    async create(name, options) {
      const fullName: FullName = `ada/${name}`
      sandbox.createRepository({ owner: 'ada', name, ...options })
      return {
        host: host('ada-token'),
        repository: { host: 'forge', owner: 'ada', name },
        commit: async (branch, files) => sandbox.commit(fullName, branch, { files, message: 'change' }),
        tag: async (tag, target, message) => sandbox.tag(fullName, tag, target, message),
        forcePush: async (branch, commit) => sandbox.forcePush(fullName, branch, commit),
        deleteBranch: async (branch) => sandbox.deleteBranch(fullName, branch),
        rename: async (to) => sandbox.rename(fullName, to),
        hostAs: async (who) => host(who === 'reader' ? 'bob-token' : 'no-token-at-all'),
      }
    },
  }
}
