import type { NodeFetch } from './node-fetch-with-ca.ts'

interface Options {
  /** Milliseconds of any clock that only goes forward. */
  readonly now: () => number
  /** Milliseconds that a request is waited for once the one before it got no answer in time; 5 seconds unless told. */
  readonly short?: number
  /** Milliseconds between two requests once three in a row got none; 20 seconds unless told. */
  readonly rest?: number
}

const inVain = 3

/**
 * A server that lets requests time out is asked ever more rarely until it answers again: whoever needs it is told so
 * soon, and what needs others goes on. Ends like the timeout itself, as a `TimeoutError`.
 */
export function spareSilent(fetch: NodeFetch, options: Options): NodeFetch {
  const { now, short = 5_000, rest = 20_000 } = options
  let timeouts = 0
  let askedAt = 0

  function isResting(): boolean {
    if (timeouts < inVain) return false
    if (now() - askedAt < rest) return true
    askedAt = now()
    return false
  }

  return async (request) => {
    if (isResting()) throw new DOMException('it has not answered for a while', 'TimeoutError')
    try {
      const response = await (timeouts === 0 ? fetch(request) : within(short, fetch, request))
      timeouts = 0
      return response
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') {
        timeouts += 1
        askedAt = now()
      }
      throw error
    }
  }
}

async function within(milliseconds: number, fetch: NodeFetch, request: Request): Promise<Response> {
  const over = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, milliseconds, 'late')
  })
  try {
    const signal = AbortSignal.any([request.signal, over.signal])
    // The race, not the signal, ends the wait: a signal that nobody holds may be collected before it fires.
    const first = await Promise.race([fetch(new Request(request, { signal })), late])
    if (first !== 'late') return first
    over.abort()
    throw new DOMException('no answer in time', 'TimeoutError')
  } finally {
    clearTimeout(timer)
  }
}
