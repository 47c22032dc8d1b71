import {
  type Answer,
  createHostApi,
  type HostApi,
  type HostConnection,
  type HostDialect,
  retryAfterHeader,
} from '../host-api.ts'
import { createLimit, type Limit } from '../limit.ts'
import { createBudgets } from './budget.ts'
import { createCredentials, type GithubAccess } from './credentials.ts'
import type { GithubMemory, RequestBudget } from './memory.ts'

export interface GithubConnection extends HostConnection {
  /** Root of the web interface: `https://github.com`, or that of an Enterprise Server. */
  readonly baseUrl: string
  /** Reads what everybody may read when absent. */
  readonly access?: GithubAccess
  /** New for each connection where it is not given. */
  readonly memory?: GithubMemory
  /** Hears what is left of the requests that GitHub allows. */
  onBudget?(budget: RequestBudget): void
}

export interface GithubApi {
  readonly rest: HostApi
  /** Of a classic token, as the last answer told them. */
  readonly scopes: () => string | undefined
  /** POST of a query; absent for nobody's requests, which GraphQL refuses. */
  readonly graphql?: HostApi
}

const requestsAtOnce = 8
/** "Make requests serially … wait at least one second between each": GitHub's advice for all that writes. */
const betweenWrites = 1000
/** Seconds, where GitHub says that it is too much and not for how long. */
const politeWait = 60

export function createGithubApi(connection: GithubConnection, memory: GithubMemory): GithubApi {
  const { access } = connection
  const { rest: baseUrl, graphql } = apiRoots(connection.baseUrl)
  const retryAfter = retryAfterOf(connection)
  const common = { limit: createLimit(requestsAtOnce), retryAfter }
  const credentials = createCredentials(connection, { ...common, baseUrl }, access)
  const budgets = createBudgets(
    memory,
    () => connection.now(),
    (budget) => connection.onBudget?.(budget),
  )

  let scopes: string | undefined

  function dialect(resource: 'core' | 'graphql'): Pick<HostDialect, 'credential' | 'observe'> {
    return {
      async credential(request) {
        const credential = await credentials.of(request.repository)
        budgets.spend(credential.account, resource, request.repository, request.isFeedback === true)
        return credential
      },
      observe(request, answer, { account }) {
        if (answer.status === 401) credentials.forget(request.repository)
        budgets.note(account, answer, retryAfter(answer))
        const told = answer.headers['x-oauth-scopes']
        if (told !== undefined) scopes = String(told)
      },
    }
  }

  const writes = createPace(connection, betweenWrites)
  const rest = createHostApi(connection, { ...common, ...dialect('core'), baseUrl, writes })
  const api = { rest, scopes: () => scopes }
  if (access === undefined) return api
  return {
    ...api,
    graphql: createHostApi(connection, { ...common, ...dialect('graphql'), baseUrl: graphql }),
  }
}

function apiRoots(address: string): { readonly rest: string; readonly graphql: string } {
  const root = address.replace(/\/+$/, '')
  if (/^https:\/\/(?:api\.|www\.)?github\.com$/i.test(root)) {
    const both = 'https://api.github.com'
    return { rest: both, graphql: both }
  }
  return { rest: `${root}/api/v3`, graphql: `${root}/api` }
}

/** One at a time, and so long after the end of the one before. */
function createPace(connection: GithubConnection, milliseconds: number): Limit {
  const limit = createLimit(1)
  let next = 0
  return (task) =>
    limit(async () => {
      const wait = next - connection.now()
      if (wait > 0) await connection.sleep(wait)
      try {
        return await task()
      } finally {
        next = connection.now() + milliseconds
      }
    })
}

function retryAfterOf(connection: GithubConnection): (answer: Answer) => number | undefined {
  return (answer) => {
    const said = retryAfterHeader(answer)
    if (said !== undefined) return said
    const { status, headers, message = '' } = answer
    if (status !== 403 && status !== 429) return undefined
    if (headers['x-ratelimit-remaining'] === '0') {
      const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
      return Number.isFinite(reset) ? Math.max(Math.ceil(reset - connection.now() / 1000) + 1, 1) : politeWait
    }
    return status === 429 || /secondary rate/i.test(message) ? politeWait : undefined
  }
}
