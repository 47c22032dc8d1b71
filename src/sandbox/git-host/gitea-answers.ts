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

export function json(c: Context, status: 200 | 201 | 202 | Failure | 404, body: unknown): Response {
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/json;charset=utf-8' })
}

type Failure = 400 | 401 | 403 | 405 | 409 | 412 | 422 | 500

export function error(c: Context, status: Failure, message: string): Response {
  return json(c, status, { message, url: `${new URL(c.req.url).origin}/api/swagger` })
}

export function notFound(c: Context, message: string = 'not found'): Response {
  return json(c, 404, { errors: null, message, url: `${new URL(c.req.url).origin}/api/swagger` })
}

export function conflict(c: Context, message: string): Response {
  return error(c, 409, message)
}
