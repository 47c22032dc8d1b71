import type { Context } from 'hono'
import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { jsonBody } from './gitea-statuses.ts'
import { error, json, notFound } from './github-answers.ts'
import { type Addresses, userShape } from './github-shapes.ts'
import type { SandboxApp } from './sandbox-app.ts'
import type { Hosted, SandboxState, SandboxUser } from './sandbox-state.ts'

const hour = 3_600_000
const long = '1970-01-01T00:00:00Z'
const permissions = { metadata: 'read', contents: 'read', statuses: 'write', pull_requests: 'write' }
const events = ['push', 'pull_request', 'issue_comment', 'merge_group']

/** The App that a JSON Web Token proves: signed, of now, and for ten minutes at most. */
export function provenApp(state: SandboxState, token: string | undefined): SandboxApp | undefined {
  const { app } = state
  const claims = token === undefined ? undefined : claimsOf(token)
  if (app === undefined || token === undefined || claims === undefined || !app.verify(token)) return undefined
  const [issued, expires] = [Number(claims.iat), Number(claims.exp)]
  const seconds = state.now() / 1000
  const isTimely = issued <= seconds && expires > seconds && expires - seconds <= 600
  return claims.iss === app.id && isTimely ? app : undefined
}

interface Claims {
  readonly iss?: unknown
  readonly iat?: unknown
  readonly exp?: unknown
}

function claimsOf(token: string): Claims | undefined {
  try {
    const [, claims = ''] = token.split('.')
    const parsed = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as Json
    return isJsonObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

export function readApp(c: Context, addresses: Addresses, { id, slug, owners }: SandboxApp): Response {
  return json(c, {
    id: Number(id),
    slug,
    node_id: `A_${id}`,
    owner: userShape(addresses, owners[0] ?? slug),
    name: slug,
    description: null,
    external_url: addresses.web,
    html_url: `${addresses.web}/apps/${slug}`,
    created_at: long,
    updated_at: long,
    permissions,
    events,
  })
}

/** One for all repositories; the secret is never shown. */
export function readAppHook(c: Context, { hookUrl = '' }: SandboxApp): Response {
  return json(c, { content_type: 'json', secret: '********', url: hookUrl, insecure_ssl: '0' })
}

export function readInstallation(
  c: Context,
  addresses: Addresses,
  { id, slug, owners }: SandboxApp,
  { repository }: Hosted,
): Response {
  const installation = owners.indexOf(repository.owner) + 1
  if (installation === 0) return notFound(c)
  const url = `${addresses.api}/app/installations/${installation}`
  return json(c, {
    id: installation,
    account: userShape(addresses, repository.owner),
    repository_selection: 'all',
    access_tokens_url: `${url}/access_tokens`,
    repositories_url: `${addresses.api}/installation/repositories`,
    html_url: `${addresses.web}/settings/installations/${installation}`,
    app_id: Number(id),
    app_slug: slug,
    target_id: 1,
    target_type: 'User',
    permissions,
    events,
    created_at: long,
    updated_at: long,
    single_file_name: null,
    suspended_by: null,
    suspended_at: null,
  })
}

/** For an hour, and for the repositories that are named, or all of the installation. */
export async function createToken(c: Context, state: SandboxState, app: SandboxApp): Promise<Response> {
  const owner = app.owners[Number(c.req.param('id')) - 1]
  if (owner === undefined) return notFound(c)
  const names = getOwn((await jsonBody(c)) ?? {}, 'repositories')
  const own = [...state.hosted.values()].filter(({ repository }) => repository.owner === owner)
  const asked = Array.isArray(names) ? own.filter(({ repository }) => names.includes(repository.name)) : own
  if (Array.isArray(names) && asked.length < names.length)
    return error(c, 422, 'There is at least one repository that does not exist or is not accessible.')
  const token = `ghs_${String(state.nextId()).padStart(60, '0')}`
  const expires = state.now() + hour
  const access = Object.fromEntries(
    asked.map(({ repository }) => [`${repository.owner}/${repository.name}`, 'write' as const]),
  )
  state.minted.set(token, { user: { login: `${app.slug}[bot]`, token, access }, expires })
  return json(
    c,
    { token, expires_at: new Date(expires).toISOString(), permissions, repository_selection: 'selected' },
    201,
  )
}

/** Whom a token of an installation stands for. */
export function mintedUser(state: SandboxState, token: string): SandboxUser | undefined {
  const found = state.minted.get(token)
  return found !== undefined && found.expires > state.now() ? found.user : undefined
}
