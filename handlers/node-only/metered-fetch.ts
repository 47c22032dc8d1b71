import type { Meter, RequestOutcome } from '../../src/engine/meter.ts'
import type { NodeFetch } from './node-fetch-with-ca.ts'

/** Tells of each request, once its answer has begun or there is none. */
export function meteredFetch(
  fetch: NodeFetch,
  meter: Meter | undefined,
  { to, name }: { readonly to: 'cluster' | 'host'; readonly name: string },
): NodeFetch {
  if (meter === undefined) return fetch
  return async (request) => {
    const since = performance.now()
    const tell = (outcome: RequestOutcome) =>
      meter({ kind: 'request', to, name, outcome, seconds: (performance.now() - since) / 1000 })
    try {
      const response = await fetch(request)
      tell(outcomeOf(response.status))
      return response
    } catch (error) {
      tell('none')
      throw error
    }
  }
}

function outcomeOf(status: number): RequestOutcome {
  if (status < 300) return '2xx'
  if (status < 400) return '3xx'
  return status < 500 ? '4xx' : '5xx'
}
