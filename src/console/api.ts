import { type Context, Hono, type Next } from 'hono'
import { listApplications } from '../engine/list-applications.ts'
import type { Ports } from '../engine/ports.ts'
import { present } from '../settings/present.ts'
import { apiTokenName, readToken } from './guard.ts'
import { bears } from './token.ts'

export interface ApiOptions {
  readonly ports: Ports
  /** Looked up for each request, so that a rotated one is noticed. */
  readonly token: () => Promise<string>
}

/** Longer names and ids are of nothing that we know. */
const longestName = 253

/** Newest first; the store may keep more. */
const shownRuns = 10

const unknownApplication = 'no application of this name is remembered'

/**
 * The JSON API; docs/api.md has its shapes. Whoever does not bear the token is told what somebody is told who asks for
 * what is not there. Design D19.
 */
export function createApi({ ports, token }: ApiOptions): Hono {
  const api = new Hono()

  api.use(async (context: Context, next: Next) => {
    if (!bears(context.req.header('authorization'), await readToken(token, apiTokenName, ports.log)))
      return context.notFound()
    await next()
    context.header('cache-control', 'no-store')
    return undefined
  })

  api.get('/deliveries/:id', async (context) => {
    const id = context.req.param('id')
    const trace = id.length > longestName ? undefined : await ports.runs.trace(id)
    return trace === undefined ? absent('no delivery of this id is remembered') : Response.json(trace)
  })

  api.get('/applications', async () => Response.json(await listApplications(ports)))

  api.get('/applications/:name', async (context) => {
    const application = context.req.param('name')
    if (application.length > longestName) return absent(unknownApplication)
    const runs = await ports.runs.runs(application)
    const { applications, problems } = await listApplications(ports)
    const status = applications.find((listed) => listed.application === application)
    if (status === undefined && runs.length === 0 && problems.length === 0) return absent(unknownApplication)
    return Response.json({ application, ...present({ status }), runs: runs.slice(0, shownRuns), problems })
  })

  api.post('/sweep', async () => {
    ports.log('info', 'a sweep was asked for', {})
    await ports.queue.enqueue({ kind: 'sweep', asked: true }, 0)
    return Response.json({ result: 'accepted' }, { status: 202 })
  })

  return api
}

/** Only whoever bears the token gets to see it. */
function absent(reason: string): Response {
  return Response.json({ reason }, { status: 404 })
}
