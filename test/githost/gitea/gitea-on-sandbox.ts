import type { FileContent } from '../../../src/git/build-tree.ts'
import type { CommitSha, ObjectId } from '../../../src/git/commit.ts'
import type { BlobRequest, GitHost } from '../../../src/githost/git-host.ts'
import { createGiteaHost } from '../../../src/githost/gitea/gitea-host.ts'
import { createSandboxGitHost, type SandboxGitHost } from '../../../src/sandbox/git-host/sandbox-git-host.ts'

export const repository = { host: 'forge', owner: 'ada', name: 'config' }
export const token = 'a-very-secret-token'

export interface Rig {
  readonly sandbox: SandboxGitHost
  readonly host: GitHost
  readonly commit: CommitSha
  /** Milliseconds that the adapter asked to sleep. */
  readonly slept: number[]
  /** Lets so many milliseconds go by. */
  readonly pass: (milliseconds: number) => void
  /** How many requests a piece of work costs. */
  readonly cost: (work: () => Promise<unknown>) => Promise<number>
  readonly blobs: (paths: readonly string[]) => Promise<BlobRequest[]>
}

/** One commit on `main` of a sandbox, and an adapter before it. */
export function aRig(files: { readonly [path: string]: FileContent } = { 'a.yaml': 'a: 1\n' }): Rig {
  const sandbox = createSandboxGitHost({ users: [{ login: 'ada', token }], now: () => 1_700_000_000_000 })
  sandbox.createRepository(repository)
  const commit = sandbox.commit('ada/config', 'main', { files, message: 'first' })
  const slept: number[] = []
  let now = 0
  const host = createGiteaHost({
    name: 'forge',
    baseUrl: 'http://git.sandbox/',
    token,
    fetch: (input, init) => sandbox.fetch(new Request(input, init)),
    async sleep(milliseconds) {
      slept.push(milliseconds)
      now += milliseconds
    },
    now: () => now,
    random: () => 0.5,
  })
  return {
    sandbox,
    host,
    commit,
    slept,
    pass(milliseconds) {
      now += milliseconds
    },
    async cost(work) {
      const before = sandbox.requests().length
      await work()
      return sandbox.requests().length - before
    },
    async blobs(paths) {
      const stored = sandbox.repository('ada/config')
      const flat = new Map(stored.flatten(stored.readCommit(commit).tree).map(({ path, id }) => [path, id]))
      return paths.map((path) => ({ id: flat.get(path) ?? ('' as ObjectId), commit, path }))
    },
  }
}

export function numbered(count: number, folder: string = 'many'): { readonly [path: string]: string } {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/f${at}.yaml`, `f: ${at}\n`]))
}

export function answer(body: string, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(body, {
    status,
    headers: { 'content-type': 'application/json;charset=utf-8', ...headers },
  })
}
