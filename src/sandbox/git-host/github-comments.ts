import type { Context } from 'hono'
import { addComment, editComment, removeComment } from './comments.ts'
import { jsonBody, textOf } from './gitea-statuses.ts'
import { error, type GithubCall, json, notFound, paged } from './github-answers.ts'
import { commentShape, userShape } from './github-shapes.ts'
import { findPull } from './pull-facts.ts'
import { permissionOf, type StoredComment } from './sandbox-state.ts'

type CommentRoute = (c: Context, call: GithubCall, comment: StoredComment) => Response | Promise<Response>

const emojis = ['+1', '-1', 'laugh', 'confused', 'heart', 'hooray', 'rocket', 'eyes']
const longestBody = 65_536

/** Oldest first. */
export function listComments(c: Context, { hosted, addresses }: GithubCall): Response {
  const number = Number(c.req.param('number'))
  if (findPull(hosted, number) === undefined) return notFound(c)
  const fitting = hosted.comments.filter(({ pull }) => pull === number)
  return json(
    c,
    paged(c, fitting).map((comment) => commentShape(addresses, hosted, comment)),
  )
}

export async function createComment(c: Context, call: GithubCall): Promise<Response> {
  const { state, hosted, addresses, user } = call
  const pull = findPull(hosted, Number(c.req.param('number')))
  const text = textOf((await jsonBody(c)) ?? {}, 'body')
  if (pull === undefined) return notFound(c)
  if (text === '' || text.length > longestBody) return error(c, 422, 'Validation Failed')
  const made = addComment(state, hosted, pull, text, user?.login ?? '')
  return json(c, commentShape(addresses, hosted, made), 201)
}

/** The route for the comment that the path names. */
export function onComment(
  route: CommentRoute,
): (c: Context, call: GithubCall) => Response | Promise<Response> {
  return (c, call) => {
    const comment = call.hosted.comments.find(({ id }) => id === Number(c.req.param('id')))
    return comment === undefined ? notFound(c) : route(c, call, comment)
  }
}

export async function changeComment(c: Context, call: GithubCall, comment: StoredComment): Promise<Response> {
  const { state, hosted, addresses, user } = call
  const text = textOf((await jsonBody(c)) ?? {}, 'body')
  if (!owns(call, comment)) return error(c, 403, 'Must have admin rights to Repository.')
  if (text === '' || text.length > longestBody) return error(c, 422, 'Validation Failed')
  editComment(state, hosted, comment, text, user?.login ?? '')
  return json(c, commentShape(addresses, hosted, comment))
}

export function deleteComment(c: Context, call: GithubCall, comment: StoredComment): Response {
  const { state, hosted, user } = call
  if (!owns(call, comment)) return error(c, 403, 'Must have admin rights to Repository.')
  removeComment(state, hosted, comment, user?.login ?? '')
  return c.body(null, 204)
}

export function listReactions(c: Context, { addresses }: GithubCall, { reactions }: StoredComment): Response {
  return json(
    c,
    paged(c, reactions).map(({ login, content }, at) =>
      reactionShape(userShape(addresses, login), content, at),
    ),
  )
}

/** 200 where the same person reacted so before. */
export async function react(c: Context, call: GithubCall, { reactions }: StoredComment): Promise<Response> {
  const content = textOf((await jsonBody(c)) ?? {}, 'content')
  if (!emojis.includes(content)) return error(c, 422, 'Validation Failed')
  const login = call.user?.login ?? ''
  const isKnown = reactions.some((one) => one.login === login && one.content === content)
  if (!isKnown) reactions.push({ login, content })
  return json(c, reactionShape(userShape(call.addresses, login), content, 0), isKnown ? 200 : 201)
}

function reactionShape(user: object, content: string, at: number): object {
  return { id: at + 1, node_id: `REA_${at}`, user, content, created_at: '1970-01-01T00:00:00Z' }
}

/** Asked by who may write; `none` where somebody may not even read. */
export function readPermission(c: Context, { state, hosted, addresses, permission }: GithubCall): Response {
  if (permission !== 'write' && permission !== 'admin')
    return error(c, 403, 'Must have push access to view collaborator permission.')
  const login = (c.req.param('login') ?? '').toLowerCase()
  const known = state.users.find((candidate) => candidate.login.toLowerCase() === login)
  if (known === undefined) return notFound(c)
  const granted = permissionOf(known, hosted)
  const user = { ...userShape(addresses, known.login), role_name: granted }
  return json(c, { permission: granted, role_name: granted, user })
}

function owns({ user, permission }: GithubCall, { author }: StoredComment): boolean {
  return user?.login === author || permission === 'write' || permission === 'admin'
}
