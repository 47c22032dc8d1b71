import { Octokit } from '@octokit/rest'
import { type Asked, failureOfStatus, hostFailure, isPassing, malformed } from './failure.ts'
import { GitHostError } from './git-host-error.ts'
import { GuardError, guardFetch } from './guarded-fetch.ts'
import type { Limit } from './limit.ts'

/** How a Git host is reached. Whatever waits, is random or goes out is given. */
export interface HostConnection {
  /** The host's name in the settings. */
  readonly name: string
  /** Bounds the time of a request itself, or through `signal`. */
  readonly fetch: typeof globalThis.fetch
  sleep(milliseconds: number): Promise<void>
  /** Milliseconds of Unix time. */
  now(): number
  /** From 0 up to 1, for the spread of retries. */
  random(): number
  /** Makes a signal for each request. */
  signal?(): AbortSignal
}

export interface HostRequest {
  readonly repository: Asked
  /** Below the repository or the host, each part one segment of the path. */
  readonly path: readonly string[]
  /** Below the host although a repository was asked for. */
  readonly at?: 'host'
  readonly query?: Readonly<Record<string, string>>
  /** GET when not written, POST where there is a body. */
  readonly method?: 'PATCH' | 'DELETE'
  readonly body?: Readonly<Record<string, unknown>>
  /** A text of this media type is asked for instead of JSON. */
  readonly text?: string
  /** The text that was known before: given back when the host says that it is the same. */
  readonly known?: string
  /** What an error says it was asked for. */
  readonly asked: string
  /** Statuses that mean that there is no such thing; then the answer is undefined. */
  readonly absentOn?: readonly number[]
  /** Serves an answer on a commit or a pull request, for which the last of a host's patience is kept. */
  readonly isFeedback?: true
}

/**
 * Asks for JSON and gives it unread, or for a text; null for no content, undefined where `absentOn` says so. Errors:
 * `GitHostError`.
 */
export type HostApi = (request: HostRequest) => Promise<unknown>

/** What hosts do not have in common. */
export interface HostDialect {
  /** Root of its API. */
  readonly baseUrl: string
  /** Requests in flight. */
  readonly limit: Limit
  /** Writes wait here. */
  readonly writes?: Limit
  /** For one request; may refuse it. */
  credential(request: HostRequest): Promise<Credential>
  /** Looks at every answer. */
  observe?(request: HostRequest, answer: Answer, credential: Credential): void
  /** Seconds that the host asks to wait, whatever the status. */
  retryAfter(answer: Answer): number | undefined
}

/** Who asks, and what proves it; nothing where everybody may ask. */
export interface Credential {
  readonly account: string
  /** The header. */
  readonly authorization?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number | undefined>>
  /** What the host wrote of an error; it never enters one of ours. */
  readonly message?: string
}

const maxAnswerBytes = 64_000_000
const attempts = 4
const firstDelay = 500
const longestRetryAfter = 10

/** Not believed the first time: what is asked for was there when the host told of it. */
const gone = 410

/**
 * Requests through octokit. Reads are tried 4 times in all on a broken connection, a 5xx or an unreadable body, writes
 * on a broken connection and 502 to 504, which may then happen twice; both on 408 to 410 and 425, which did nothing. The retries are our own: octokit's plugins wait
 * on timers of their own and remember across hosts.
 */
export function createHostApi(connection: HostConnection, dialect: HostDialect): HostApi {
  const octokit = new Octokit({
    baseUrl: dialect.baseUrl,
    userAgent: 'plumbline',
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    request: { fetch: guardFetch(connection.fetch, maxAnswerBytes) },
  })

  async function attempt(request: HostRequest): Promise<Outcome> {
    const isWrite = request.body !== undefined || request.method !== undefined
    // A credential may cost requests of its own, which must not wait behind those that wait for it.
    const ask = async () => {
      const credential = await dialect.credential(request)
      return dialect.limit(() => askOnce(octokit, connection, dialect, credential, request))
    }
    return isWrite && dialect.writes !== undefined ? dialect.writes(ask) : ask()
  }

  return async (request) => {
    for (let tries = 1; ; tries += 1) {
      const outcome = await attempt(request)
      if (!('failure' in outcome)) {
        if (outcome.isDoubtful !== true || tries > 1) return outcome.data
        await connection.sleep(firstDelay)
        continue
      }
      const wait = tries < attempts && outcome.again ? delayOf(outcome.failure, tries, connection) : undefined
      if (wait === undefined) throw outcome.failure
      await connection.sleep(wait)
    }
  }
}

