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
    const over = AbortSignal.timeout(Math.ceil(Math.max(0, milliseconds - (now() - since))))
    try {
      const response = await fetch(new Request(request, { signal: AbortSignal.any([request.signal, over]) }))
      hasAnswered = true
      return response
    } catch (error) {
      if (!over.aborted) throw error
      if (!isTold) say(`${address} has not answered within ${milliseconds / 1000} seconds`)
      isTold = true
      throw new DOMException('no answer to the first request', 'TimeoutError')
    }
  }
}
