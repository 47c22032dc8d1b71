import type { Context } from 'hono'
import type { CommitSha } from '../../git/commit.ts'
import { getOwn } from '../../kube/json.ts'
import { fork } from './gitea-pulls.ts'
import { jsonBody, textOf } from './gitea-statuses.ts'
import { error, type GithubCall, json, notFound, paged } from './github-answers.ts'
import { pullShape, repositoryShape, wholePullShape } from './github-shapes.ts'
import { findPull, headOf, isDraft } from './pull-facts.ts'
import { editPull, mergePull, openPull, type PullChanges } from './pulls.ts'
import type { SandboxRepository } from './sandbox-repository.ts'
import { hostedKey, type StoredPull } from './sandbox-state.ts'

type PullRoute = (c: Context, call: GithubCall, pull: StoredPull) => Response | Promise<Response>

/** Newest first, of a state and into a branch where the query names them. */
export function listPulls(c: Context, call: GithubCall): Response {
  const { hosted } = call
  const wanted = c.req.query('state') ?? 'open'
  const base = c.req.query('base') ?? ''
  const fitting = hosted.pulls.filter(
    (pull) => (wanted === 'all' || pull.state === wanted) && (base === '' || pull.base === base),
  )
  return json(
    c,
    paged(c, fitting.toReversed()).map((pull) => shortShape(call, pull)),
  )
}

function shortShape({ addresses, hosted }: GithubCall, pull: StoredPull): object {
  return pullShape(addresses, hosted, pull, headOf(hosted, pull) ?? '')
}

function wholeShape({ addresses, hosted }: GithubCall, pull: StoredPull): object {
  return wholePullShape(addresses, hosted, pull, headOf(hosted, pull) ?? '')
}

/** The route for the pull request that the path names. */
export function onPull(route: PullRoute): (c: Context, call: GithubCall) => Response | Promise<Response> {
  return (c, call) => {
    const pull = findPull(call.hosted, Number(c.req.param('number')))
    return pull === undefined ? notFound(c) : route(c, call, pull)
  }
}

export function readPull(c: Context, call: GithubCall, pull: StoredPull): Response {
  return json(c, wholeShape(call, pull))
}

/** The merged one that brought the commit; of one that is on no default branch, the open ones it heads, too. */
export function listPullsOf(c: Context, call: GithubCall): Response {
  const { hosted } = call
  const { repository } = hosted
  const sha = repository.peel(c.req.param('sha') ?? '')
  if (sha === undefined) return error(c, 422, `No commit found for SHA: ${c.req.param('sha') ?? ''}`)
  const fitting = hosted.pulls.filter((pull) =>
    pull.merged === undefined
      ? pull.state === 'open' && headOf(hosted, pull) === sha
      : broughtBy(repository, pull.merged.commit).includes(sha),
  )
  return json(
    c,
    paged(c, fitting).map((pull) => shortShape(call, pull)),
  )
}

function broughtBy(repository: SandboxRepository, merge: CommitSha): readonly CommitSha[] {
  const [first] = repository.readCommit(merge).parents
  return first === undefined ? [merge] : repository.between(merge, [first])
}

/** `head` is a branch, or `owner:branch` of a fork. */
export async function createPull(c: Context, call: GithubCall): Promise<Response> {
  const { state, hosted, user } = call
  const body = (await jsonBody(c)) ?? {}
  const base = textOf(body, 'base')
  const [owner = '', ...branch] = textOf(body, 'head').includes(':')
    ? textOf(body, 'head').split(':')
    : [hosted.repository.owner, textOf(body, 'head')]
  const from = state.hosted.get(hostedKey(owner, hosted.repository.name))
  const head = from && { hosted: from, branch: branch.join(':') }
  const isThere =
    head !== undefined &&
    from?.repository.branch(head.branch) !== undefined &&
    hosted.repository.branch(base) !== undefined
  if (!isThere) return error(c, 422, 'Validation Failed')
  const options = { title: textOf(body, 'title'), body: textOf(body, 'body'), base, head }
  const draft = getOwn(body, 'draft') === true
  const pull = openPull(state, hosted, { ...options, by: user?.login ?? '', draft })
  return json(c, wholeShape(call, pull), 201)
}

/** By whoever opened it, and by those who may write. */
export async function changePull(c: Context, call: GithubCall, pull: StoredPull): Promise<Response> {
  const { state, hosted, user, permission } = call
  if (user?.login !== pull.poster && permission !== 'write' && permission !== 'admin') return notFound(c)
  const body = (await jsonBody(c)) ?? {}
  const [base, wanted, title] = ['base', 'state', 'title'].map((key) => textOf(body, key) || undefined)
  if (base !== undefined && hosted.repository.branch(base) === undefined)
    return error(c, 422, 'Validation Failed')
  if (pull.merged !== undefined && wanted === 'open') return error(c, 422, 'Validation Failed')
  const changes: PullChanges = {
    ...(title === undefined ? {} : { title }),
    ...(getOwn(body, 'body') === undefined ? {} : { body: textOf(body, 'body') }),
    ...(base === undefined ? {} : { base }),
    ...(wanted === 'open' || wanted === 'closed' ? { state: wanted } : {}),
  }
  editPull(state, hosted, pull, changes, user?.login ?? '')
  return json(c, wholeShape(call, pull))
}

/** `merge_method` is `merge` or `squash`. */
export async function merge(c: Context, call: GithubCall, pull: StoredPull): Promise<Response> {
  const { state, hosted, user } = call
  const body = (await jsonBody(c)) ?? {}
  if (pull.state === 'closed' || isDraft(pull)) return error(c, 405, 'Pull Request is not mergeable')
  const squash = textOf(body, 'merge_method') === 'squash'
  const merged = mergePull(state, hosted, pull, { by: user?.login ?? '', squash })
  if (merged === 'conflict') return error(c, 405, 'Pull Request is not mergeable')
  return json(c, { sha: merged, merged: true, message: 'Pull Request successfully merged' })
}

/** A copy of every branch under the asking user's name. */
export function createFork(c: Context, { state, hosted, user, addresses }: GithubCall): Response {
  return c.json(repositoryShape(addresses, fork(state, hosted, user?.login ?? '')), 202)
}
