import type { Log } from '../engine/log.ts'
import { isSession } from './session.ts'
import { bears } from './token.ts'

/** Who sees the console. Design D19. */
export type Guard =
  /** Whoever bears this token, or has signed in with it; looked up for each request, so that a rotated one is noticed. */
  | { readonly kind: 'token'; readonly token: () => Promise<string> }
  /** Whoever reaches it under a name of this machine: a name of somebody else's may have been pointed at it. */
  | { readonly kind: 'loopback' }

const loopbackNames: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

export async function mayEnter(request: Request, guard: Guard, now: number, log: Log): Promise<boolean> {
  if (guard.kind === 'loopback') return loopbackNames.includes(new URL(request.url).hostname)
  const token = await readToken(guard.token, apiTokenName, log)
  const isBearer = bears(request.headers.get('authorization') ?? undefined, token)
  return isBearer || isSession(request.headers.get('cookie') ?? '', token, now)
}

/** What the token is told as that opens the JSON API and the console. */
export const apiTokenName = 'the token of the JSON API and the console'

/** A token that cannot be read opens nothing, and the log says which. */
export async function readToken(token: () => Promise<string>, name: string, log: Log): Promise<string> {
  try {
    return await token()
  } catch (error) {
    log('error', `${name} cannot be read`, {
      error: error instanceof Error ? error.message : 'unknown',
    })
    return ''
  }
}
