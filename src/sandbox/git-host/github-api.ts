import { type Context, Hono } from 'hono'
import { error, type GithubCall, json, notFound } from './github-answers.ts'
import { createToken, mintedUser, provenApp, readApp, readAppHook, readInstallation } from './github-app.ts'
import {
  changeComment,
  createComment,
  deleteComment,
  listComments,
  listReactions,
  onComment,
  react,
  readPermission,
} from './github-comments.ts'
import { answerGraphql } from './github-graphql.ts'
import { addHook, listHooks } from './github-hooks.ts'
import { compare, readBlob, readCommit, readGitCommit, readTag, readTree } from './github-objects.ts'
import {
  changePull,
  createFork,
  createPull,
  listPulls,
  listPullsOf,
  merge,
  onPull,
  readPull,
} from './github-pulls.ts'
import { createQuota } from './github-quota.ts'
import { addressesOf, repositoryShape, userShape } from './github-shapes.ts'
import { combinedStatus, createStatus } from './github-statuses.ts'
import {
  type Hosted,
  hostedKey,
  type Permission,
  permissionOf,
  type SandboxState,
  type SandboxUser,
} from './sandbox-state.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** `token`: somebody who may read, by name. */
type Needs = 'read' | 'token' | 'write'

type Route = (context: Context, call: GithubCall) => Response | Promise<Response>

const routes: readonly (readonly [Method, string, Needs, Route])[] = [
  ['GET', '', 'read', readRepository],
  ['GET', '/git/commits/:sha', 'read', readGitCommit],
  ['GET', '/git/tags/:sha', 'read', readTag],
  ['GET', '/git/trees/:sha', 'read', readTree],
  ['GET', '/git/blobs/:sha', 'read', readBlob],
  ['GET', '/commits/:sha/status', 'read', combinedStatus],
  ['GET', '/commits/:sha/pulls', 'read', listPullsOf],
  ['GET', '/commits/*', 'read', readCommit],
  ['GET', '/compare/:range', 'read', compare],
  ['POST', '/statuses/:sha', 'write', createStatus],
  ['GET', '/pulls', 'read', listPulls],
  ['POST', '/pulls', 'token', createPull],
  ['GET', '/pulls/:number', 'read', onPull(readPull)],
  ['PATCH', '/pulls/:number', 'token', onPull(changePull)],
  ['PUT', '/pulls/:number/merge', 'write', onPull(merge)],
  ['POST', '/forks', 'token', createFork],
  ['GET', '/issues/:number/comments', 'read', listComments],
  ['POST', '/issues/:number/comments', 'token', createComment],
  ['PATCH', '/issues/comments/:id', 'token', onComment(changeComment)],
  ['DELETE', '/issues/comments/:id', 'token', onComment(deleteComment)],
  ['GET', '/issues/comments/:id/reactions', 'read', onComment(listReactions)],
  ['POST', '/issues/comments/:id/reactions', 'token', onComment(react)],
  ['GET', '/collaborators/:login/permission', 'token', readPermission],
  ['GET', '/hooks', 'token', listHooks],
  ['POST', '/hooks', 'token', addHook],
]

/** GitHub's REST API and the one query of its GraphQL, as its description and documents have them. */
export function githubApi(state: SandboxState): { fetch(request: Request): Promise<Response> } {
  const addresses = addressesOf(state.baseUrl)
  const root = new URL(addresses.api).pathname.replace(/\/$/, '')
  const quota = createQuota(state)
  const app = new Hono()
  for (const [method, path, needs, route] of routes) {
    app.on(method, `/repos/:owner/:repo${path}`, (c) => onRepository(state, c, needs, route))
  }
  app.get('/repos/:owner/:repo/installation', (c) => {
    const known = provenApp(state, tokenOf(c))
    if (known === undefined) return error(c, 401, 'A JSON web token could not be decoded')
    const hosted = state.hosted.get(hostedKey(c.req.param('owner'), c.req.param('repo')))
    return hosted === undefined ? notFound(c) : readInstallation(c, addresses, known, hosted)
  })
  app.get('/app', (c) => {
    const known = provenApp(state, tokenOf(c))
    if (known === undefined) return error(c, 401, 'A JSON web token could not be decoded')
    return readApp(c, addresses, known)
  })
  app.get('/app/hook/config', (c) => {
    const known = provenApp(state, tokenOf(c))
    if (known === undefined) return error(c, 401, 'A JSON web token could not be decoded')
    return readAppHook(c, known)
  })
  app.get('/app/hook/deliveries', (c) => {
    const known = provenApp(state, tokenOf(c))
    if (known === undefined) return error(c, 401, 'A JSON web token could not be decoded')
    return json(c, [])
  })
  app.post('/app/installations/:id/access_tokens', (c) => {
    const known = provenApp(state, tokenOf(c))
    if (known === undefined) return error(c, 401, 'A JSON web token could not be decoded')
    return createToken(c, state, known)
  })
  app.get('/user', (c) => {
    const user = userOf(state, c)
    if (user === undefined) return error(c, 401, 'Requires authentication')
    return json(c, { ...userShape(addresses, user.login), ...aboutUser })
  })
  app.post('/graphql', (c) => answerGraphql(c, state, userOf(state, c)))
  app.all('/repositories/:id/*', (c) => followId(state, app, c))
  app.notFound((c) => notFound(c))

  return {
    async fetch(request) {
      const url = new URL(request.url)
      const isBelow = url.pathname.startsWith(`${root}/`)
      // An Enterprise Server has GraphQL beside the versioned root.
      url.pathname = isBelow
        ? url.pathname.slice(root.length)
        : url.pathname.replace(/^\/api(?=\/graphql$)/, '')
      return quota(request, () => app.fetch(new Request(url, request)))
    },
  }
}

