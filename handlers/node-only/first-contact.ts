import type { NodeFetch } from './node-fetch-with-ca.ts'

interface Options {
  /** Where it leads, for people. */
  readonly address: string
  readonly milliseconds: number
  /** Told once, when the time is over. */
  readonly say: (line: string) => void
  readonly now: () => number
}

/**
 * A server that has not answered yet is waited for no longer than this in all; one that has may take its time. What
 * comes after the time is over ends at once, as a `TimeoutError`.
 */
export function boundFirstContact(fetch: NodeFetch, options: Options): NodeFetch {
  const { address, milliseconds, say, now } = options
  let hasAnswered = false
  let isTold = false
  let since: number | undefined

  return async (request) => {
    if (hasAnswered) return fetch(request)
    since ??= now()
    const started = since
    const over = new AbortController()
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, Math.max(0, milliseconds - (now() - started)), 'late')
    })
    const signal = AbortSignal.any([request.signal, over.signal])
    try {
      // The race, not the signal, ends the wait: a signal that nobody holds may be collected before it fires.
      const first = await Promise.race([fetch(new Request(request, { signal })), late])
      if (first === 'late') throw tooLate(over)
      hasAnswered = true
      return first
    } finally {
      clearTimeout(timer)
    }
  }

  function tooLate(over: AbortController): DOMException {
    over.abort()
    if (!isTold) say(`${address} has not answered within ${milliseconds / 1000} seconds`)
    isTold = true
    return new DOMException('no answer to the first request', 'TimeoutError')
  }
}
