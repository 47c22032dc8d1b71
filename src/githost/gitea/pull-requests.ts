import type { Repository } from '../../git/repository.ts'
import { fieldAt, listOf, numberAt, textAt } from '../answer.ts'
import { createComments } from '../comments.ts'
import { hostFailure, malformed } from '../failure.ts'
import { mayWrite } from '../may-write.ts'
import type { PullRequest, PullRequests } from '../pull-requests.ts'
import { commitAt, outlineOf } from '../read-pull-request.ts'
import type { GiteaApi } from './gitea-api.ts'

const perPage = 50
const mostPages = 1_000

export function createPullRequests(api: GiteaApi, host: string): PullRequests {
  async function one(repository: Repository, path: readonly string[], asked: string) {
    const answer = await api({ repository, path, asked, absentOn: [404] })
    if (answer === undefined) return undefined
    return readPullRequest(answer) ?? Promise.reject(malformed(repository, asked))
  }

  return {
    async get(repository, number) {
      const pull = await one(repository, ['pulls', String(number)], `pull request ${number}`)
      if (pull?.state === 'open') await assertSettled(api, repository, pull)
      return pull
    },
    open: (repository, baseRef) => listOpen(api, repository, baseRef),
    mergedAs: (repository, commit) =>
      one(repository, ['commits', commit, 'pull'], `the pull request of commit ${commit}`),
    ...createComments(api),
    mayWrite: (repository, login) => mayWrite(api, repository, login),
    self: () => readSelf(api, host),
  }
}

/**
 * Gitea works out anew where head and base part some time after the base was moved by force, and tells nobody. Until
 * then the commit that it names is none of the base's; asking makes it hurry.
 */
async function assertSettled(api: GiteaApi, repository: Repository, pull: PullRequest): Promise<void> {
  const { base, mergeBase, number } = pull
  if (base === undefined || mergeBase === undefined || base === mergeBase) return
  const asked = `the merge base of pull request ${number}`
  const path = ['compare', `${base}...${mergeBase}`]
  const query = { verification: 'false', files: 'false' }
  const beyond = numberAt(await api({ repository, path, query, asked }), 'total_commits')
  if (beyond === undefined) throw malformed(repository, asked)
  if (beyond > 0)
    throw hostFailure(
      'unavailable',
      repository,
      `the Git host does not know ${asked} yet; it was moved by force`,
    )
}

/** Until a page is empty, since a host may have shorter pages than it is asked for. */
async function listOpen(
  api: GiteaApi,
  repository: Repository,
  baseRef: string | undefined,
): Promise<readonly PullRequest[]> {
  const found = new Map<number, PullRequest>()
  const asked = 'the open pull requests'
  for (let page = 1; page <= mostPages; page += 1) {
    const base = baseRef === undefined ? {} : { base_branch: baseRef }
    const query = { state: 'open', sort: 'oldest', page: String(page), limit: String(perPage), ...base }
    const listed = listOf(await api({ repository, path: ['pulls'], query, asked }))
    if (listed === undefined) throw malformed(repository, asked)
    if (listed.length === 0) return [...found.values()]
    for (const value of listed) {
      // One without a commit has nothing to plan, and must not hide the others.
      if (textAt(fieldAt(value, 'head'), 'sha') === '') continue
      const pull = readPullRequest(value)
      if (pull === undefined) throw malformed(repository, asked)
      // Gitea before 1.23 does not know the filter.
      if (baseRef === undefined || pull.baseRef === baseRef) found.set(pull.number, pull)
    }
  }
  throw malformed(repository, asked)
}

/** Gitea writes an empty id where a branch is gone. */
function readPullRequest(value: unknown): PullRequest | undefined {
  const outline = outlineOf(value)
  const mergeBase = commitAt(value, 'merge_base')
  const mergeCommit = commitAt(value, 'merge_commit_sha')
  return (
    outline && {
      ...outline,
      merged: fieldAt(value, 'merged') === true,
      ...(mergeBase && { mergeBase }),
      ...(mergeCommit && { mergeCommit }),
      fork: !isOwnBranch(fieldAt(value, 'head'), fieldAt(value, 'base')),
    }
  )
}

/** What was pushed to `refs/for/`, as everybody may who reads, is of this repository too, and has an empty label. */
function isOwnBranch(head: unknown, base: unknown): boolean {
  const id = numberAt(head, 'repo_id')
  return id !== undefined && id === numberAt(base, 'repo_id') && (textAt(head, 'label') ?? '') !== ''
}

async function readSelf(api: GiteaApi, host: string): Promise<string> {
  const asked = 'the user of its token'
  const login = textAt(await api({ repository: { host }, path: ['user'], asked }), 'login')
  if (login === undefined || login === '') throw malformed({ host }, asked)
  return login
}
