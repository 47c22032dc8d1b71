import { type Context, Hono } from 'hono'
import { compareBytes } from '../../git/byte-order.ts'
import { error, type GiteaCall, json, notFound } from './gitea-answers.ts'
import {
  changeComment,
  createComment,
  deleteComment,
  listComments,
  listReactions,
  onComment,
  react,
  readPermission,
} from './gitea-comments.ts'
import { addHook, listHooks } from './gitea-hooks.ts'
import { findCommit, readBlob, readFileContents, readTree } from './gitea-objects.ts'
import {
  changePull,
  compare,
  createFork,
  createPull,
  listPulls,
  merge,
  onPull,
  readMerged,
  readPull,
} from './gitea-pulls.ts'
import { commitShape, repositoryShape, userShape } from './gitea-shapes.ts'
import { combinedStatus, createStatus, listStatuses } from './gitea-statuses.ts'
import {
  type Hosted,
  hostedKey,
  type Permission,
  permissionOf,
  type SandboxState,
  type SandboxUser,
} from './sandbox-state.ts'

type Method = 'POST' | 'PATCH' | 'DELETE'

/** `token`: somebody who may read, by name. */
type Needs = Exclude<Permission, 'none'> | 'token'

type Route = (context: Context, call: GiteaCall) => Response | Promise<Response>

/** Sends a test delivery; the host's webhooks are not the dialect's business. */
export type TestHook = (hosted: Hosted, hookId: number) => void

const version = '1.26.0'
const settings = {
  max_response_items: 50,
  default_paging_num: 30,
  default_git_trees_per_page: 1000,
  default_max_blob_size: 10_485_760,
  default_max_response_size: 104_857_600,
}

/** Gitea's REST API as 1.26.0 was seen to answer, as far as the contracts in `test/contract/` reach. */
export function giteaApi(state: SandboxState, testHook: TestHook): Hono {
  const app = new Hono()
  const repo = '/api/v1/repos/:owner/:repo'
  const read = (path: string, route: Route) =>
    app.get(`${repo}${path}`, (c) => onRepository(state, c, 'read', route))
  const write = (method: Method, path: string, needs: Needs, route: Route) =>
    app.on(method, `${repo}${path}`, (c) => onRepository(state, c, needs, route))

  app.get('/api/v1/version', (c) => json(c, 200, { version }))
  app.get('/api/v1/settings/api', (c) => json(c, 200, settings))
  read('', readRepository)
  read('/git/refs/*', readRefs)
  read('/git/commits/:sha', readCommit)
  read('/git/trees/:sha', readTree)
  read('/git/blobs/:sha', readBlob)
  read('/file-contents', readFileContents)
  read('/statuses/:sha', listStatuses)
  read('/commits/:sha/status', combinedStatus)
  write('POST', '/statuses/:sha', 'write', createStatus)
  app.get(`${repo}/hooks`, (c) => onRepository(state, c, 'admin', listHooks))
  write('POST', '/hooks', 'admin', addHook)
  write('POST', '/hooks/:id/tests', 'admin', (c, { hosted }) => {
    testHook(hosted, Number(c.req.param('id')))
    return c.body(null, 204)
  })
  read('/pulls', listPulls)
  read('/pulls/:number', onPull(readPull))
  read('/commits/:sha/pull', readMerged)
  read('/compare/:range', compare)
  write('POST', '/pulls', 'token', createPull)
  write('PATCH', '/pulls/:number', 'token', onPull(changePull))
  write('POST', '/pulls/:number/merge', 'write', onPull(merge))
  write('POST', '/forks', 'token', createFork)
  read('/issues/:number/comments', listComments)
  write('POST', '/issues/:number/comments', 'token', createComment)
  write('PATCH', '/issues/comments/:id', 'token', onComment(changeComment))
  write('DELETE', '/issues/comments/:id', 'token', onComment(deleteComment))
  read('/issues/comments/:id/reactions', onComment(listReactions))
  write('POST', '/issues/comments/:id/reactions', 'token', onComment(react))
  app.get(`${repo}/collaborators/:login/permission`, (c) => onRepository(state, c, 'token', readPermission))
  app.get('/api/v1/user', (c) => {
    const user = userOf(state, c)
    if (user === undefined) return error(c, 401, 'token is required')
    const scope = refusedScope(user, 'read:user')
    return scope === undefined ? json(c, 200, userShape(state.baseUrl, user)) : error(c, 403, scope)
  })
  app.notFound((c) => c.text('404 page not found\n', 404))
  return app
}

