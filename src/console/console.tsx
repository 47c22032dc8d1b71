import { type Context, Hono, type Next } from 'hono'
import { listApplications } from '../engine/list-applications.ts'
import type { Ports } from '../engine/ports.ts'
import { readFilter } from './filter.ts'
import { type Guard, mayEnter } from './guard.ts'
import { AbsentPage } from './pages/absent-page.tsx'
import { ApplicationsPage } from './pages/applications-page.tsx'
import type { Shell } from './pages/page.tsx'
import { pageResponse, redirect } from './respond.ts'
import { nextOf, refuse, signIn, signOut } from './sign-in.tsx'

export interface ConsoleOptions {
  readonly ports: Ports
  readonly guard: Guard
}

/** The pages for people; docs/console.md. They show, and change nothing. */
export function createConsole({ ports, guard }: ConsoleOptions): Hono {
  const pages = new Hono()

  pages.post('/sign-in', ({ req }) => signIn(req.raw, guard, ports.now(), ports.log))

  pages.use(async (context: Context, next: Next) => {
    if (!(await mayEnter(context.req.raw, guard, ports.now(), ports.log))) return refuse(context.req.raw)
    await next()
    return undefined
  })

  pages.onError((error) => {
    ports.log('error', 'a page of the console could not be made', { error: error.message })
    return absent('Plumbline could not make this page; its log says why.', 503)
  })

  pages.post('/sign-out', ({ req }) => signOut(req.raw))

  pages.get('/enter', ({ req }) => redirect(nextOf(req.raw, new URL(req.url).searchParams)))

  pages.get('/', async ({ req }) => {
    const filter = readFilter(new URL(req.url).searchParams)
    return pageResponse(
      <ApplicationsPage shell={shell()} listed={await listApplications(ports)} filter={filter} />,
    )
  })

  pages.all('*', () => absent('There is no such page.'))

  function shell(): Shell {
    const { installation } = ports.settings
    return { installation, version: ports.version, now: ports.now(), canSignOut: guard.kind === 'token' }
  }

  function absent(reason: string, status = 404): Promise<Response> {
    return pageResponse(<AbsentPage shell={shell()} reason={reason} />, { status })
  }

  return pages
}
