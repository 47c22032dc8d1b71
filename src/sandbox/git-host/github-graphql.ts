import type { Context } from 'hono'
import { getOwn, isJsonObject } from '../../kube/json.ts'
import { jsonBody, textOf } from './gitea-statuses.ts'
import { error, json } from './github-answers.ts'
import { type Hosted, hostedKey, permissionOf, type SandboxState, type SandboxUser } from './sandbox-state.ts'

const alias = /(\w+):object\(oid:"([0-9a-f]+)"\)/g
const mostText = 512_000

/** The one query that is asked here: blobs of a repository by their ids, each under an alias. */
export async function answerGraphql(
  c: Context,
  state: SandboxState,
  user: SandboxUser | undefined,
): Promise<Response> {
  if (user === undefined) return error(c, 401, 'This endpoint requires you to be authenticated.')
  const body = (await jsonBody(c)) ?? {}
  const variables = getOwn(body, 'variables')
  const { owner, name } = isJsonObject(variables)
    ? { owner: textOf(variables, 'owner'), name: textOf(variables, 'name') }
    : { owner: '', name: '' }
  const key = hostedKey(owner, name)
  const hosted = state.hosted.get(key) ?? state.hosted.get(state.renamed.get(key)?.toLowerCase() ?? '')
  if (hosted === undefined || permissionOf(user, hosted) === 'none') return unknown(c, owner, name)
  const wanted = [...textOf(body, 'query').matchAll(alias)]
  const { graphqlObjects = 500 } = state.limits ?? {}
  const found = wanted.map(([, field = '', id = ''], at) => [
    field,
    at < graphqlObjects ? blobShape(hosted, id) : null,
  ])
  const errors = wanted.slice(graphqlObjects).map(([, field]) => ({
    type: 'RESOURCE_LIMITS_EXCEEDED',
    path: ['repository', field],
    message: 'Resource limits for this query exceeded.',
  }))
  const data = { repository: Object.fromEntries(found) }
  return json(c, errors.length === 0 ? { data } : { data, errors })
}

function unknown(c: Context, owner: string, name: string): Response {
  const message = `Could not resolve to a Repository with the name '${owner}/${name}'.`
  return json(c, {
    data: { repository: null },
    errors: [{ type: 'NOT_FOUND', path: ['repository'], message }],
  })
}

function blobShape({ repository }: Hosted, id: string): object | null {
  const object = repository.objects.get(id)
  if (object?.type !== 'blob') return null
  const isBinary = object.body.includes(0)
  const isTruncated = !isBinary && object.body.length > mostText
  const text = isBinary ? null : new TextDecoder().decode(object.body.subarray(0, mostText))
  return { isBinary, isTruncated, text }
}
