import type { Context } from 'hono'
import { getOwn, type JsonObject } from '../../kube/json.ts'
import { conflict, error, type GiteaCall, json, notFound } from './gitea-answers.ts'
import { pullShape } from './gitea-pull-shapes.ts'
import { commitShape, repositoryShape } from './gitea-shapes.ts'
import { jsonBody, paged, textOf } from './gitea-statuses.ts'
import { findPull, isDraft } from './pull-facts.ts'
import { editPull, mergePull, openPull, type PullChanges } from './pulls.ts'
import { type Hosted, hostedKey, permissionOf, type StoredPull } from './sandbox-state.ts'

type PullRoute = (c: Context, call: GiteaCall, pull: StoredPull) => Response | Promise<Response>

/** Newest first, of a state and into a branch where the query names them. */
export function listPulls(c: Context, { state, hosted }: GiteaCall): Response {
  const wanted = c.req.query('state') ?? 'open'
  const base = c.req.query('base_branch') ?? ''
  const fitting = hosted.pulls.filter(
    (pull) => (wanted === 'all' || pull.state === wanted) && (base === '' || pull.base === base),
  )
  return json(
    c,
    200,
    paged(c, fitting.toReversed()).map((pull) => pullShape(state, hosted, pull)),
  )
}

/** The route for the pull request that the path names. */
export function onPull(route: PullRoute): (c: Context, call: GiteaCall) => Response | Promise<Response> {
  return (c, call) => {
    const pull = findPull(call.hosted, Number(c.req.param('number')))
    return pull === undefined ? notFound(c) : route(c, call, pull)
  }
}

export function readPull(c: Context, { state, hosted }: GiteaCall, pull: StoredPull): Response {
  return json(c, 200, pullShape(state, hosted, pull))
}

/** The commits that `head` has over what it shares with `base`, of `base...head` by their ids. */
export function compare(c: Context, { hosted, api }: GiteaCall): Response {
  const { repository } = hosted
  const [base, head] = (c.req.param('range') ?? '').split('...').map((id) => repository.peel(id))
  if (base === undefined || head === undefined) return notFound(c)
  const shared = repository.mergeBase(base, head)
  if (shared === undefined) return error(c, 500, 'MergeBase: exit status 1')
  const commits = repository.between(head, [shared])
  const shapes = commits.map((sha) => commitShape(api, repository, sha))
  return json(c, 200, { total_commits: commits.length, commits: shapes })
}

/** By the commit that the merge made, and by no other. */
export function readMerged(c: Context, { state, hosted }: GiteaCall): Response {
  const sha = c.req.param('sha')
  const pull = hosted.pulls.find(({ merged }) => merged?.commit === sha)
  return pull === undefined ? notFound(c) : json(c, 200, pullShape(state, hosted, pull))
}

/** `head` is a branch, or `owner:branch` of a fork. */
export async function createPull(c: Context, { state, hosted, user }: GiteaCall): Promise<Response> {
  const body = (await jsonBody(c)) ?? {}
  const base = textOf(body, 'base')
  const [owner, ...branch] = textOf(body, 'head').includes(':')
    ? textOf(body, 'head').split(':')
    : [hosted.repository.owner, textOf(body, 'head')]
  const from = state.hosted.get(hostedKey(owner ?? '', hosted.repository.name))
  const head = from && { hosted: from, branch: branch.join(':') }
  if (head === undefined || from?.repository.branch(head.branch) === undefined) return notFound(c)
  if (hosted.repository.branch(base) === undefined) return notFound(c)
  const isSame = (pull: StoredPull) =>
    pull.head.hosted === from && pull.head.branch === head.branch && pull.base === base
  if (hosted.pulls.some((pull) => pull.state === 'open' && isSame(pull)))
    return conflict(c, 'pull request already exists for these targets')
  const [title, text] = [textOf(body, 'title'), textOf(body, 'body')]
  const pull = openPull(state, hosted, { title, body: text, base, head, by: user?.login ?? '' })
  return json(c, 201, pullShape(state, hosted, pull))
}

/** By whoever opened it, and by those who may write. */
export async function changePull(c: Context, call: GiteaCall, pull: StoredPull): Promise<Response> {
  const { state, hosted, user } = call
  const permission = permissionOf(user, hosted)
  if (user?.login !== pull.poster && permission !== 'write' && permission !== 'admin')
    return c.body(null, 403)
  const body = (await jsonBody(c)) ?? {}
  const base = writtenText(body, 'base')
  const wanted = textOf(body, 'state')
  if (pull.merged !== undefined && wanted !== '')
    return error(c, 412, 'cannot change state of this pull request, it was already merged')
  if (base !== undefined && hosted.repository.branch(base) === undefined) return notFound(c)
  const title = writtenText(body, 'title')
  const changes: PullChanges = {
    ...(title === undefined ? {} : { title }),
    ...(getOwn(body, 'body') === undefined ? {} : { body: textOf(body, 'body') }),
    ...(base === undefined ? {} : { base }),
    ...(wanted === 'open' || wanted === 'closed' ? { state: wanted } : {}),
  }
  editPull(state, hosted, pull, changes, user?.login ?? '')
  return json(c, 201, pullShape(state, hosted, pull))
}

/** `Do` is `merge` or `squash`; the other styles are taken for `merge`. */
export async function merge(
  c: Context,
  { state, hosted, user }: GiteaCall,
  pull: StoredPull,
): Promise<Response> {
  const body = (await jsonBody(c)) ?? {}
  if (pull.merged !== undefined) return error(c, 405, 'The PR is already merged')
  if (pull.state === 'closed') return notFound(c)
  if (isDraft(pull)) return error(c, 405, 'Work in progress PRs cannot be merged')
  const squash = textOf(body, 'Do') === 'squash'
  const merged = mergePull(state, hosted, pull, { by: user?.login ?? '', squash })
  return merged === 'conflict' ? conflict(c, '') : c.body(null, 200)
}

/** A copy of every branch under the asking user's name. */
export function createFork(c: Context, { state, hosted, user }: GiteaCall): Response {
  const owner = user?.login ?? ''
  if (state.hosted.has(hostedKey(owner, hosted.repository.name)))
    return conflict(c, 'The repository with the same name already exists.')
  const made = fork(state, hosted, owner)
  return json(c, 202, repositoryShape(state.baseUrl, made.repository))
}

export function fork(state: GiteaCall['state'], { repository }: Hosted, owner: string): Hosted {
  const made = state.create({
    owner,
    name: repository.name,
    private: repository.private,
    defaultBranch: repository.defaultBranch,
  })
  for (const [ref, id] of repository.refs) {
    const commit = ref.startsWith('refs/heads/') ? repository.peel(id) : undefined
    if (commit === undefined) continue
    made.repository.adopt(repository, commit)
    made.repository.refs.set(ref, commit)
  }
  return made
}

function writtenText(body: JsonObject, key: string): string | undefined {
  return textOf(body, key) === '' ? undefined : textOf(body, key)
}
