import type { Context } from 'hono'
import { getOwn, isJsonObject, type Json, type JsonObject } from '../../kube/json.ts'
import { error, type GiteaCall, json, notFound } from './gitea-answers.ts'
import { findCommit } from './gitea-objects.ts'
import { repositoryShape, statusShape } from './gitea-shapes.ts'
import type { StoredStatus } from './sandbox-state.ts'

const defaultPage = 30
const largestPage = 50

/** All statuses of a commit, newest first; none for a commit that is not there. */
export function listStatuses(c: Context, { state, hosted, api }: GiteaCall): Response {
  const sha = c.req.param('sha') ?? ''
  const all = (hosted.statuses.get(sha) ?? []).toReversed()
  return json(
    c,
    200,
    paged(c, all).map((status) => statusShape(state.baseUrl, api, sha, status)),
  )
}

/** The newest status of each context, newest first. */
export function combinedStatus(c: Context, { state, hosted, api }: GiteaCall): Response {
  const sha = findCommit(hosted, c.req.param('sha') ?? '')
  if (sha === undefined) return notFound(c)
  const newest = new Map((hosted.statuses.get(sha) ?? []).map((status) => [status.context, status]))
  const shown = paged(
    c,
    [...newest.values()].sort((a, b) => b.id - a.id),
  )
  return json(c, 200, {
    state: combine(shown),
    sha,
    total_count: shown.length,
    statuses: shown.length === 0 ? null : shown.map((status) => statusShape(state.baseUrl, api, sha, status)),
    repository: repositoryShape(state.baseUrl, hosted.repository),
    commit_url: `${api}/commits/${sha}`,
    url: `${api}/commits/${sha}/status`,
  })
}

/** Texts are trimmed; neither the state nor an empty context is refused; an unknown commit is an internal error. */
export async function createStatus(c: Context, { state, hosted, api, user }: GiteaCall): Promise<Response> {
  const body = await jsonBody(c)
  if (body === undefined) return error(c, 422, '[]: invalid character')
  const sha = hosted.repository.peel(c.req.param('sha') ?? '')
  if (sha === undefined) return error(c, 500, '')
  const statuses = hosted.statuses.get(sha) ?? []
  const text = (key: string) => textOf(body, key).trim()
  const status: StoredStatus = {
    id: statuses.length + 1,
    context: text('context'),
    state: text('state'),
    description: text('description'),
    targetUrl: text('target_url'),
    creator: user?.login ?? '',
    seconds: Math.floor(state.now() / 1000),
  }
  hosted.statuses.set(sha, [...statuses, status])
  return json(c, 201, statusShape(state.baseUrl, api, sha, status))
}

export async function jsonBody(c: Context): Promise<JsonObject | undefined> {
  try {
    const parsed = JSON.parse(await c.req.text()) as Json
    return isJsonObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** A text field; whatever is no text counts as not written. */
export function textOf(body: JsonObject, key: string): string {
  const value = getOwn(body, key)
  return typeof value === 'string' ? value : ''
}

export function paged<T>(c: Context, all: readonly T[]): readonly T[] {
  const asked = Number(c.req.query('limit') ?? 0) || defaultPage
  const limit = Math.min(asked, largestPage)
  const page = Math.max(Number(c.req.query('page') ?? 1) || 1, 1)
  c.header('x-total-count', String(all.length))
  return all.slice(limit * (page - 1), limit * page)
}

function combine(statuses: readonly StoredStatus[]): string {
  const states = statuses.map((status) => status.state)
  if (states.some((word) => ['error', 'failure', 'warning'].includes(word))) return 'failure'
  const done = states.length > 0 && states.every((word) => ['success', 'skipped'].includes(word))
  return done ? 'success' : 'pending'
}
