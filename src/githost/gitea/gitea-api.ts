import { createHostApi, type HostApi, type HostConnection, retryAfterHeader } from '../host-api.ts'
import { createLimit } from '../limit.ts'

export interface GiteaConnection extends HostConnection {
  /** Root of the web interface: `https://git.example.org`. */
  readonly baseUrl: string
  /** Reads what everybody may read when absent. */
  readonly token?: string
}

export type GiteaApi = HostApi

const requestsAtOnce = 8

export function createGiteaApi(connection: GiteaConnection): GiteaApi {
  const { token } = connection
  const proof = token === undefined ? {} : { authorization: `token ${token}` }
  return createHostApi(connection, {
    baseUrl: `${connection.baseUrl.replace(/\/+$/, '')}/api/v1`,
    limit: createLimit(requestsAtOnce),
    credential: async () => ({ account: connection.name, ...proof }),
    retryAfter: retryAfterHeader,
  })
}
