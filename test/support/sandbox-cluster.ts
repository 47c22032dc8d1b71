import { createApiServer } from '../../src/cluster/api-server/api-server.ts'
import type { ObservedRequest } from '../../src/cluster/api-server/exchange.ts'
import type { Cluster } from '../../src/cluster/cluster.ts'
import { maskerOf } from '../../src/kube/masking.ts'
import {
  createSandboxControllers,
  type SandboxControllers,
  type SandboxControllersOptions,
} from '../../src/sandbox/api-server/controllers/controllers.ts'
import { readBuiltIns } from '../../src/sandbox/api-server/kinds/registry.ts'
import {
  createSandboxApiServer,
  type SandboxApiServer,
  type SandboxApiServerOptions,
} from '../../src/sandbox/api-server/server.ts'

/** The server knows no `stranger`. */
export type SandboxUser = 'admin' | 'limited' | 'reader' | 'stranger'

export interface SandboxClusterOptions {
  readonly name?: string
  readonly server?: Partial<SandboxApiServerOptions>
  readonly controllers?: SandboxControllersOptions
  /** The controllers come to rest after every request, as they would in a moment of real time. */
  readonly isLively?: boolean
  /** Told of each HTTP request of the adapter before it leaves. */
  readonly onRequest?: (request: ObservedRequest) => void
  /** Of every adapter that is given no other. */
  readonly between?: Between
}

/** Stands between a request and its answer: faults are injected here. `answer` takes the body where it was read. */
export type Between = (request: Request, answer: (body?: string) => Promise<Response>) => Promise<Response>

/** Time that only moves when told. */
export interface VirtualClock {
  /** Milliseconds since 1970. */
  now(): number
  /** Moves time and lets the controllers come to rest. */
  advance(milliseconds: number): void
}

export interface SandboxCluster {
  /** The adapter over the sandbox, as the administrator. */
  readonly cluster: Cluster
  readonly server: SandboxApiServer
  readonly controllers: SandboxControllers
  readonly clock: VirtualClock
  /** A new adapter with empty caches: a new instance, or another user, who may do what RBAC objects say. */
  open(user?: SandboxUser, between?: Between): Cluster
}

export const sandboxUsers: SandboxApiServerOptions['users'] = {
  'admin-token': { name: 'admin', groups: ['system:masters'] },
  'limited-token': { name: 'limited', groups: [] },
  'reader-token': { name: 'reader', groups: [] },
}

const builtIns = readBuiltIns()

/** A sandbox API server with controllers and virtual time behind the adapter that production uses. */
export function openSandboxCluster(options: SandboxClusterOptions = {}): SandboxCluster {
  const { name = 'sandbox', isLively = false, onRequest, between: usual = straight } = options
  let now = Date.parse('2026-01-05T08:00:00Z')
  const random = seededRandom(1)
  const server = createSandboxApiServer({
    now: () => now,
    random,
    users: sandboxUsers,
    builtIns,
    ...options.server,
  })
  const controllers = createSandboxControllers(server, options.controllers)
  const clock: VirtualClock = {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds
      controllers.settle()
    },
  }
  const open = (user: SandboxUser = 'admin', between: Between = usual) =>
    createApiServer({
      name,
      baseUrl: 'https://sandbox.test',
      fetch: (request) =>
        between(request, async (body) => {
          const response = await server.fetch(request, body)
          if (isLively && !isOfRecords(request)) controllers.settle()
          return response
        }),
      credentials: async () => ({ authorization: `Bearer ${user}-token` }),
      mask: maskerOf(new Uint8Array(32)),
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds
      },
      random,
      ...(onRequest === undefined ? {} : { onRequest }),
    })
  return { cluster: open(), server, controllers, clock, open }
}

function straight(_: Request, answer: () => Promise<Response>): Promise<Response> {
  return answer()
}

/** Records of ours move no controller. */
function isOfRecords({ url }: Request): boolean {
  return new URL(url).pathname.includes('/namespaces/plumbline/')
}

/** At least 0, below 1; the same numbers for the same seed. Source: Park and Miller. */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}
