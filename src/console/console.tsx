import { type Context, Hono, type Next } from 'hono'
import { listApplications } from '../engine/list-applications.ts'
import type { Ports } from '../engine/ports.ts'
import { deliveryPath } from '../report/console-address.ts'
import { readFilter } from './filter.ts'
import { type Guard, mayEnter } from './guard.ts'
import { AbsentPage } from './pages/absent-page.tsx'
import { ApplicationsPage } from './pages/applications-page.tsx'
import type { Shell } from './pages/page.tsx'
import { pageResponse, redirect } from './respond.ts'
import {
  type Asked,
  commitOf,
  showApplication,
  showCommit,
  showDeliveries,
  showDelivery,
  showOnCommit,
  showPlan,
  showRun,
} from './show.tsx'
import { nextOf, refuse, signIn, signOut } from './sign-in.tsx'

export interface ConsoleOptions {
  readonly ports: Ports
  readonly guard: Guard
}

const forgotten =
  'Nothing of this is remembered. Runs, plans and deliveries are forgotten when the process ends; how applications stand is not.'

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

  addPages(
    pages,
    (url) => ({ ports, shell: shell(), mayRefresh: new URL(url).searchParams.get('live') !== 'off' }),
    orAbsent,
  )

  pages.all('*', ({ req }) => {
    const { pathname, search } = new URL(req.url)
    const bare = pathname.replace(/\/+$/, '')
    const isTyped = req.method === 'GET' && bare !== pathname
    return isTyped ? redirect(`${bare}${search}`) : absent('There is no such page.')
  })

  function shell(): Shell {
    const { installation, hosts } = ports.settings
    const canSignOut = guard.kind === 'token'
    return { installation, hosts, version: ports.version, now: ports.now(), canSignOut }
  }

  async function orAbsent(found: Promise<Response | undefined> | undefined): Promise<Response> {
    return (await found) ?? absent(forgotten)
  }

  function absent(reason: string, status = 404): Promise<Response> {
    return pageResponse(<AbsentPage shell={shell()} reason={reason} />, { status })
  }

  return pages
}

type OrAbsent = (found: Promise<Response | undefined> | undefined) => Promise<Response>

function addPages(pages: Hono, asked: (url: string) => Asked, orAbsent: OrAbsent): void {
  pages.get('/applications/:name', ({ req }) => orAbsent(showApplication(asked(req.url), req.param('name'))))

  pages.get('/applications/:name/runs/:run', ({ req }) =>
    orAbsent(showRun(asked(req.url), req.param('name'), req.param('run'))),
  )

  pages.get('/commits/:host/:owner/:repository/:sha', ({ req }) => {
    const { host, owner, repository, sha } = req.param()
    const commit = commitOf(host, owner, repository, sha)
    return orAbsent(commit && showCommit(asked(req.url), commit))
  })

  pages.get('/commits/:host/:owner/:repository/:sha/:name', ({ req }) => {
    const { host, owner, repository, sha, name } = req.param()
    const commit = commitOf(host, owner, repository, sha)
    return orAbsent(commit && showOnCommit(asked(req.url), commit, name))
  })

  pages.get('/commits/:host/:owner/:repository/:sha/:name/plan', ({ req }) => {
    const { host, owner, repository, sha, name } = req.param()
    const commit = commitOf(host, owner, repository, sha)
    return orAbsent(commit && showPlan(asked(req.url), commit, name))
  })

  pages.get('/deliveries', ({ req }) => {
    const id = req.query('id')?.trim() ?? ''
    return id === '' ? showDeliveries(asked(req.url)) : redirect(deliveryPath(id))
  })

  pages.get('/deliveries/:id', ({ req }) => orAbsent(showDelivery(asked(req.url), req.param('id'))))
}
