import type { CommitSha } from '../../git/commit.ts'
import type { Repository } from '../../git/repository.ts'
import { fieldAt, listOf, numberAt, textAt } from '../answer.ts'
import { createComments } from '../comments.ts'
import { malformed } from '../failure.ts'
import type { HostApi } from '../host-api.ts'
import { mayWrite } from '../may-write.ts'
import type { PullRequest, PullRequests } from '../pull-requests.ts'
import { commitAt, outlineOf } from '../read-pull-request.ts'
import { resolveRevision } from './resolve.ts'

const perPage = 100
const mostPages = 1_000

export interface Account {
  readonly host: string
  readonly isApp: boolean
}

export function createPullRequests(api: HostApi, account: Account): PullRequests {
  async function get(repository: Repository, number: number): Promise<PullRequest | undefined> {
    const asked = `pull request ${number}`
    const answer = await api({ repository, path: ['pulls', String(number)], asked, absentOn: [404] })
    if (answer === undefined) return undefined
    const pull = readPullRequest(answer)
    if (pull === undefined) throw malformed(repository, asked)
    return withMergeBase(api, repository, pull)
  }

  return {
    get,
    open: (repository, baseRef) =>
      listPulls(api, repository, ['pulls'], { state: 'open', ...(baseRef && { base: baseRef }) }),
    async mergedAs(repository, commit) {
      const listed = await listPulls(api, repository, ['commits', commit, 'pulls'], {})
      const merged = listed.find(({ mergeCommit }) => mergeCommit === commit)
      return merged && get(repository, merged.number)
    },
    ...createComments(api, perPage),
    mayWrite: (repository, login) => mayWrite(api, repository, login),
    self: () => readSelf(api, account),
  }
}

/**
 * What GitHub calls the base of an open one is the tip at its last push; the comparison tells the tip as it is now, and
 * where both part. Its second page has no files, which would be heavy.
 */
async function withMergeBase(api: HostApi, repository: Repository, pull: PullRequest): Promise<PullRequest> {
  const { base: then, ...rest } = pull
  const base = pull.state === 'open' ? await tipOf(api, repository, pull.baseRef) : then
  if (base === undefined) return rest
  const asked = `the merge base of pull request ${pull.number}`
  const path = ['compare', `${base}...${pull.head}`]
  const query = { per_page: '1', page: '2' }
  const answer = await api({ repository, path, query, asked, absentOn: [404] })
  if (answer === undefined) return { ...rest, base }
  const mergeBase = commitAt(fieldAt(answer, 'merge_base_commit'), 'sha')
  if (mergeBase === undefined) throw malformed(repository, asked)
  return { ...rest, base, mergeBase }
}

async function tipOf(api: HostApi, repository: Repository, branch: string): Promise<CommitSha | undefined> {
  try {
    return await resolveRevision(api, repository, `refs/heads/${branch}`, undefined)
  } catch (error) {
    if ((error as { code?: unknown }).code === 'not-found') return undefined
    throw error
  }
}

/** Until a page is short. */
async function listPulls(
  api: HostApi,
  repository: Repository,
  path: readonly string[],
  about: Readonly<Record<string, string>>,
): Promise<readonly PullRequest[]> {
  const found = new Map<number, PullRequest>()
  const asked = 'the pull requests'
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { ...about, per_page: String(perPage), page: String(page) }
    const listed = listOf((await api({ repository, path, query, asked, absentOn: [409, 422] })) ?? [])
    if (listed === undefined) throw malformed(repository, asked)
    for (const value of listed) {
      const pull = readPullRequest(value)
      if (pull === undefined) throw malformed(repository, asked)
      found.set(pull.number, pull)
    }
    if (listed.length < perPage) return [...found.values()]
  }
  throw malformed(repository, asked)
}

/** While it is open, GitHub's merge commit is that of a trial. */
function readPullRequest(value: unknown): PullRequest | undefined {
  const outline = outlineOf(value)
  const merged = textAt(value, 'merged_at') !== undefined
  const mergeCommit = merged ? commitAt(value, 'merge_commit_sha') : undefined
  const [head, base] = [fieldAt(value, 'head'), fieldAt(value, 'base')]
  return (
    outline && {
      ...outline,
      merged,
      ...(mergeCommit && { mergeCommit }),
      fork: !isSameRepository(fieldAt(head, 'repo'), fieldAt(base, 'repo')),
    }
  )
}

/** Null where the fork is gone. */
function isSameRepository(head: unknown, base: unknown): boolean {
  const id = numberAt(head, 'id')
  return id !== undefined && id === numberAt(base, 'id')
}

/** An App comments as `slug[bot]`. */
async function readSelf(api: HostApi, { host, isApp }: Account): Promise<string> {
  const asked = isApp ? 'the App' : 'the user of its token'
  const answer = await api({ repository: { host }, path: [isApp ? 'app' : 'user'], asked })
  const login = textAt(answer, isApp ? 'slug' : 'login')
  if (login === undefined || login === '') throw malformed({ host }, asked)
  return isApp ? `${login}[bot]` : login
}
