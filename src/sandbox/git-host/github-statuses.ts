import type { Context } from 'hono'
import { findCommit } from './gitea-objects.ts'
import { jsonBody, textOf } from './gitea-statuses.ts'
import { error, type GithubCall, json, paged } from './github-answers.ts'
import { repositoryShape, statusShape, userShape } from './github-shapes.ts'
import type { StoredStatus } from './sandbox-state.ts'

const states = ['pending', 'success', 'failure', 'error']
const longestDescription = 140
const mostOfContext = 1000

/** The newest of each context; contexts that differ in case alone are one. */
export function combinedStatus(c: Context, { hosted, addresses }: GithubCall): Response {
  const sha = findCommit(hosted, c.req.param('sha') ?? '')
  if (sha === undefined) return error(c, 422, `No commit found for SHA: ${c.req.param('sha') ?? ''}`)
  const all = hosted.statuses.get(sha) ?? []
  const newest = [...new Map(all.map((status) => [status.context.toLowerCase(), status])).values()]
  const words = newest.map(({ state }) => state)
  const isBad = words.some((word) => word === 'failure' || word === 'error')
  const isDone = words.length > 0 && words.every((word) => word === 'success')
  const repository = repositoryShape(addresses, hosted)
  const url = `${addresses.api}/repos/${hosted.repository.owner}/${hosted.repository.name}/commits/${sha}`
  return json(c, {
    state: isBad ? 'failure' : isDone ? 'success' : 'pending',
    sha,
    total_count: newest.length,
    statuses: paged(c, newest).map((status) => statusShape(addresses, hosted, sha, status)),
    repository,
    commit_url: url,
    url: `${url}/status`,
  })
}

export async function createStatus(c: Context, call: GithubCall): Promise<Response> {
  const { state, hosted, addresses, user } = call
  const body = (await jsonBody(c)) ?? {}
  const sha = hosted.repository.peel(c.req.param('sha') ?? '')
  if (sha === undefined) return error(c, 422, `No commit found for SHA: ${c.req.param('sha') ?? ''}`)
  const text = (key: string) => textOf(body, key).trim()
  const statuses = hosted.statuses.get(sha) ?? []
  const context = text('context') || 'default'
  const standing = statuses.filter((one) => one.context.toLowerCase() === context.toLowerCase())
  const isFine =
    states.includes(text('state')) &&
    text('description').length <= longestDescription &&
    standing.length < mostOfContext
  if (!isFine) return error(c, 422, 'Validation Failed')
  const status: StoredStatus = {
    id: state.nextId(),
    context,
    state: text('state'),
    description: text('description'),
    targetUrl: text('target_url'),
    creator: user?.login ?? '',
    seconds: Math.floor(state.now() / 1000),
  }
  hosted.statuses.set(sha, [...statuses, status])
  const creator = userShape(addresses, status.creator)
  return json(c, { ...statusShape(addresses, hosted, sha, status), creator }, 201)
}
