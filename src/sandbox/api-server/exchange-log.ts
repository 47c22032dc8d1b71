import type { PathRequest, ResourceRequest } from './request-info.ts'

/** A request as the log keeps it and as an interceptor sees it. */
export interface SeenRequest {
  /** Counts all requests from 0. */
  readonly index: number
  /** Counts the requests that may change something from 0; undefined for reads and dry runs. */
  readonly write: number | undefined
  readonly method: string
  readonly path: string
  readonly query: string
  readonly info: ResourceRequest | PathRequest
  readonly isDryRun: boolean
}

/**
 * What happens to a request: it passes; the connection breaks before the server has seen it, or after the server has
 * done it; or an answer comes from somewhere on the way.
 */
export type Fate = 'pass' | 'drop-before' | 'drop-after' | Response

export type Interceptor = (request: SeenRequest) => Fate

/** Keeps what was asked, in order. */
export class ExchangeLog {
  readonly #requests: SeenRequest[] = []
  #writes = 0

  get requests(): readonly SeenRequest[] {
    return this.#requests
  }

  record(method: string, url: URL, body: string, info: ResourceRequest | PathRequest): SeenRequest {
    const isRead = method === 'GET' || method === 'HEAD'
    const isDryRun = !isRead && (url.searchParams.has('dryRun') || /"dryRun":\s*\[\s*"All"/.test(body))
    const isWrite = !isRead && !isDryRun
    const seen: SeenRequest = {
      index: this.#requests.length,
      write: isWrite ? this.#writes : undefined,
      method,
      path: url.pathname,
      query: url.search,
      info,
      isDryRun,
    }
    if (isWrite) this.#writes += 1
    this.#requests.push(seen)
    return seen
  }
}
