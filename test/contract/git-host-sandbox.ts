import type { CommitSha, ObjectId } from '../../src/git/commit.ts'
import type { GitHost } from '../../src/githost/git-host.ts'
import { createGiteaHost } from '../../src/githost/gitea/gitea-host.ts'
import { createSandboxGitHost, type FullName } from '../../src/sandbox/git-host/sandbox-git-host.ts'
import type { SandboxUser } from '../../src/sandbox/git-host/sandbox-state.ts'
import type { Changes, GitHostSubject, WritableRepository } from './git-host.ts'
import type { RawDelivery, RawUser } from './git-host-dialect.ts'
import type { SetupSubject } from './git-host-setup.ts'

/** The Gitea adapter on the sandbox's Gitea dialect. */
export function giteaOnSandbox(): GitHostSubject & SetupSubject {
  const users: SandboxUser[] = [
    { login: 'ada', token: 'ada-token' },
    { login: 'bob', token: 'bob-token' },
  ]
  const received: (RawDelivery & { readonly url: string })[] = []
  const sandbox = createSandboxGitHost({
    users,
    now: () => 1_700_000_000_000,
    async deliver(request) {
      received.push({ url: request.url, headers: request.headers, body: await request.text() })
      return new Response()
    },
  })
  const host = (token: string): GitHost =>
    createGiteaHost({
      name: 'forge',
      baseUrl: 'http://git.sandbox',
      token,
      fetch: (input, init) => sandbox.fetch(new Request(input, init)),
      sleep: () => Promise.resolve(),
      now: () => 1_700_000_000_000,
      random: () => 0.5,
    })

  const writes = (fullName: FullName) => ({
    commit: async (branch: string, files: Changes) =>
      sandbox.commit(fullName, branch, { files, message: 'change' }),
    tag: async (tag: string, target: ObjectId, message?: string) =>
      sandbox.tag(fullName, tag, target, message),
    forcePush: async (branch: string, commit: CommitSha) => sandbox.forcePush(fullName, branch, commit),
    deleteBranch: async (branch: string) => sandbox.deleteBranch(fullName, branch),
  })

  const create = async (
    name: string,
    options?: { readonly private?: boolean },
  ): Promise<WritableRepository> => {
    const fullName: FullName = `ada/${name}`
    sandbox.createRepository({ owner: 'ada', name, ...options })
    return {
      host: host('ada-token'),
      repository: { host: 'forge', owner: 'ada', name },
      ...writes(fullName),
      rename: async (to) => sandbox.rename(fullName, to),
      hostAs: async (who) => host(who === 'reader' ? 'bob-token' : 'no-token-at-all'),
    }
  }
  const tokens = { owner: 'ada-token', reader: 'bob-token', anonymous: undefined }

  return {
    name: "Gitea adapter on the sandbox's dialect",
    dialect: 'gitea',
    lacks: {},
    create,
    async hostWith(scopes) {
      const token = scopes.join(' ')
      users.push({ login: 'ada', token, scopes })
      return host(token)
    },
    async createRaw(name) {
      const fullName: FullName = `ada/${name}`
      const hookUrl = `http://plumbline.test/${name}`
      const ask = async (method: string, path: string, body?: object, as: RawUser = 'owner') => {
        const token = tokens[as]
        const headers = { ...(token && { authorization: `token ${token}` }) }
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
        const response = await sandbox.fetch(
          new Request(`http://git.sandbox/api/v1/repos/${fullName}${path}`, init),
        )
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
        merge: (number, style) => ask('POST', `/pulls/${number}/merge`, { Do: style }),
        async received() {
          await sandbox.settled()
          return received.filter(({ url }) => url === hookUrl)
        },
      }
    },
  }
}

/** Errors of the router are no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
