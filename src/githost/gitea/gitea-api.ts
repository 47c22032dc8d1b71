import { hostFailure } from '../failure.ts'
import {
  type Answer,
  createHostApi,
  type HostApi,
  type HostConnection,
  retryAfterHeader,
} from '../host-api.ts'
import { createLimit } from '../limit.ts'

export interface GiteaConnection extends HostConnection {
  /** Root of the web interface: `https://git.example.org`. */
  readonly baseUrl: string
  /** Reads what everybody may read when absent. */
  readonly token?: string
}

export type GiteaApi = HostApi

const requestsAtOnce = 8
/** Seconds. */
const longestPause = 3600

/** Nothing is asked while the host, or the proxy before it, wants to be left alone. */
export function createGiteaApi(connection: GiteaConnection): GiteaApi {
  const { token } = connection
  const proof = token === undefined ? {} : { authorization: `token ${token}` }
  let pausedUntil = 0
  const observe = (answer: Answer): void => {
    const seconds = retryAfterHeader(answer)
    if (seconds === undefined || (answer.status !== 429 && answer.status !== 403)) return
    pausedUntil = connection.now() + Math.min(seconds, longestPause) * 1000
  }
  return createHostApi(connection, {
    baseUrl: `${connection.baseUrl.replace(/\/+$/, '')}/api/v1`,
    limit: createLimit(requestsAtOnce),
    async credential({ repository }) {
      const pause = Math.ceil((pausedUntil - connection.now()) / 1000)
      if (pause > 0)
        throw hostFailure(
          'rate-limited',
          repository,
          'the Git host asked to wait before anything else',
          pause,
        )
      return { account: connection.name, ...proof }
    },
    observe: (_, answer) => observe(answer),
    retryAfter: retryAfterHeader,
  })
}
