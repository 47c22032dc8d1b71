import type { Mask } from '../../kube/masked.ts'
import { oneLine } from '../../kube/redact.ts'
import type { Cluster, ClusterRequest } from '../cluster.ts'
import { createDiscovery, type Get } from './discovery.ts'
import { type CredentialsProvider, exchange, type ObservedRequest, type Wire } from './exchange.ts'
import { httpRequest } from './http-request.ts'
import { maskList, maskObject } from './mask-answer.ts'
import { createOpenApi } from './open-api.ts'
import { redactionOf } from './redact-request.ts'
import { apiUrl } from './request-url.ts'

export interface ApiServerOptions {
  readonly name: string
  /** `https://host:port`, with the path prefix of a proxy where there is one. */
  readonly baseUrl: string
  /** Has to end by itself when a connection hangs: a `TimeoutError` is tried again. */
  readonly fetch: (request: Request) => Promise<Response>
  readonly credentials: CredentialsProvider
  readonly mask: Mask
  /** Milliseconds of any clock that only goes forward. */
  readonly now: () => number
  readonly sleep: (milliseconds: number) => Promise<void>
  readonly random: () => number
  readonly onRequest?: (request: ObservedRequest) => void
  /** The most bytes that are read of one answer; 64 MiB unless told. */
  readonly maxBytes?: number
}

/** The adapter of the port for an API server that is reached by HTTP. */
export function createApiServer(options: ApiServerOptions): Cluster {
  const { name, baseUrl, mask } = options
  const silentUntil = { at: 0 }
  const wire: Wire = { onRequest: () => {}, maxBytes: 64 * 1024 * 1024, silentUntil, ...options }
  const get: Get = (path, accept, etag) =>
    exchange(
      wire,
      {
        method: 'GET',
        url: apiUrl(baseUrl, path),
        headers: { accept, ...(typeof etag === 'string' ? { 'if-none-match': etag } : {}) },
        repeatable: true,
      },
      { object: path.replace(/\?.*/, ''), cluster: name, redact: oneLine, redactField: oneLine },
    )
  const readDiscovery = createDiscovery(get)
  const openApi = createOpenApi(get, options.now)
  return {
    name,
    send: async (request) => {
      const subject = { object: describe(request), cluster: name, ...redactionOf(request) }
      const answer = await exchange(wire, httpRequest(baseUrl, request), subject)
      return request.verb === 'list' ? maskList(answer.body, mask) : maskObject(answer.body, mask)
    },
    discovery: (freshness = 'cached') => {
      if (freshness === 'fresh') openApi.forget()
      return readDiscovery(freshness)
    },
    openApi: (group, version) => openApi.schemas(group, version),
    async version() {
      const { gitVersion } = (await get('/version', 'application/json')).body
      return typeof gitVersion === 'string' ? gitVersion : undefined
    },
  }
}

/** `deployments.apps shop/web`, with `/status` where a subresource was meant. */
function describe(request: ClusterRequest): string {
  const resource = request.group === '' ? request.resource : `${request.resource}.${request.group}`
  const type = request.subresource === undefined ? resource : `${resource}/${request.subresource}`
  const where = [request.namespace, request.name ?? bodyName(request)].filter((part) => part !== undefined)
  return [type, where.join('/')].filter((part) => part !== '').join(' ')
}

function bodyName(request: ClusterRequest): string | undefined {
  const metadata =
    request.body !== undefined && 'metadata' in request.body ? request.body.metadata : undefined
  const name =
    typeof metadata === 'object' && metadata !== null && 'name' in metadata ? metadata.name : undefined
  return typeof name === 'string' ? name : undefined
}
