import type { PushTrigger } from '../engine/trigger.ts'
import { type CommitSha, isCommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'
import { getOwn, isJsonObject, type Json, type JsonObject } from '../kube/json.ts'
import type { Delivery, Intake, WebhookHost } from './intake.ts'
import { signs } from './signature.ts'

const notJson = 'the body is no JSON object; set the content type of the hook to application/json'

/**
 * Reads a delivery of Gitea or Forgejo. The signature is checked over the raw bytes before anything is parsed; the
 * secret that fits fixes the host, and with it the repositories that the delivery may speak of.
 * https://docs.gitea.com/usage/webhooks
 */
export function receiveGitea(delivery: Delivery, hosts: readonly WebhookHost[]): Intake {
  if (isForm(delivery.headers)) return rejected(400, notJson)
  const signature = signatureOf(delivery.headers)
  const signers = hosts.filter(({ secrets }) => signs(secrets, delivery.body, signature))
  if (signers.length === 0) return rejected(401, 'no secret of a host of this route fits the signature')
  const payload = parse(delivery.body)
  if (payload === undefined) return rejected(400, notJson)
  return read(header(delivery.headers, 'event'), payload, giteaDeliveryId(delivery.headers), signers)
}

/** What the host calls the delivery, fit for a log before anything of it is believed; empty where it says nothing. */
export function giteaDeliveryId(headers: Headers): string {
  return header(headers, 'delivery')
    .slice(0, 100)
    .replace(/[^\x21-\x7e]/g, '?')
}

function read(
  event: string,
  payload: JsonObject,
  deliveryId: string,
  signers: readonly WebhookHost[],
): Intake {
  switch (event) {
    case 'ping':
      return { kind: 'ping', deliveryId }
    case 'push':
    case 'delete':
      return readMove(event, payload, deliveryId, signers)
    case 'create':
      return ignored(deliveryId, 'a created branch or tag is told by its push')
    default:
      return ignored(deliveryId, `the event ${JSON.stringify(event.slice(0, 60))} means nothing here`)
  }
}

/** A moved, created or deleted ref. A deleted branch comes as `delete` alone, with its short name. */
function readMove(
  event: 'push' | 'delete',
  payload: JsonObject,
  deliveryId: string,
  signers: readonly WebhookHost[],
): Intake {
  const name = repositoryName(payload)
  const ref = event === 'push' ? text(payload, 'ref') : deletedRef(payload)
  if (name === undefined || !isRef(ref)) return rejected(400, 'the payload names no repository and ref')
  const signer = signers.find((host) => host.permits({ host: host.name, ...name }))
  if (signer === undefined)
    return ignored(deliveryId, 'the repository is not among those of the host whose secret fits')
  if (event === 'push' && text(payload, 'before') === text(payload, 'after')) {
    return ignored(deliveryId, 'nothing moved: a test delivery')
  }
  return { kind: 'trigger', trigger: pushTrigger({ host: signer.name, ...name }, ref, payload, deliveryId) }
}

function pushTrigger(
  repository: Repository,
  ref: string,
  payload: JsonObject,
  deliveryId: string,
): PushTrigger {
  const before = commitOf(payload, 'before')
  const after = commitOf(payload, 'after')
  return {
    kind: 'push',
    host: repository.host,
    repository,
    ref,
    deliveryId,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(wasMovedBack(payload, before, after) ? { forced: true } : {}),
  }
}

/**
 * Gitea does not say that a push was forced. A branch that moved and brought no commit was moved back; one that was
 * moved sideways looks like any other push.
 */
function wasMovedBack(payload: JsonObject, before?: CommitSha, after?: CommitSha): boolean {
  return before !== undefined && after !== undefined && getOwn(payload, 'total_commits') === 0
}

/** Absent for the id of nothing, which is all zeros. */
function commitOf(payload: JsonObject, key: string): CommitSha | undefined {
  const id = text(payload, key)
  return isCommitSha(id) && !/^0+$/.test(id) ? id : undefined
}

function deletedRef(payload: JsonObject): string {
  const ref = text(payload, 'ref')
  if (ref === '' || ref.startsWith('refs/')) return ref
  return text(payload, 'ref_type') === 'tag' ? `refs/tags/${ref}` : `refs/heads/${ref}`
}

function isRef(ref: string): boolean {
  return /^refs\/(heads|tags)\/[^\s\p{Cc}]{1,1000}$/u.test(ref)
}

function repositoryName(payload: JsonObject): Omit<Repository, 'host'> | undefined {
  const repository = getOwn(payload, 'repository')
  if (!isJsonObject(repository)) return undefined
  const [owner = '', name = '', ...rest] = text(repository, 'full_name').split('/')
  return isSegment(owner) && isSegment(name) && rest.length === 0 ? { owner, name } : undefined
}

function isSegment(segment: string): boolean {
  return /^[\w.-]{1,200}$/.test(segment) && segment !== '.' && segment !== '..'
}

function text(object: JsonObject, key: string): string {
  const value = getOwn(object, key)
  return typeof value === 'string' ? value : ''
}

function parse(body: Uint8Array): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A form is signed over the JSON inside it, so that no signature of it would ever fit. */
function isForm(headers: Headers): boolean {
  return (headers.get('content-type') ?? '').startsWith('application/x-www-form-urlencoded')
}

/** Bare hex under Gitea's and Forgejo's own names; `sha256=` before it under the common one. */
function signatureOf(headers: Headers): string {
  const own = header(headers, 'signature')
  return own === '' ? (headers.get('x-hub-signature-256') ?? '').replace(/^sha256=/, '') : own
}

function header(headers: Headers, name: 'event' | 'delivery' | 'signature'): string {
  return headers.get(`x-gitea-${name}`) || headers.get(`x-forgejo-${name}`) || ''
}

function rejected(status: 400 | 401, reason: string): Intake {
  return { kind: 'rejected', status, reason }
}

function ignored(deliveryId: string, reason: string): Intake {
  return { kind: 'ignored', deliveryId, reason }
}
