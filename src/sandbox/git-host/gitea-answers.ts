import type { Context } from 'hono'
import type { Hosted, SandboxState, SandboxUser } from './sandbox-state.ts'

/** What the routes of one repository are given. */
export interface GiteaCall {
  readonly state: SandboxState
  readonly hosted: Hosted
  /** `http://host/api/v1/repos/owner/name` */
  readonly api: string
  readonly user: SandboxUser | undefined
}

export function json(
  c: Context,
  status: 200 | 201 | 400 | 401 | 403 | 404 | 422 | 500,
  body: unknown,
): Response {
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/json;charset=utf-8' })
}

export function error(c: Context, status: 400 | 401 | 403 | 422 | 500, message: string): Response {
  return json(c, status, { message, url: `${new URL(c.req.url).origin}/api/swagger` })
}

export function notFound(c: Context, message: string = 'not found'): Response {
  return json(c, 404, { errors: null, message, url: `${new URL(c.req.url).origin}/api/swagger` })
}
