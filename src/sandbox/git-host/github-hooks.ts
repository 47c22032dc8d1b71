import type { Context } from 'hono'
import { getOwn, isJsonObject } from '../../kube/json.ts'
import { jsonBody, textOf } from './gitea-statuses.ts'
import { error, type GithubCall, json, notFound } from './github-answers.ts'
import type { StoredHook } from './sandbox-state.ts'

const long = '1970-01-01T00:00:00Z'

export function listHooks(c: Context, call: GithubCall): Response {
  if (call.permission !== 'admin') return notFound(c)
  return json(
    c,
    call.hosted.hooks.map((hook) => hookShape(call, hook)),
  )
}

/** Takes hooks with a JSON body; whoever does not administer the repository sees no such route. */
export async function addHook(c: Context, call: GithubCall): Promise<Response> {
  if (call.permission !== 'admin') return notFound(c)
  const body = (await jsonBody(c)) ?? {}
  const config = getOwn(body, 'config')
  const events = getOwn(body, 'events') ?? ['push']
  const isWeb = textOf(body, 'name') === 'web' && isJsonObject(config)
  if (!isWeb || textOf(config, 'url') === '' || textOf(config, 'content_type') !== 'json')
    return error(c, 422, 'Validation Failed')
  if (!Array.isArray(events)) return error(c, 422, 'Validation Failed')
  const { hooks } = call.hosted
  const hook: StoredHook = {
    id: hooks.length + 1,
    url: textOf(config, 'url'),
    secret: textOf(config, 'secret'),
    events: events.map(String),
    active: getOwn(body, 'active') !== false,
  }
  hooks.push(hook)
  return json(c, hookShape(call, hook), 201)
}

/** The secret is never shown. */
function hookShape(
  { addresses, hosted }: GithubCall,
  { id, url, secret, events, active, lastStatus, contentType = 'json' }: StoredHook,
) {
  const { owner, name } = hosted.repository
  const at = `${addresses.api}/repos/${owner}/${name}/hooks/${id}`
  return {
    type: 'Repository',
    id,
    name: 'web',
    active,
    events,
    config: { content_type: contentType, insecure_ssl: '0', url, ...(secret && { secret: '********' }) },
    updated_at: long,
    created_at: long,
    url: at,
    test_url: `${at}/test`,
    ping_url: `${at}/pings`,
    deliveries_url: `${at}/deliveries`,
    last_response: lastResponse(lastStatus),
  }
}

function lastResponse(status: number | undefined) {
  if (status === undefined) return { code: null, status: 'unused', message: null }
  if (status === 0) return { code: 502, status: 'connection_error', message: 'failed to connect to host' }
  const isHeard = status >= 200 && status < 300
  return {
    code: status,
    status: isHeard ? 'active' : 'invalid_http_response',
    message: isHeard ? 'OK' : `Invalid HTTP Response: ${status}`,
  }
}
