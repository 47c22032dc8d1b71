import { isJsonObject, type Json } from '../../kube/json.ts'
import { badRequest } from './refusal.ts'

/** Where a list goes on: at which revision (none: as things are now) and from which key. */
export interface ContinueToken {
  readonly revision: number | undefined
  readonly start: string
}

/** Source: k8s.io/apiserver pkg/storage/continue.go; opaque to clients. */
export function formatContinueToken({ revision, start }: ContinueToken): string {
  const text = JSON.stringify({ v: 'meta.k8s.io/v1', rv: revision ?? -1, start })
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Refuses what this server cannot have given out. */
export function parseContinueToken(text: string): ContinueToken {
  const token = decodeToken(text)
  const start = isJsonObject(token) ? token.start : undefined
  const revision = isJsonObject(token) ? token.rv : undefined
  if (typeof start !== 'string' || typeof revision !== 'number') throw invalidToken('no token of this server')
  return { revision: revision < 0 ? undefined : revision, start }
}

function decodeToken(text: string): Json {
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    throw invalidToken('no JSON')
  }
}

function invalidToken(why: string): Error {
  return badRequest(`invalid continue token: continue key is not valid: ${why}`)
}
