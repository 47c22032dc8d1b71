import { Octokit } from '@octokit/rest'
import { GitHostError } from '../git-host-error.ts'
import { createLimit } from '../limit.ts'
import { type Asked, failureOfStatus, hostFailure, malformed } from './failure.ts'
import { GuardError, guardFetch } from './guarded-fetch.ts'

export interface GiteaConnection {
  /** The host's name in the settings. */
  readonly name: string
  /** Root of the web interface: `https://git.example.org`. */
  readonly baseUrl: string
  /** Reads what everybody may read when absent. */
  readonly token?: string
  /** Bounds the time of a request itself, or through `signal`. */
  readonly fetch: typeof globalThis.fetch
  sleep(milliseconds: number): Promise<void>
  /** From 0 up to 1, for the spread of retries. */
  random(): number
  /** Makes a signal for each request. */
  signal?(): AbortSignal
}

export interface GiteaRequest {
  readonly repository: Asked
  /** Below the repository or the host, each part one segment of the path. */
  readonly path: readonly string[]
  readonly query?: Readonly<Record<string, string>>
  /** GET when not written, POST where there is a body. */
  readonly method?: 'PATCH' | 'DELETE'
  readonly body?: Readonly<Record<string, unknown>>
  /** What an error says it was asked for. */
  readonly asked: string
  /** Statuses that mean that there is no such thing; then the answer is undefined. */
  readonly absentOn?: readonly number[]
}

/** Asks for JSON and gives it unread, null for no content, undefined where `absentOn` says so. Errors: `GitHostError`. */
export type GiteaApi = (request: GiteaRequest) => Promise<unknown>

const requestsAtOnce = 8
const maxAnswerBytes = 64_000_000
const attempts = 4
const firstDelay = 500
const longestRetryAfter = 10

/**
 * Requests through octokit, at most 8 in flight. Reads are tried 4 times in all on a broken connection, a 5xx or an
 * unreadable body, writes on a broken connection and 502 to 504, which may then happen twice. The retries are our
 * own: octokit's plugin waits on timers of its own.
 */
export function createGiteaApi(connection: GiteaConnection): GiteaApi {
  const limit = createLimit(requestsAtOnce)
  const octokit = new Octokit({
    baseUrl: `${connection.baseUrl.replace(/\/+$/, '')}/api/v1`,
    ...(connection.token === undefined ? {} : { auth: connection.token }),
    userAgent: 'plumbline',
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    request: { fetch: guardFetch(connection.fetch, maxAnswerBytes) },
  })

  return async (request) => {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await limit(() => askOnce(octokit, connection, request))
      if (!('failure' in outcome)) return outcome.data
      const wait =
        attempt < attempts && outcome.again ? delayOf(outcome.failure, attempt, connection) : undefined
      if (wait === undefined) throw outcome.failure
      await connection.sleep(wait)
    }
  }
}

type Outcome = { readonly data: unknown } | { readonly failure: GitHostError; readonly again: boolean }

async function askOnce(
  octokit: Octokit,
  connection: GiteaConnection,
  request: GiteaRequest,
): Promise<Outcome> {
  const { body, method = body === undefined ? 'GET' : 'POST' } = request
  const isRead = method === 'GET'
  const signal = connection.signal?.()
  try {
    const { data, status } = await octokit.request({
      method,
      url: urlOf(request),
      ...(body === undefined ? {} : { data: body }),
      ...(signal === undefined ? {} : { request: { signal } }),
    })
    if ((status as number) === 204) return { data: null }
    if (typeof data === 'object' && data !== null && !(data instanceof ArrayBuffer)) return { data }
    return { failure: malformed(request.repository, request.asked), again: isRead }
  } catch (error) {
    return outcomeOfError(error, request, isRead)
  }
}

function outcomeOfError(error: unknown, request: GiteaRequest, isRead: boolean): Outcome {
  const { repository, asked, absentOn = [] } = request
  if (error instanceof GitHostError) return { failure: error, again: false }
  const { cause, response } = error as {
    cause?: unknown
    response?: { status: number; headers: AnswerHeaders }
  }
  if (cause instanceof GuardError) return { failure: guardFailure(cause, request), again: false }
  if (response === undefined) {
    return {
      failure: hostFailure('unavailable', repository, `the Git host cannot be reached for ${asked}`),
      again: true,
    }
  }
  if (absentOn.includes(response.status)) return { data: undefined }
  const failure = failureOfStatus(response.status, repository, asked, retryAfterOf(response.headers))
  return { failure, again: response.status > 500 || (response.status === 500 && isRead) }
}

type AnswerHeaders = Readonly<Record<string, string | number | undefined>>

function guardFailure({ reason }: GuardError, { repository, asked }: GiteaRequest): GitHostError {
  if (reason === 'too-large')
    return hostFailure('too-large', repository, `the answer for ${asked} is too large`)
  return hostFailure(
    'refused',
    repository,
    `the Git host redirects ${asked} elsewhere; was the repository renamed or moved?`,
  )
}

/** Seconds; dates are not read, since Gitea sends none. */
function retryAfterOf(headers: AnswerHeaders): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

/** Undefined where the host asks for more patience than a request may have. */
function delayOf(
  { retryAfter }: GitHostError,
  attempt: number,
  connection: GiteaConnection,
): number | undefined {
  if (retryAfter !== undefined) return retryAfter <= longestRetryAfter ? retryAfter * 1000 : undefined
  return firstDelay * 3 ** (attempt - 1) * (0.5 + connection.random() / 2)
}

function urlOf({ repository, path, query = {} }: GiteaRequest): string {
  const root = 'owner' in repository ? ['repos', repository.owner, repository.name] : []
  const parts = [...root, ...path].map((part) => segment(repository, part))
  const search = new URLSearchParams(query).toString()
  return `/${parts.join('/')}${search === '' ? '' : `?${search}`}`
}

/** One path segment; the names that URL parsing would take for a level are refused, not encoded. */
function segment(asked: Asked, part: string): string {
  if (part === '' || part === '.' || part === '..' || part.includes('/')) {
    throw hostFailure('refused', asked, `${JSON.stringify(part)} cannot be part of a request`)
  }
  return encodeURIComponent(part)
}

function ignore(): void {
  // octokit logs deprecations that Gitea does not send
}