/** What somebody may do is told to them alone. */
function readRepository(c: Context, { addresses, hosted, user, permission }: GithubCall): Response {
  const about = repositoryShape(addresses, hosted)
  if (user === undefined) return json(c, about)
  const admin = permission === 'admin'
  const push = admin || permission === 'write'
  const permissions = { admin, maintain: admin, push, triage: push, pull: true }
  return json(c, { ...about, permissions })
}

const aboutUser = {
  name: null,
  company: null,
  blog: null,
  location: null,
  email: null,
  hireable: null,
  bio: null,
  public_repos: 0,
  public_gists: 0,
  followers: 0,
  following: 0,
  created_at: '1970-01-01T00:00:00Z',
  updated_at: '1970-01-01T00:00:00Z',
}

async function onRepository(state: SandboxState, c: Context, needs: Needs, route: Route): Promise<Response> {
  const user = userOf(state, c)
  if (user === undefined && tokenOf(c) !== undefined) return error(c, 401, 'Bad credentials')
  const key = hostedKey(c.req.param('owner') ?? '', c.req.param('repo') ?? '')
  const moved = state.renamed.get(key)
  if (moved !== undefined) return movedTo(c, state, moved)
  const hosted = state.hosted.get(key)
  const permission: Permission = hosted === undefined ? 'none' : permissionOf(user, hosted)
  if (hosted === undefined || permission === 'none') return notFound(c)
  if (user === undefined && needs !== 'read') return error(c, 401, 'Requires authentication')
  if (needs === 'write' && permission === 'read')
    return error(c, 403, 'Resource not accessible by personal access token')
  if (user?.scopes !== undefined) c.header('x-oauth-scopes', user.scopes.join(', '))
  return route(c, { state, addresses: addressesOf(state.baseUrl), hosted, user, permission })
}

/** A renamed repository is found by its id, which stays. */
function movedTo(c: Context, state: SandboxState, name: string): Response {
  const id = state.hosted.get(name.toLowerCase())?.id ?? 0
  const rest = c.req.path.replace(/^\/repos\/[^/]+\/[^/]+/, '')
  const { search } = new URL(c.req.url)
  const location = `${addressesOf(state.baseUrl).api}/repositories/${id}${rest}${search}`
  const body = JSON.stringify({ message: 'Moved Permanently', url: location })
  return c.body(body, 301, { location, 'content-type': 'application/json; charset=utf-8' })
}

async function followId(state: SandboxState, app: Hono, c: Context): Promise<Response> {
  const hosted: Hosted | undefined = [...state.hosted.values()].find(
    ({ id }) => String(id) === c.req.param('id'),
  )
  if (hosted === undefined) return notFound(c)
  const { owner, name } = hosted.repository
  const url = new URL(c.req.url)
  url.pathname = c.req.path.replace(/^\/repositories\/\d+/, `/repos/${owner}/${name}`)
  return app.fetch(new Request(url, c.req.raw))
}

function tokenOf(c: Context): string | undefined {
  return /^(?:token|bearer) (.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]
}

function userOf(state: SandboxState, c: Context): SandboxUser | undefined {
  const token = tokenOf(c)
  if (token === undefined) return undefined
  return state.users.find((candidate) => candidate.token === token) ?? mintedUser(state, token)
}
