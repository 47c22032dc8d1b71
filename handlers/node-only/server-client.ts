import type { Json } from '../../src/kube/json.ts'
import { readBody } from '../../src/webhook/bounded-body.ts'

/** A server that cannot be asked, or does not answer as one of ours. */
export class ServerError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ServerError'
  }
}

interface Server {
  /** As people write it: `https://plumbline.example.com`. */
  readonly url: string
  readonly token: string
  readonly fetch: (url: string, init: RequestInit) => Response | Promise<Response>
}

const timeout = 15_000
const largestAnswer = 25_000_000

/** Asks a route of a server's JSON API; undefined for what the server does not remember. Throws `ServerError`. */
export async function askServer(server: Server, path: string): Promise<Json | undefined> {
  const response = await get(server, `${server.url.replace(/\/+$/, '')}/api/${path}`)
  const value = await jsonOf(response)
  if (response.status === 200 && value !== undefined) return value
  if (response.status === 404 && value !== undefined) return undefined
  const advice = 'its settings have no api, or the token is not its own'
  throw new ServerError(
    `${server.url}: ${response.status === 404 ? `there is no JSON API for us: ${advice}` : `it answered ${response.status}`}`,
  )
}

/** A redirect is not followed: it would carry the token elsewhere. */
async function get({ url, token, fetch }: Server, address: string): Promise<Response> {
  if (!/^https?:\/\//.test(url) || !URL.canParse(address)) {
    throw new ServerError(`${url}: is no address of a server; write one like https://plumbline.example.com`)
  }
  try {
    return await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
  } catch (cause) {
    throw new ServerError(`${url}: it cannot be reached`, cause)
  }
}

async function jsonOf(response: Response): Promise<Json | undefined> {
  const body = await readBody(response, largestAnswer)
  if (body === 'too-large') return undefined
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return undefined
  }
}
