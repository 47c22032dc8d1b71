import type { Log } from '../engine/log.ts'
import { consolePath } from '../report/console-address.ts'
import { readBody } from '../webhook/bounded-body.ts'
import { apiTokenName, type Guard, readToken } from './guard.ts'
import { SignInPage } from './pages/sign-in-page.tsx'
import { pageResponse, redirect } from './respond.ts'
import { endedSession, sessionCookie } from './session.ts'
import { bears } from './token.ts'

/** Where a browser that came from elsewhere shows its cookie, which it keeps back from such a request. */
const enterPath = `${consolePath}/enter`

const longestForm = 8_192

/** Whoever may see nothing: every path of the console is the same 404, and the way in. */
export function refuse(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const next = pathname === enterPath ? nextOf(request, new URLSearchParams(search)) : `${pathname}${search}`
  const again = { seconds: 0, path: `${enterPath}?next=${encodeURIComponent(next)}` }
  const page = <SignInPage next={next} />
  return pageResponse(page, { status: 404, ...(mayHoldBack(request, pathname) && { refresh: again }) })
}

/**
 * A link on another site makes browsers send no cookie that is `SameSite=Strict`, so that one who has signed in would be
 * asked again: they are sent once round through `enterPath`, which no such link is.
 */
function mayHoldBack({ method, headers }: Request, pathname: string): boolean {
  const from = headers.get('sec-fetch-site')
  return method === 'GET' && pathname !== enterPath && (from === null || from === 'cross-site')
}

/** Where somebody who has been let in wanted to go: nowhere but in the console. */
export function nextOf({ url }: Request, query: URLSearchParams): string {
  const { origin } = new URL(url)
  const next = query.get('next') ?? ''
  const wanted = new URL(URL.canParse(next, origin) ? next : consolePath, origin)
  const isOurs = wanted.origin === origin && /^\/console(\/|$)/.test(wanted.pathname)
  return isOurs && wanted.pathname !== enterPath ? `${wanted.pathname}${wanted.search}` : consolePath
}

export async function signIn(request: Request, guard: Guard, now: number, log: Log): Promise<Response> {
  const form = await readForm(request)
  if (form === undefined || guard.kind !== 'token') return refuse(request)
  const next = nextOf(request, form)
  const token = await readToken(guard.token, apiTokenName, log)
  if (!bears(`Bearer ${form.get('token')?.trim() ?? ''}`, token)) {
    log('warn', 'somebody tried to sign in to the console with another token', {})
    return pageResponse(<SignInPage next={next} isWrong />, { status: 404 })
  }
  log('info', 'somebody signed in to the console', {})
  return redirect(next, sessionCookie(token, now, isSecure(request)))
}

export function signOut(request: Request): Response {
  return redirect(consolePath, endedSession(isSecure(request)))
}

async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  const body = await readBody(request, longestForm).catch(() => 'broken' as const)
  return typeof body === 'string' ? undefined : new URLSearchParams(new TextDecoder().decode(body))
}

/** A proxy that ends TLS says so; who else says so only keeps their own cookie back. */
function isSecure({ url, headers }: Request): boolean {
  return new URL(url).protocol === 'https:' || headers.get('x-forwarded-proto') === 'https'
}
