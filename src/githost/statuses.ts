import type { CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import { listAt, numberAt, textAt } from './answer.ts'
import { hostFailure, malformed } from './failure.ts'
import type { CommitStatus, CommitStatusState, Feedback } from './feedback.ts'
import type { HostApi } from './host-api.ts'
import { commitAt } from './read-pull-request.ts'

/** Where hosts differ. */
export interface StatusDialect {
  /** Name of the field and of the query that hold the state and the size of a page. */
  readonly state: string
  readonly pageSize: string
  readonly perPage: number
  /** Contexts that differ in case alone are one. */
  readonly ignoreCase: boolean
}

/** A status as it stands on the host, newer with a higher id; `state` may be a word that is Gitea's alone. */
interface StandingStatus {
  readonly id: number
  readonly status: Omit<CommitStatus, 'state'> & { readonly state: string }
}

const mostPages = 1_000
const ours: ReadonlySet<string> = new Set(['pending', 'success', 'failure', 'error'])

export function createFeedback(api: HostApi, dialect: StatusDialect): Feedback {
  const nameOf = (context: string) => (dialect.ignoreCase ? context.toLowerCase() : context)

  async function statuses(repository: Repository, commit: CommitSha): Promise<readonly CommitStatus[]> {
    const standing = await readStanding(api, dialect, repository, commit)
    return standing.map(({ status }) => ({ ...status, state: neutralState(status.state) }))
  }

  async function ensureStatus(
    repository: Repository,
    commit: CommitSha,
    status: CommitStatus,
    known?: readonly CommitStatus[],
  ): Promise<'written' | 'same'> {
    const wanted = trimmed(status)
    const standing: readonly StandingStatus['status'][] =
      known ?? (await readStanding(api, dialect, repository, commit)).map(({ status }) => status)
    const present = standing.find(({ context }) => nameOf(context) === nameOf(wanted.context))
    if (present !== undefined && same(present, wanted)) return 'same'
    const { context, state, description, targetUrl } = wanted
    const body = { context, state, description, ...(targetUrl && { target_url: targetUrl }) }
    const asked = `the status ${context}`
    await api({ repository, path: ['statuses', commit], body, asked, isFeedback: true })
    return 'written'
  }

  async function parents(repository: Repository, commit: CommitSha): Promise<readonly CommitSha[]> {
    const asked = `the parents of commit ${commit}`
    const query = { stat: 'false', verification: 'false', files: 'false' }
    const answer = await api({ repository, path: ['git', 'commits', commit], query, asked, isFeedback: true })
    return (listAt(answer, 'parents') ?? unreadable(repository, asked)).map(
      (parent) => commitAt(parent, 'sha') ?? unreadable(repository, asked),
    )
  }

  return { statuses, parents, ensureStatus }
}

/** The combined status lists the newest of each context; pages end with a short one. */
async function readStanding(
  api: HostApi,
  { state, pageSize, perPage }: StatusDialect,
  repository: Repository,
  commit: CommitSha,
): Promise<readonly StandingStatus[]> {
  const newest = new Map<string, StandingStatus>()
  const asked = `the statuses of commit ${commit}`
  for (let page = 1; page <= mostPages; page += 1) {
    const query = { page: String(page), [pageSize]: String(perPage) }
    const path = ['commits', commit, 'status']
    const answer = await api({ repository, path, query, asked, absentOn: [422], isFeedback: true })
    if (answer === undefined)
      throw hostFailure('not-found', repository, `commit ${commit} is not on the Git host`)
    const listed = listAt(answer, 'statuses')?.map((value) => readStatus(value, state))
    if (listed === undefined || listed.includes(undefined)) throw malformed(repository, asked)
    for (const standing of listed.filter((one) => one !== undefined)) {
      const { context } = standing.status
      if ((newest.get(context)?.id ?? -1) < standing.id) newest.set(context, standing)
    }
    if (listed.length < perPage) return [...newest.values()]
  }
  throw malformed(repository, asked)
}

/** Gitea writes an empty target where there is none, GitHub null. */
function readStatus(value: unknown, stateKey: string): StandingStatus | undefined {
  const id = numberAt(value, 'id')
  const context = textAt(value, 'context')
  const state = textAt(value, stateKey)
  if (id === undefined || context === undefined || state === undefined) return undefined
  const description = textAt(value, 'description') ?? ''
  const targetUrl = textAt(value, 'target_url') ?? ''
  return { id, status: { context, state, description, ...(targetUrl === '' ? {} : { targetUrl }) } }
}

/** Hosts trim what they store; a text that differs only there is the same. */
function trimmed(status: CommitStatus): CommitStatus {
  const { targetUrl, ...rest } = status
  const target = targetUrl?.trim() ?? ''
  return {
    ...rest,
    context: status.context.trim(),
    description: status.description.trim(),
    ...(target === '' ? {} : { targetUrl: target }),
  }
}

function same(present: StandingStatus['status'], wanted: CommitStatus): boolean {
  return (
    present.state === wanted.state &&
    present.description === wanted.description &&
    present.targetUrl === wanted.targetUrl
  )
}

function unreadable(repository: Repository, asked: string): never {
  throw malformed(repository, asked)
}

function neutralState(state: string): CommitStatusState {
  if (ours.has(state)) return state as CommitStatusState
  if (state === 'skipped') return 'success'
  return state === 'warning' ? 'failure' : 'error'
}