/** Seconds; dates are not read, since no host of ours sends them. */
export function retryAfterHeader({ headers }: Answer): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

type Outcome =
  /** Doubtful: the same status has another meaning that passes. */
  | { readonly data: unknown; readonly isDoubtful?: boolean }
  | { readonly failure: GitHostError; readonly again: boolean }

async function askOnce(
  octokit: Octokit,
  connection: HostConnection,
  dialect: HostDialect,
  credential: Credential,
  request: HostRequest,
): Promise<Outcome> {
  const { body, method = body === undefined ? 'GET' : 'POST' } = request
  const isRead = method === 'GET'
  try {
    const signal = connection.signal?.()
    const answer = await octokit.request({
      method,
      url: urlOf(request),
      headers: headersOf(credential, request),
      ...(body === undefined ? {} : { data: body }),
      ...(signal === undefined ? {} : { request: { signal } }),
    })
    dialect.observe?.(request, answer, credential)
    return readAnswer(request, answer.status as number, answer.data, isRead)
  } catch (error) {
    return outcomeOfError(error, dialect, credential, request, isRead)
  }
}

function headersOf({ authorization }: Credential, { text, known }: HostRequest): Record<string, string> {
  return {
    ...(authorization === undefined ? {} : { authorization }),
    ...(text === undefined ? {} : { accept: text }),
    ...(known === undefined ? {} : { 'if-none-match': `"${known}"` }),
  }
}

function readAnswer(request: HostRequest, status: number, data: unknown, isRead: boolean): Outcome {
  if (status === 204) return { data: null }
  const isBytes = data instanceof ArrayBuffer
  if (request.text !== undefined && typeof data === 'string') return { data }
  if (request.text !== undefined && isBytes) return { data: new TextDecoder().decode(data) }
  if (request.text === undefined && typeof data === 'object' && data !== null && !isBytes) return { data }
  return { failure: malformed(request.repository, request.asked), again: isRead }
}

interface Thrown {
  readonly cause?: unknown
  readonly response?: Answer & { readonly data?: unknown }
}

function outcomeOfError(
  error: unknown,
  dialect: HostDialect,
  credential: Credential,
  request: HostRequest,
  isRead: boolean,
): Outcome {
  const { repository, asked, absentOn = [], known } = request
  if (error instanceof GitHostError) return { failure: error, again: false }
  const { cause, response } = error as Thrown
  if (cause instanceof GuardError) return { failure: guardFailure(cause, request), again: false }
  if (response === undefined) {
    const what = `the Git host cannot be reached for ${asked}`
    return { failure: hostFailure('unavailable', repository, what), again: true }
  }
  const { status, headers } = response
  const answer = { status, headers, message: messageOf(response.data) }
  dialect.observe?.(request, answer, credential)
  if (absentOn.includes(status)) return { data: undefined, isDoubtful: isPassing(status) }
  if (status === 304 && known !== undefined) return { data: known }
  const failure = failureOfStatus(status, repository, asked, dialect.retryAfter(answer))
  const again = status > 500 || (status === 500 && isRead) || isPassing(status) || status === gone
  return { failure, again }
}

function messageOf(data: unknown): string {
  const { message } = (typeof data === 'object' && data !== null ? data : {}) as { message?: unknown }
  return typeof message === 'string' ? message : ''
}

function guardFailure({ reason }: GuardError, { repository, asked }: HostRequest): GitHostError {
  if (reason === 'too-large')
    return hostFailure('too-large', repository, `the answer for ${asked} is too large`)
  return hostFailure(
    'refused',
    repository,
    `the Git host redirects ${asked} elsewhere; was the repository renamed or moved?`,
  )
}

/** Undefined where the host asks for more patience than a request may have. */
function delayOf(
  { retryAfter }: GitHostError,
  attempt: number,
  connection: HostConnection,
): number | undefined {
  if (retryAfter !== undefined) return retryAfter <= longestRetryAfter ? retryAfter * 1000 : undefined
  return firstDelay * 3 ** (attempt - 1) * (0.5 + connection.random() / 2)
}

function urlOf({ repository, path, at, query = {} }: HostRequest): string {
  const root = 'owner' in repository && at === undefined ? ['repos', repository.owner, repository.name] : []
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
  // octokit logs deprecations, which are not for users
}
