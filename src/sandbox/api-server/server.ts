import { admission } from './admission/admission.ts'
import { type Answer, httpResponse, refusalAnswer } from './answer.ts'
import { bootstrap } from './bootstrap.ts'
import { tendCrds } from './crds.ts'
import { serveDocument } from './documents.ts'
import { ExchangeLog, type Interceptor, type SeenRequest } from './exchange-log.ts'
import type { AdmissionReview, Kernel } from './kernel.ts'
import { type BuiltIns, KindRegistry, readBuiltIns } from './kinds/registry.ts'
import { authorise } from './rbac.ts'
import { Printer } from './read/show.ts'
import { internalError, Refusal, unauthorized } from './refusal.ts'
import { requestInfo } from './request-info.ts'
import { serveResource } from './resources.ts'
import { answerSelfReview, isSelfReview } from './self-reviews.ts'
import { Store } from './store.ts'
import { authenticate, type User, type Users } from './users.ts'

export interface SandboxApiServerOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** At least 0, below 1. */
  readonly random: () => number
  /** Users by their bearer tokens; the group `system:masters` may do everything, others what RBAC objects say. */
  readonly users: Users
  /** What `readBuiltIns` gives, where many servers share it. */
  readonly builtIns?: BuiltIns
  /** How long after its creation a CRD is established; at once unless told. */
  readonly crdDelayMs?: number
  /** Refuses writes beyond what stored admission policies do, by throwing what `denied` makes. */
  readonly admit?: (review: AdmissionReview) => void
}

/**
 * A Kubernetes API server in memory: what a real kube-apiserver 1.36 was recorded to do, as a function from request to
 * response. Its state lives in the instance and only moves when it is asked something.
 */
export interface SandboxApiServer {
  /** `body` where somebody has read it already. */
  fetch(request: Request, body?: string): Promise<Response>
  /** Everything that was asked through `fetch`, in order. */
  readonly requests: readonly SeenRequest[]
  /** Decides the fate of each request from now on; undefined lets all pass. */
  intercept(interceptor: Interceptor | undefined): void
  /** API groups that discovery cannot ask just now. */
  setStaleGroups(groups: readonly string[]): void
  /** For the sandbox's own controllers, whose writes are neither logged nor intercepted. */
  readonly kernel: Kernel
  /** Does what the API server does by itself, with CRDs, a moment after a request. */
  tend(): void
}

export function createSandboxApiServer(options: SandboxApiServerOptions): SandboxApiServer {
  const { now, random, users, crdDelayMs = 0 } = options
  const store = new Store(now)
  const kinds = new KindRegistry(options.builtIns ?? readBuiltIns())
  const kernel: Kernel = {
    store,
    kinds,
    now,
    random,
    newUid: () => randomUid(random),
    admit: admission(store, options.admit ?? (() => {})),
  }
  const printer = new Printer()
  const log = new ExchangeLog()
  let interceptor: Interceptor | undefined
  let staleGroups: ReadonlySet<string> = new Set()
  bootstrap(kernel)
  const answer = (user: User | undefined, request: Request, text: string): Answer => {
    tendCrds(kernel, crdDelayMs)
    if (user === undefined) throw unauthorized()
    const url = new URL(request.url)
    const info = requestInfo(request.method, url)
    const isNamed = user.groups.includes('system:authenticated')
    if (info.isResource && isNamed && isSelfReview(info))
      return answerSelfReview(store, user, info, text, now())
    authorise(store, user, info)
    const { headers } = request
    if (!info.isResource) return serveDocument(kinds, staleGroups, { url, headers })
    return serveResource(kernel, printer, { info, user, query: url.searchParams, headers, text })
  }
  const respond = (user: User | undefined, request: Request, text: string): Response => {
    const response = httpResponse(refusing(() => answer(user, request, text)))
    response.headers.set('date', new Date(now()).toUTCString())
    return response
  }
  return {
    kernel,
    tend: () => tendCrds(kernel, crdDelayMs),
    get requests() {
      return log.requests
    },
    intercept: (next) => {
      interceptor = next
    },
    setStaleGroups: (groups) => {
      staleGroups = new Set(groups)
    },
    fetch: async (request, body) => {
      const text = body ?? (request.body === null ? '' : await request.text())
      const url = new URL(request.url)
      const seen = log.record(request.method, url, text, requestInfo(request.method, url))
      const fate = interceptor?.(seen) ?? 'pass'
      if (typeof fate === 'object') return fate
      if (fate === 'drop-before') throw new TypeError('fetch failed')
      const response = respond(authenticate(users, request.headers.get('authorization')), request, text)
      if (fate === 'drop-after') throw new TypeError('fetch failed')
      return response
    },
  }
}

function refusing(answer: () => Answer): Answer {
  try {
    return answer()
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error)
    return refusalAnswer(
      internalError(`sandbox: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    )
  }
}

function randomUid(random: () => number): string {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('')
  const variant = '89ab'.charAt(Math.floor(random() * 4))
  return `${hex(8)}-${hex(4)}-4${hex(3)}-${variant}${hex(3)}-${hex(12)}`
}