async function onRepository(state: SandboxState, c: Context, needs: Needs, route: Route): Promise<Response> {
  const user = userOf(state, c)
  if (user === undefined && tokenOf(c) !== undefined)
    return error(c, 401, 'invalid username, password or token')
  const scope = refusedScope(user, scopeOf(c))
  if (scope !== undefined) return error(c, 403, scope)
  const key = hostedKey(c.req.param('owner') ?? '', c.req.param('repo') ?? '')
  const moved = state.renamed.get(key)
  if (moved !== undefined) return c.redirect(c.req.path.replace(/(\/repos\/)[^/]+\/[^/]+/, `$1${moved}`), 301)
  const hosted = state.hosted.get(key)
  if (hosted === undefined) return notFound(c)
  const permission = permissionOf(user, hosted)
  if (permission === 'none') return notFound(c)
  if (user === undefined && needs !== 'read') return error(c, 401, 'token is required')
  if (needs === 'admin' && permission !== 'admin')
    return error(c, 403, 'user should be an owner or a collaborator with admin write of a repository')
  if (needs === 'write' && permission === 'read')
    return error(c, 403, 'user should have a permission to write to a repo')
  const { owner, name } = hosted.repository
  return route(c, { state, hosted, api: `${state.baseUrl}/api/v1/repos/${owner}/${name}`, user })
}

/** What is below `issues` is of another kind than the rest of a repository. */
function scopeOf(c: Context): string {
  const kind = /^\/api\/v1\/repos\/[^/]+\/[^/]+\/issues\//.test(c.req.path) ? 'issue' : 'repository'
  return `${c.req.method === 'GET' ? 'read' : 'write'}:${kind}`
}

function refusedScope(user: SandboxUser | undefined, needed: string): string | undefined {
  const { scopes } = user ?? {}
  if (scopes === undefined || scopes.includes(needed) || scopes.includes(needed.replace('read:', 'write:')))
    return undefined
  return `token does not have at least one of required scope(s), required=[${needed}], token scope=${scopes.join(',')}`
}

function tokenOf(c: Context): string | undefined {
  return /^(?:token|bearer) (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
}

function userOf(state: SandboxState, c: Context): SandboxUser | undefined {
  const token = tokenOf(c)
  return state.users.find((candidate) => candidate.token === token)
}

function readRepository(c: Context, { state, hosted, user }: GiteaCall): Response {
  const permission = permissionOf(user, hosted)
  const push = permission === 'write' || permission === 'admin'
  const permissions = { admin: permission === 'admin', push, pull: true }
  return json(c, 200, { ...repositoryShape(state.baseUrl, hosted.repository), permissions })
}

/** Matches by prefix and answers a list, also for a single ref. */
function readRefs(c: Context, { hosted, api }: GiteaCall): Response {
  const { repository } = hosted
  const prefix = `refs/${decodeURIComponent(c.req.path.replace(/^.*?\/git\/refs\//, ''))}`
  const refs = [...repository.refs]
    .filter(([ref]) => ref.startsWith(prefix))
    .sort(([a], [b]) => compareBytes(a, b))
  if (refs.length === 0) return notFound(c)
  const shapes = refs.map(([ref, sha]) => {
    const type = repository.objects.get(sha)?.type ?? 'commit'
    return { ref, url: `${api}/git/${ref}`, object: { type, sha, url: `${api}/git/${type}s/${sha}` } }
  })
  return json(c, 200, shapes)
}

function readCommit(c: Context, { hosted, api }: GiteaCall): Response {
  const revision = c.req.param('sha') ?? ''
  const sha = findCommit(hosted, revision)
  if (sha === undefined) return notFound(c, `commit doesn't exist: ${revision}`)
  return json(c, 200, commitShape(api, hosted.repository, sha))
}
