import { type CommitSha, isCommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import { getOwn, isJsonObject, type JsonObject } from '../kube/json.ts'
import type { Intake } from './intake.ts'

/** Absent for the id of nothing, which is all zeros. */
export function commitOf(payload: JsonObject, key: string): CommitSha | undefined {
  const id = text(payload, key)
  return isCommitSha(id) && !/^0+$/.test(id) ? id : undefined
}

export function repositoryName(payload: JsonObject): Omit<Repository, 'host'> | undefined {
  const repository = getOwn(payload, 'repository')
  if (!isJsonObject(repository)) return undefined
  const [owner = '', name = '', ...rest] = text(repository, 'full_name').split('/')
  return isSegment(owner) && isSegment(name) && rest.length === 0 ? { owner, name } : undefined
}

export function isSegment(segment: string): boolean {
  return /^[\w.-]{1,200}$/.test(segment) && segment !== '.' && segment !== '..'
}

export function text(object: JsonObject, key: string): string {
  const value = getOwn(object, key)
  return typeof value === 'string' ? value : ''
}

export function rejected(status: 400 | 401, reason: string): Intake {
  return { kind: 'rejected', status, reason }
}

export function ignored(deliveryId: string, reason: string): Intake {
  return { kind: 'ignored', deliveryId, reason }
}

/** An object under a key; without any key where there is none. */
export function objectOf(payload: JsonObject, key: string): JsonObject {
  const value = getOwn(payload, key)
  return isJsonObject(value) ? value : {}
}

/** A number that counts or names something, from 1; undefined where it is none. */
export function idOf(payload: JsonObject, key: string): number | undefined {
  const value = getOwn(payload, key)
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
}
