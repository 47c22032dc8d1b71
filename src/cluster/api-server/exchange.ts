import { isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import { latestAttempt } from '../longest-flight.ts'
import type { HttpRequest } from './http-request.ts'
import { readText, TooLong } from './read-text.ts'
import { type Patience, withRetries } from './retry.ts'
import { keepSilence, refuseWhileSilent, type Silence } from './silence.ts'
import {
  brokenOff,
  malformedAnswer,
  notSent,
  type RefusalSubject,
  statusError,
  transportError,
} from './status-error.ts'

export interface Credentials {
  /** Value of the Authorization header; absent for client certificates, which `fetch` carries. */
  readonly authorization?: string
}

/** `fresh` after a 401: a provider that caches looks again. */
export type CredentialsProvider = (freshness: 'cached' | 'fresh') => Promise<Credentials>

/** What an observer is told of each HTTP request before it leaves. */
export interface ObservedRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
}

export interface Wire extends Patience, Silence {
  /** Called without a receiver: a Worker's own takes no other. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly credentials: CredentialsProvider
  readonly onRequest: (request: ObservedRequest) => void
  /** The most bytes that are read of one answer. */
  readonly maxBytes: number
}

export interface Answer {
  readonly status: number
  readonly etag: string | null
  readonly body: JsonObject
}

/**
 * One answered request: 2xx, or 304 where the request was conditional. Everything else is thrown as a `ClusterError`,
 * after the retries that may help.
 */
export async function exchange(wire: Wire, request: HttpRequest, subject: RefusalSubject): Promise<Answer> {
  const { repeatable, method } = request
  const manner = { repeatable, isRead: method === 'GET', latest: latestAttempt(request) }
  return withRetries(wire, manner, async (isLate) => {
    refuseWhileSilent(wire, subject)
    const response = await authorized(wire, request, { subject, isLate })
    const text = await received(response, wire.maxBytes, subject)
    if (response.status === 304) return { status: 304, etag: response.headers.get('etag'), body: {} }
    const body = parseObject(text)
    const isHalf = body === undefined && text.startsWith('{')
    if (!response.ok) {
      const retryAfter = response.headers.get('retry-after')
      const isUnservedPath = text.trim() === '404 page not found'
      const error = statusError({ status: response.status, body, isUnservedPath, retryAfter }, subject)
      keepSilence(wire, error)
      throw isHalf && error.code === 'malformed' ? brokenOff(subject) : error
    }
    if (isHalf) throw brokenOff(subject)
    if (body === undefined) throw malformedAnswer('the answer is no JSON object', subject)
    return { status: response.status, etag: response.headers.get('etag'), body }
  })
}

interface Attempt {
  readonly subject: RefusalSubject
  /** Whether it is too late to send anything: the process may have been suspended, or a token slow to come. */
  readonly isLate: () => boolean
}

/** A token that was rotated is asked for once more. */
async function authorized(wire: Wire, request: HttpRequest, attempt: Attempt): Promise<Response> {
  const credentials = await wire.credentials('cached')
  const response = await sendOnce(wire, request, credentials, attempt)
  if (response.status !== 401) return response
  const fresh = await wire.credentials('fresh')
  if (fresh.authorization === credentials.authorization) return response
  await response.body?.cancel()
  return sendOnce(wire, request, fresh, attempt)
}

async function sendOnce(
  wire: Wire,
  request: HttpRequest,
  credentials: Credentials,
  { subject, isLate }: Attempt,
): Promise<Response> {
  if (isLate()) throw notSent(subject)
  const { authorization } = credentials
  const { method, url, body } = request
  const { fetch } = wire
  wire.onRequest({ method, path: url.pathname + url.search })
  try {
    return await fetch(
      new Request(url, {
        method,
        headers: { ...request.headers, ...(authorization === undefined ? {} : { authorization }) },
        redirect: 'manual',
        ...(body === undefined ? {} : { body }),
      }),
    )
  } catch (error) {
    throw transportError(error, subject)
  }
}

async function received(response: Response, cap: number, subject: RefusalSubject): Promise<string> {
  try {
    return await readText(response, cap)
  } catch (error) {
    if (error instanceof TooLong) throw malformedAnswer(`the answer is ${error.message}`, subject)
    throw transportError(error, subject)
  }
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
