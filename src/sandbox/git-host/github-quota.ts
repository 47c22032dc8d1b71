import type { SandboxState } from './sandbox-state.ts'

interface Used {
  readonly until: number
  count: number
}

const hour = 3_600_000

/** Counts what each credential asks in an hour, REST and GraphQL apart, and refuses what is over. 304 costs nothing. */
export function createQuota(
  state: SandboxState,
): (request: Request, answer: () => Response | Promise<Response>) => Promise<Response> {
  const used = new Map<string, Used>()
  return async (request, answer) => {
    const { requestsPerHour = 5000 } = state.limits ?? {}
    const resource = new URL(request.url).pathname.endsWith('/graphql') ? 'graphql' : 'core'
    const key = `${request.headers.get('authorization') ?? ''} ${resource}`
    const known = used.get(key)
    const mine =
      known !== undefined && known.until > state.now() ? known : { until: state.now() + hour, count: 0 }
    used.set(key, mine)
    const isOver = mine.count >= requestsPerHour
    const response = isOver ? refusal() : await answer()
    if (!isOver && response.status !== 304) mine.count += 1
    const headers = new Headers(response.headers)
    headers.set('x-ratelimit-limit', String(requestsPerHour))
    headers.set('x-ratelimit-remaining', String(requestsPerHour - mine.count))
    headers.set('x-ratelimit-reset', String(Math.ceil(mine.until / 1000)))
    headers.set('x-ratelimit-resource', resource)
    return new Response(response.body, { status: response.status, headers })
  }
}

function refusal(): Response {
  return Response.json({ message: 'API rate limit exceeded' }, { status: 403 })
}
