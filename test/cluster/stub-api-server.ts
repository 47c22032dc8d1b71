import { createApiServer } from '../../src/cluster/api-server/api-server.ts'
import type { CredentialsProvider } from '../../src/cluster/api-server/exchange.ts'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { ClusterError } from '../../src/cluster/cluster-error.ts'
import type { ResourceType } from '../../src/cluster/discovery.ts'
import { maskerOf } from '../../src/kube/masking.ts'

export interface Seen {
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly headers: Headers
  readonly body: string
}

export interface Stub {
  readonly cluster: Cluster
  readonly seen: readonly Seen[]
  /** Milliseconds of every wait, in order. */
  readonly slept: readonly number[]
  readonly clock: { now: number }
}

export type Reply = (seen: Seen, count: number) => Response | Promise<Response>

/** The adapter over an API server that answers as told; time moves by `clock` and by what is slept. */
export function stubApiServer(
  reply: Reply,
  options: {
    readonly baseUrl?: string
    readonly credentials?: CredentialsProvider
    readonly random?: () => number
    readonly maxBytes?: number
  } = {},
): Stub {
  const seen: Seen[] = []
  const slept: number[] = []
  const clock = { now: 0 }
  const cluster = createApiServer({
    name: 'stub',
    baseUrl: 'https://stub.test',
    fetch: async (request) => {
      const url = new URL(request.url)
      const one = {
        method: request.method,
        path: url.pathname + url.search,
        headers: request.headers,
        body: await request.text(),
      }
      seen.push(one)
      return reply(one, seen.length)
    },
    credentials: async () => ({ authorization: 'Bearer canary-token' }),
    mask: maskerOf(new Uint8Array(32)),
    now: () => clock.now,
    sleep: async (milliseconds) => {
      slept.push(milliseconds)
      clock.now += milliseconds
    },
    random: () => 0.5,
    ...options,
  })
  return { cluster, seen, slept, clock }
}

export function json(body: unknown, status: number = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers })
}

export function status(code: number, reason: string = '', message: string = '', details?: object): Response {
  const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message }
  return json(details === undefined ? body : { ...body, details }, code)
}

export async function thrownBy(attempt: Promise<unknown>): Promise<ClusterError> {
  const error: unknown = await attempt.then(
    () => new Error('nothing was thrown'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof ClusterError)) throw error
  return error
}

export const configMaps: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespaced: true,
  verbs: [],
}

export const deployments: ResourceType = {
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  resource: 'deployments',
  namespaced: true,
  verbs: [],
}

export const namespaces: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  namespaced: false,
  verbs: [],
}

export function aConfigMap(name: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'shop' } }
}

export const getSettings = {
  verb: 'get',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  namespace: 'shop',
  name: 'settings',
} as const
