import type { Context } from 'hono'
import { getOwn, isJsonObject, type JsonObject } from '../../kube/json.ts'
import { error, type GiteaCall, json } from './gitea-answers.ts'
import { jsonBody, textOf } from './gitea-statuses.ts'
import type { StoredHook } from './sandbox-state.ts'

export function listHooks(c: Context, { hosted }: GiteaCall): Response {
  return json(c, 200, hosted.hooks.map(hookShape))
}

/** Takes hooks of type `gitea`, whose deliveries are JSON whatever they ask for; events that the sandbox never sends are accepted. */
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
    ...hookDetails(config, body),
  }
  hosted.hooks.push(hook)
  return json(c, 201, hookShape(hook))
}

function hookDetails(config: JsonObject, body: JsonObject): Pick<StoredHook, 'branches' | 'contentType'> {
  return { branches: textOf(body, 'branch_filter'), contentType: textOf(config, 'content_type') }
}

const pullRequestEvents = [
  'pull_request',
  'pull_request_assign',
  'pull_request_label',
  'pull_request_milestone',
  'pull_request_comment',
  'pull_request_review',
  'pull_request_sync',
  'pull_request_review_request',
]

/** The secret is never shown; `pull_request` stands for all that can happen to one. */
function hookShape({ id, url, events, active, branches = '', contentType = 'json' }: StoredHook) {
  return {
    id,
    name: '',
    type: 'gitea',
    branch_filter: branches,
    config: { content_type: contentType, url },
    events: events.flatMap((event) => (event === 'pull_request' ? pullRequestEvents : [event])),
    authorization_header: '',
    active,
  }
}
