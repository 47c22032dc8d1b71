import type { Context } from 'hono'
import type { Addresses } from './github-shapes.ts'
import type { Hosted, Permission, SandboxState, SandboxUser } from './sandbox-state.ts'

/** What the routes of one repository are given. */
export interface GithubCall {
  readonly state: SandboxState
  readonly addresses: Addresses
  readonly hosted: Hosted
  readonly user: SandboxUser | undefined
  readonly permission: Permission
}

type Failure = 401 | 403 | 404 | 405 | 409 | 422

const help = 'https://docs.github.com/rest'

export function json(c: Context, body: unknown, status: 200 | 201 | Failure = 200): Response {
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/json; charset=utf-8' })
}

export function error(c: Context, status: Failure, message: string): Response {
  return json(c, { message, documentation_url: help, status: String(status) }, status)
}

export function notFound(c: Context): Response {
  return error(c, 404, 'Not Found')
}

/** `per_page` up to 100, 30 where it is not written. */
export function paged<T>(c: Context, all: readonly T[]): readonly T[] {
  const size = Math.min(Math.max(Number(c.req.query('per_page') ?? 30) || 30, 1), 100)
  const page = Math.max(Number(c.req.query('page') ?? 1) || 1, 1)
  return all.slice(size * (page - 1), size * page)
}
