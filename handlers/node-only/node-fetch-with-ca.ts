import type { IncomingMessage } from 'node:http'
import { request as httpRequest, Agent as PlainAgent } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { longestFlight } from '../../src/cluster/longest-flight.ts'

/** What a connection may need beyond the system's trust; all PEM. */
export interface TlsMaterial {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
  readonly serverName?: string
  readonly rejectUnauthorized?: boolean
}

/** `fetch` with a CA or a client certificate of one's own, which Node's global one cannot take. */
export type NodeFetch = (request: Request) => Promise<Response>

/** The same; `over` ends a request that is under way. */
export type EndableFetch = (request: Request, over?: AbortSignal) => Promise<Response>

/**
 * Connections are kept and shared until the material changes; requests that are under way then still end. A
 * connection that is silent for too long ends with a `TimeoutError`. Redirects are answered, not followed.
 */
export function nodeFetchWithCa(tls: () => TlsMaterial): EndableFetch {
  const plain = new PlainAgent({ keepAlive: true })
  let current: { readonly key: string; readonly agent: Agent } | undefined
  const secure = () => {
    const material = tls()
    const key = JSON.stringify(material)
    if (current?.key === key) return current.agent
    current = { key, agent: agentFor(material) }
    return current.agent
  }
  return async (request, over) => {
    const body = request.body === null ? undefined : Buffer.from(await request.arrayBuffer())
    const url = new URL(request.url)
    const options = {
      method: request.method,
      headers: { ...Object.fromEntries(request.headers), 'accept-encoding': 'gzip', ...lengthOf(body) },
      timeout: longestFlight(request),
      signal: eitherOf(request, over),
    }
    const outgoing =
      url.protocol === 'https:'
        ? httpsRequest(url, { ...options, agent: secure() })
        : httpRequest(url, { ...options, agent: plain })
    return new Promise((resolve, reject) => {
      outgoing.on('timeout', () => outgoing.destroy(new DOMException('silent connection', 'TimeoutError')))
      outgoing.on('error', reject)
      outgoing.on('response', (incoming) => {
        try {
          resolve(responseOf(incoming))
        } catch (error) {
          incoming.destroy()
          reject(error)
        }
      })
      outgoing.end(body)
    })
  }
}

/** What ends a request: a copy with another signal would send its body through three streams more. */
export function eitherOf({ signal }: Request, over: AbortSignal | undefined): AbortSignal {
  return over === undefined ? signal : AbortSignal.any([signal, over])
}

function agentFor({ serverName, ...material }: TlsMaterial): Agent {
  return new Agent({
    keepAlive: true,
    maxSockets: 32,
    ...material,
    ...(serverName === undefined ? {} : { servername: serverName }),
  })
}

function lengthOf(body: Buffer | undefined): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(body.byteLength) }
}

/** https://fetch.spec.whatwg.org/#null-body-status */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** Throws `RangeError` for a status that HTTP does not have. */
function responseOf(incoming: IncomingMessage): Response {
  const status = incoming.statusCode ?? 0
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  if (bodiless.has(status)) {
    incoming.resume()
    return new Response(null, { status, headers })
  }
  return new Response(toWeb(decoded(incoming)), { status, headers })
}

/** Node types its own streams apart from those of the web, which they are. */
function decoded(incoming: IncomingMessage): Readable {
  if (incoming.headers['content-encoding'] !== 'gzip') return incoming
  return pipeline(incoming, createGunzip(), () => {})
}

function toWeb(readable: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = readable[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => {
      readable.destroy()
    },
  })
}
