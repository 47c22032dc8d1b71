import type { Context } from 'hono'
import { getOwn, isJsonObject } from '../../kube/json.ts'
import { error, type GiteaCall, json } from './gitea-answers.ts'
import { jsonBody, textOf } from './gitea-statuses.ts'
import type { StoredHook } from './sandbox-state.ts'

export function listHooks(c: Context, { hosted }: GiteaCall): Response {
  return json(c, 200, hosted.hooks.map(hookShape))
}

/** Takes hooks of type `gitea` with a JSON body; events that the sandbox never sends are accepted. */
export async function addHook(c: Context, { hosted }: GiteaCall): Promise<Response> {
  const body = await jsonBody(c)
  const config = body && getOwn(body, 'config')
  if (body === undefined || !isJsonObject(config)) return error(c, 422, '[]: Missing config option')
  const events = getOwn(body, 'events')
  const hook: StoredHook = {
    id: hosted.hooks.length + 1,
    url: textOf(config, 'url'),
    secret: textOf(config, 'secret'),
    events: Array.isArray(events) && events.length > 0 ? events.map(String) : ['push'],
    active: getOwn(body, 'active') === true,
  }
  hosted.hooks.push(hook)
  return json(c, 201, hookShape(hook))
}

/** The secret is never shown. */
function hookShape({ id, url, events, active }: StoredHook) {
  return {
    id,
    name: '',
    type: 'gitea',
    branch_filter: '',
    config: { content_type: 'json', url },
    events,
    authorization_header: '',
    active,
  }
}
