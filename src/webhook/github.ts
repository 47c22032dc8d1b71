import type { PushTrigger } from '../engine/trigger.ts'
import type { Repository } from '../git/repository.ts'
import { getOwn, type JsonObject } from '../kube/json.ts'
import { githubPullRequests, readComment } from './github-pull-request.ts'
import { isSigned } from './github-signature.ts'
import type { Delivery, Intake, WebhookHost } from './intake.ts'
import {
  commitOf,
  ignored,
  isForm,
  isRef,
  notJson,
  objectOf,
  parsePayload,
  printableId,
  rejected,
  signedRepository,
  text,
} from './payload.ts'
import { pullRequestIntake } from './pull-request.ts'

/**
 * Reads a delivery of GitHub. The signature is checked over the body as it came before anything is parsed; the secret
 * that fits fixes the host, and with it the repositories that the delivery may speak of.
 * https://docs.github.com/en/webhooks/webhook-events-and-payloads
 */
export async function receiveGithub(delivery: Delivery, hosts: readonly WebhookHost[]): Promise<Intake> {
  const { headers, body } = delivery
  if (isForm(headers)) return rejected(400, notJson)
  const raw = textOf(body)
  const signature = headers.get('x-hub-signature-256') ?? ''
  const fits = await Promise.all(hosts.map(({ secrets }) => isSigned(secrets, raw, signature)))
  const signers = hosts.filter((_, at) => fits[at])
  if (signers.length === 0) return rejected(401, 'no secret of a host of this route fits the signature')
  const payload = parsePayload(raw)
  if (payload === undefined) return rejected(400, notJson)
  return read(headers.get('x-github-event') ?? '', payload, githubDeliveryId(headers), signers)
}

/** The same for each attempt at one delivery. */
export function githubDeliveryId(headers: Headers): string {
  return printableId(headers.get('x-github-delivery') ?? '')
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
    case 'create':
    case 'delete':
      return ignored(deliveryId, 'a created or deleted branch or tag is told by its push')
    case 'push':
    case 'pull_request':
    case 'issue_comment':
    case 'merge_group':
      return readFrom(event, payload, deliveryId, signers)
    default:
      return ignored(deliveryId, `the event ${JSON.stringify(event.slice(0, 60))} means nothing here`)
  }
}

function readFrom(
  event: 'push' | 'pull_request' | 'issue_comment' | 'merge_group',
  payload: JsonObject,
  deliveryId: string,
  signers: readonly WebhookHost[],
): Intake {
  const signed = signedRepository(payload, deliveryId, signers)
  if ('intake' in signed) return signed.intake
  const { repository } = signed
  if (event === 'pull_request') return pullRequestIntake(githubPullRequests, repository, payload, deliveryId)
  if (event === 'issue_comment') return readComment(repository, payload, deliveryId)
  if (event === 'merge_group') return readMergeGroup(repository, payload, deliveryId)
  return readPush(repository, payload, deliveryId)
}

/** A moved, created or deleted ref; a deleted one goes to nothing, a created one comes from it. */
function readPush(repository: Repository, payload: JsonObject, deliveryId: string): Intake {
  const ref = text(payload, 'ref')
  if (!isRef(ref)) return rejected(400, 'the payload names no ref')
  const before = commitOf(payload, 'before')
  const after = commitOf(payload, 'after')
  if (before === after) return ignored(deliveryId, 'nothing moved')
  const trigger: PushTrigger = {
    kind: 'push',
    host: repository.host,
    repository,
    ref,
    deliveryId,
    ...(before && { before }),
    ...(after && { after }),
    ...(getOwn(payload, 'forced') === true && { forced: true }),
  }
  return { kind: 'trigger', trigger }
}

function readMergeGroup(repository: Repository, payload: JsonObject, deliveryId: string): Intake {
  const group = objectOf(payload, 'merge_group')
  const [ref, base] = [text(group, 'head_ref'), text(group, 'base_ref')]
  if (!isRef(ref) || !isRef(base)) return rejected(400, 'the payload names no merge group')
  if (text(payload, 'action') !== 'checks_requested')
    return ignored(deliveryId, 'the merge group is gone, which asks for nothing')
  const { host } = repository
  const baseRef = base.replace(/^refs\/heads\//, '')
  return { kind: 'trigger', trigger: { kind: 'mergeGroup', host, repository, ref, baseRef, deliveryId } }
}

/** Empty, which nothing signs, where it is no UTF-8. A byte order mark is kept, since it was signed. */
function textOf(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
  } catch {
    return ''
  }
}
