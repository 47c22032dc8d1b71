/** Stops redirects and answers that must not be followed or held in memory. */
export class GuardError extends Error {
  readonly reason: 'redirect' | 'too-large'

  constructor(reason: 'redirect' | 'too-large') {
    super(reason)
    this.reason = reason
  }
}

const hops = 3

/**
 * A fetch that follows redirects of reads within the same origin alone, so that the token stays there (a renamed
 * repository redirects), and that ends an answer at `maxBytes`.
 */
export function guardFetch(fetch: typeof globalThis.fetch, maxBytes: number): typeof globalThis.fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const response = await follow(fetch, url, { ...init, redirect: 'manual' })
    if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw new GuardError('too-large')
    const body = response.body && bounded(response.body, maxBytes)
    return new Response(body, { status: response.status, headers: response.headers })
  }
}

async function follow(fetch: typeof globalThis.fetch, start: URL, init: RequestInit): Promise<Response> {
  let url = start
  for (let hop = 0; hop <= hops; hop += 1) {
    const response = await fetch(url, init)
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    // Nobody reads it; when that is done is not worth waiting for.
    void response.body?.cancel().catch(() => {})
    url = new URL(location, url)
    if (url.origin !== start.origin || init.method !== 'GET') break
  }
  throw new GuardError('redirect')
}

function bounded(body: ReadableStream<Uint8Array>, maxBytes: number): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let seen = 0
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      seen += value.byteLength
      if (seen <= maxBytes) return controller.enqueue(value)
      void reader.cancel().catch(() => {})
      throw new GuardError('too-large')
    },
    cancel: (reason) => reader.cancel(reason),
  }
  return new ReadableStream(source, { highWaterMark: 0 })
}
