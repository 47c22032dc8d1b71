import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { CommitSha, ObjectId } from '../../src/git/commit.ts'
import type { Changes } from '../contract/git-host.ts'
import { writeFiles } from '../contract/git-host-local.ts'
import type { GiteaAddress } from './gitea.ts'
import { until } from './processes.ts'

/** A repository on a real Gitea with a clone of its own; what it does is done by git and pushed. */
export interface GiteaRepository {
  readonly owner: string
  readonly name: string
  /** On top of the branch; a new branch starts at the tip of `main`. */
  commit(branch: string, changes: Changes, message?: string): Promise<CommitSha>
  /** Annotated when a message is given. */
  tag(name: string, target: ObjectId, message?: string): Promise<ObjectId>
  forcePush(branch: string, commit: CommitSha): Promise<void>
  deleteBranch(branch: string): Promise<void>
  /** Takes what others did to the branch into the clone. */
  pull(branch: string): Promise<void>
  /** Asks Gitea's API as the administrator; throws on a status of 400 or more. */
  api(method: string, path: string, body?: object): Promise<unknown>
  /** Removes the clone. */
  close(): Promise<void>
}

const run = promisify(execFile)

export async function createGiteaRepository(
  { baseUrl, admin }: GiteaAddress,
  name: string,
  options: { readonly private?: boolean } = {},
): Promise<GiteaRepository> {
  const api = apiOf(baseUrl, admin.token)
  await api('POST', '/user/repos', { name, private: options.private ?? false, default_branch: 'main' })
  const clone = await mkdtemp(join(tmpdir(), 'plumbline-clone-'))
  const git = gitIn(clone)
  const remote = new URL(`${baseUrl}/${admin.login}/${name}.git`)
  remote.username = admin.login
  remote.password = admin.password
  await git('init', '--quiet', '--initial-branch=main')
  await git('remote', 'add', 'origin', remote.href)

  /** For a moment after the first push, Gitea still calls a repository empty and hides its default branch. */
  const isEmpty = async () => {
    const about = await api('GET', `/repos/${admin.login}/${name}`)
    return (about as { empty: boolean }).empty
  }

  return {
    owner: admin.login,
    name,
    api: (method, path, body) => api(method, `/repos/${admin.login}/${name}${path}`, body),
    async commit(branch, changes, message = 'change') {
      await switchTo(git, branch)
      await writeFiles(clone, changes)
      await git('add', '--all')
      for (const [path, content] of Object.entries(changes)) {
        if (content === null || typeof content === 'string' || !('submodule' in content)) continue
        await git('update-index', '--add', '--cacheinfo', `160000,${content.submodule},${path}`)
      }
      await git('commit', '--quiet', '--allow-empty', `--message=${message}`)
      await git('push', '--quiet', 'origin', `HEAD:refs/heads/${branch}`)
      await until('Gitea has noticed the push', async () => !(await isEmpty()))
      return (await git('rev-parse', 'HEAD')) as CommitSha
    },
    async tag(tag, target, message) {
      await git('tag', ...(message === undefined ? [] : ['--annotate', `--message=${message}`]), tag, target)
      await git('push', '--quiet', 'origin', `refs/tags/${tag}`)
      return (await git('rev-parse', `refs/tags/${tag}`)) as ObjectId
    },
    async forcePush(branch, commit) {
      await git('push', '--quiet', '--force', 'origin', `${commit}:refs/heads/${branch}`)
      await git('checkout', '--quiet', '-B', branch, commit)
    },
    async deleteBranch(branch) {
      await git('push', '--quiet', 'origin', `:refs/heads/${branch}`)
    },
    async pull(branch) {
      await git('fetch', '--quiet', 'origin', branch)
      await git('checkout', '--quiet', '-B', branch, `refs/remotes/origin/${branch}`)
    },
    close: () => rm(clone, { recursive: true, force: true }),
  }
}

type Git = (...args: string[]) => Promise<string>

/** Untouched by what the machine's own git configuration says. */
function gitIn(folder: string): Git {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_AUTHOR_NAME: 'test',
    GIT_AUTHOR_EMAIL: 'test@example.invalid',
    GIT_COMMITTER_NAME: 'test',
    GIT_COMMITTER_EMAIL: 'test@example.invalid',
  }
  return async (...args) => (await run('git', args, { cwd: folder, env, maxBuffer: 1e8 })).stdout.trim()
}

async function switchTo(git: Git, branch: string): Promise<void> {
  const exists = (name: string) =>
    git('rev-parse', '--verify', '--quiet', `refs/heads/${name}`).then(
      () => true,
      () => false,
    )
  if (await exists(branch)) await git('checkout', '--quiet', branch, '--')
  else if (await exists('main')) await git('checkout', '--quiet', '-b', branch, 'refs/heads/main')
}

/** Gitea's API with a token; throws on a status of 400 or more. */
export function apiOf(
  baseUrl: string,
  token: string,
): (method: string, path: string, body?: object) => Promise<unknown> {
  return async (method, path, body) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}
