import { longestFlight } from '../../src/cluster/longest-flight.ts'
import type { Between, VirtualClock } from '../support/sandbox-cluster.ts'
import { type Asked, isWrite, type Side } from './asked.ts'

/**
 * What can become of one request. `down`: its server refuses every connection for a minute. `cut`: the connection breaks
 * before the server has seen it, or after it has done it; a read then has half its answer. `asked-to-wait`: 429, with a
 * Retry-After that one call has the patience for. `lost`: a proxy says 504 after the work was
 * done. `slow`: the answer comes when a Lease has long run out. `killed`: the instance dies there.
 */
export const faults = [
  'down',
  'cut before',
  'cut after',
  '409',
  '410',
  'asked to wait 5 s',
  'asked to wait 90 s',
  '500',
  'lost',
  'slow',
  'timeout',
  'killed before',
  'killed after',
] as const

export type Fault = (typeof faults)[number]

export interface Witness {
  /** Told before the request is served, or dies. */
  asked(asked: Asked, now: number): void
  /** Told what the server answered, whether the answer arrives or not. */
  answered(asked: Asked, response: Response): Promise<void>
  /** Told that the server wants to hear nothing until then; what was sent up to `order` could not know. */
  toldToWait(asked: Asked, until: number, order: number): void
}

export interface Breaking {
  /** Counts the requests from 0 after `arm`. */
  readonly at: number
  readonly fault: Fault
}

export interface WireOptions {
  readonly breaking?: Breaking | undefined
  /** Passes when a request of an instance may be served; what it gives is called when it was. */
  readonly turn?: (by: string) => Promise<() => void>
}

const downMs = 60_000
const slowMs = 45_000
const timeoutMs = 10_000

/** Every request to the cluster and to the Git host, in one order, with at most one fault. */
export class Wire {
  /** What was asked since `arm`, as a person reads it. */
  readonly trace: string[] = []
  readonly writes: boolean[] = []
  isDead = false
  isBroken = false
  /** Requests to a server that refused every connection. */
  refusals = 0
  /** The most requests that were open at one time. */
  mostOpen = 0
  /** Answers, each of whose connections is held until its body is read or let go. */
  readonly answers: { readonly asked: Asked; readonly response: Response }[] = []
  #open = 0
  #sent = 0
  readonly #witness: Witness
  readonly #breaking: Breaking | undefined
  readonly #turn: (by: string) => Promise<() => void>
  #clock: VirtualClock | undefined
  #isArmed = false
  #isAside = false
  #down: { readonly side: Side; readonly until: number } | undefined

  constructor(witness: Witness, { breaking, turn = async () => () => {} }: WireOptions = {}) {
    this.#witness = witness
    this.#breaking = breaking
    this.#turn = turn
  }

  follow(clock: VirtualClock): void {
    this.#clock = clock
  }

  /** From now on requests count. */
  arm(): void {
    this.#isArmed = true
  }

  /** Looks at a server beside the story: not counted, not broken, not witnessed. */
  async aside<T>(look: () => Promise<T>): Promise<T> {
    this.#isAside = true
    try {
      return await look()
    } finally {
      this.#isAside = false
    }
  }

  side(side: Side, by: string): Between {
    return async (request, answer) => {
      if (this.#isAside) return answer()
      const asked = await askedOf({ side, order: ++this.#sent, by }, request)
      this.#witness.asked(asked, this.#now())
      const serve = async () => {
        const sentAt = this.#now()
        const served = await this.#turn(by)
        if (side === 'cluster' && this.#now() - sentAt > longestFlight(request)) {
          served()
          throw timedOut()
        }
        const response = await answer(asked.body)
        await this.#witness.answered(asked, response).finally(served)
        return response
      }
      this.mostOpen = Math.max(this.mostOpen, ++this.#open)
      try {
        const response = await (this.#isArmed ? this.#carry(asked, serve) : serve())
        this.answers.push({ asked, response })
        return response
      } finally {
        this.#open -= 1
      }
    }
  }

  #now(): number {
    return this.#clock?.now() ?? 0
  }

  #carry(asked: Asked, serve: () => Promise<Response>): Promise<Response> {
    const now = this.#now()
    if (this.isDead) return refused()
    if (this.#down?.side === asked.side && now < this.#down.until) {
      this.refusals += 1
      return refused()
    }
    const at = this.trace.length
    this.trace.push(
      `${asked.side} ${asked.method} ${asked.url.pathname}${asked.isDryRun ? ' (dry run)' : ''}`,
    )
    this.writes.push(isWrite(asked))
    if (this.#breaking?.at !== at) return serve()
    this.isBroken = true
    return this.#break(asked, this.#breaking.fault, now, serve)
  }

  async #break(asked: Asked, fault: Fault, now: number, serve: () => Promise<Response>): Promise<Response> {
    switch (fault) {
      case 'down':
        this.#down = { side: asked.side, until: now + downMs }
        return refused()
      case 'cut before':
        return refused()
      case 'cut after':
        return isWrite(asked) ? serve().then(refused) : half(await serve())
      case '409':
        return status(asked, 409, 'Conflict', 'the object has been modified')
      case '410':
        return status(asked, 410, 'Expired', 'the provided continue parameter is too old')
      case 'asked to wait 5 s':
        return this.#askToWait(asked, 5, now)
      case 'asked to wait 90 s':
        return this.#askToWait(asked, 90, now)
      case '500':
        return status(asked, 500, 'InternalError', 'Internal error occurred')
      case 'lost':
        await serve()
        return new Response('gateway timeout', { status: 504 })
      case 'slow':
        this.#clock?.advance(slowMs)
        return serve()
      case 'timeout':
        await serve()
        this.#clock?.advance(timeoutMs)
        throw timedOut()
      case 'killed before':
        this.isDead = true
        return refused()
      case 'killed after':
        this.isDead = true
        return serve().then(refused)
    }
  }

  #askToWait(asked: Asked, seconds: number, now: number): Response {
    this.#witness.toldToWait(asked, now + seconds * 1000, this.#sent)
    return status(asked, 429, 'TooManyRequests', 'too many requests', { 'retry-after': String(seconds) })
  }
}

async function askedOf(sent: Pick<Asked, 'side' | 'order' | 'by'>, request: Request): Promise<Asked> {
  const { method } = request
  const url = new URL(request.url)
  // The Git host reads its requests itself, the cluster is given what was read here.
  const isRead = method === 'GET'
  const body = isRead ? '' : await (sent.side === 'git' ? request.clone() : request).text()
  const isDryRun = url.searchParams.has('dryRun') || body.includes('"dryRun":["All"]')
  return { ...sent, method, url, isDryRun, body }
}

function timedOut(): DOMException {
  return new DOMException('the operation timed out', 'TimeoutError')
}

function refused(): Promise<never> {
  return Promise.reject(new TypeError('fetch failed'))
}

async function half(response: Response): Promise<Response> {
  const text = await response.text()
  const { status, headers } = response
  return new Response(text === '' ? null : text.slice(0, text.length / 2), { status, headers })
}

function status(
  { side }: Asked,
  code: number,
  reason: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body =
    side === 'cluster'
      ? { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message }
      : { message }
  return Response.json(body, { status: code, headers })
}
