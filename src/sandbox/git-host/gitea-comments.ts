import type { Context } from 'hono'
import { addComment, editComment, removeComment } from './comments.ts'
import { error, type GiteaCall, json, notFound } from './gitea-answers.ts'
import { commentShape } from './gitea-pull-shapes.ts'
import { userShape } from './gitea-shapes.ts'
import { jsonBody, textOf } from './gitea-statuses.ts'
import { findPull } from './pull-facts.ts'
import { permissionOf, type StoredComment, type StoredPull } from './sandbox-state.ts'

type CommentRoute = (c: Context, call: GiteaCall, comment: StoredComment) => Response | Promise<Response>

const emojis = ['+1', '-1', 'laugh', 'hooray', 'confused', 'heart', 'rocket', 'eyes']

/** All of them, oldest first: nothing is paged here. An unknown number is an internal error. */
export function listComments(c: Context, call: GiteaCall): Response {
  const { state, hosted } = call
  const pull = commented(c, call)
  if (pull === undefined) return error(c, 500, '')
  const fitting = hosted.comments.filter((comment) => comment.pull === pull.number)
  c.header('x-total-count', String(fitting.length))
  return json(
    c,
    200,
    fitting.map((comment) => commentShape(state, hosted, comment)),
  )
}

export async function createComment(c: Context, call: GiteaCall): Promise<Response> {
  const { state, hosted, user } = call
  const text = textOf((await jsonBody(c)) ?? {}, 'body')
  if (text === '') return error(c, 422, '[Body]: Required')
  const pull = commented(c, call)
  if (pull === undefined) return error(c, 500, '')
  return json(c, 201, commentShape(state, hosted, addComment(state, hosted, pull, text, user?.login ?? '')))
}

/** The route for the comment that the path names. */
export function onComment(
  route: CommentRoute,
): (c: Context, call: GiteaCall) => Response | Promise<Response> {
  return (c, call) => {
    const comment = call.hosted.comments.find(({ id }) => id === Number(c.req.param('id')))
    return comment === undefined ? notFound(c) : route(c, call, comment)
  }
}

/** Names no author when the text stays the same. */
export async function changeComment(c: Context, call: GiteaCall, comment: StoredComment): Promise<Response> {
  const { state, hosted, user } = call
  const text = textOf((await jsonBody(c)) ?? {}, 'body')
  if (text === '') return error(c, 422, '[Body]: Required')
  if (!owns(call, comment)) return c.body(null, 403)
  const isSame = comment.body === text
  editComment(state, hosted, comment, text, user?.login ?? '')
  const shape = commentShape(state, hosted, comment)
  return json(c, 200, isSame ? { ...shape, user: null } : shape)
}

export function deleteComment(c: Context, call: GiteaCall, comment: StoredComment): Response {
  const { state, hosted, user } = call
  if (!owns(call, comment)) return c.body(null, 403)
  removeComment(state, hosted, comment, user?.login ?? '')
  return c.body(null, 204)
}

export function listReactions(c: Context, { state }: GiteaCall, comment: StoredComment): Response {
  return json(
    c,
    200,
    comment.reactions.map(({ login, content }) => ({ user: userShape(state.baseUrl, { login }), content })),
  )
}

/** 200 where the same person reacted so before. */
export async function react(
  c: Context,
  { state, user }: GiteaCall,
  comment: StoredComment,
): Promise<Response> {
  const content = textOf((await jsonBody(c)) ?? {}, 'content')
  if (!emojis.includes(content)) return error(c, 403, `'${content}' is not an allowed reaction`)
  const login = user?.login ?? ''
  const isKnown = comment.reactions.some((one) => one.login === login && one.content === content)
  if (!isKnown) comment.reactions.push({ login, content })
  return json(c, isKnown ? 200 : 201, { user: userShape(state.baseUrl, { login }), content })
}

/** Asked by a site administrator, a repository's, or the person themselves. */
export function readPermission(c: Context, { state, hosted, user }: GiteaCall): Response {
  const login = (c.req.param('login') ?? '').toLowerCase()
  if (permissionOf(user, hosted) !== 'admin' && user?.login.toLowerCase() !== login)
    return error(c, 403, 'Only admins can query all permissions, repo admins can query all repo permissions')
  const known = state.users.find((candidate) => candidate.login.toLowerCase() === login)
  if (known === undefined) return notFound(c)
  const owns = known.admin === true || known.login === hosted.repository.owner
  const permission = owns ? 'owner' : permissionOf(known, hosted)
  return json(c, 200, { permission, role_name: permission, user: userShape(state.baseUrl, known) })
}

function commented(c: Context, { hosted }: GiteaCall): StoredPull | undefined {
  return findPull(hosted, Number(c.req.param('number')))
}

function owns({ hosted, user }: GiteaCall, { author }: StoredComment): boolean {
  const permission = permissionOf(user, hosted)
  return user?.login === author || permission === 'write' || permission === 'admin'
}
