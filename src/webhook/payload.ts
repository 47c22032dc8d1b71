import { type CommitSha, isCommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import { getOwn, isJsonObject, type Json, type JsonObject } from '../kube/json.ts'
import type { Intake, WebhookHost } from './intake.ts'

export const notJson = 'the body is no JSON object; set the content type of the hook to application/json'

/** Undefined where it is no JSON object in UTF-8. */
export function parsePayload(body: Uint8Array | string): JsonObject | undefined {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body)
    const value: Json = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A form is signed over the JSON inside it, or not worth reading: hooks send JSON here. */
export function isForm(headers: Headers): boolean {
  return (headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded')
}

/** What a host calls a delivery, fit for a log before anything of it is believed; empty where it says nothing. */
export function printableId(id: string): string {
  return id.slice(0, 100).replace(/[^\x21-\x7e]/g, '?')
}

/** The repository that a payload speaks of, on the host that signed it and permits it; or what to answer instead. */
export function signedRepository(
  payload: JsonObject,
  deliveryId: string,
  signers: readonly WebhookHost[],
): { readonly repository: Repository } | { readonly intake: Intake } {
  const name = repositoryName(payload)
  if (name === undefined) return { intake: rejected(400, 'the payload names no repository') }
  const signer = signers.find((host) => host.permits({ host: host.name, ...name }))
  if (signer !== undefined) return { repository: { host: signer.name, ...name } }
  const reason = 'the repository is not among those of the host whose secret fits'
  return { intake: ignored(deliveryId, reason) }
}

export function isRef(ref: string): boolean {
  return /^refs\/(heads|tags)\/[^\s\p{Cc}]{1,1000}$/u.test(ref)
}

/** Absent for the id of nothing, which is all zeros. */
export function commitOf(payload: JsonObject, key: string): CommitSha | undefined {
  const id = text(payload, key)
  return isCommitSha(id) && !/^0+$/.test(id) ? id : undefined
}

function repositoryName(payload: JsonObject): Omit<Repository, 'host'> | undefined {
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
