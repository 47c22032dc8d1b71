import type { JsonObject } from '../kube/json.ts'
import { readMove } from './gitea-move.ts'
import { giteaPullRequests, readComment } from './gitea-pull-request.ts'
import type { Delivery, Intake, WebhookHost } from './intake.ts'
import { ignored, isForm, notJson, parsePayload, printableId, rejected, signedRepository } from './payload.ts'
import { pullRequestIntake } from './pull-request.ts'
import { signs } from './signature.ts'

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
  const payload = parsePayload(delivery.body)
  if (payload === undefined) return rejected(400, notJson)
  return read(header(delivery.headers, 'event'), payload, giteaDeliveryId(delivery.headers), signers)
}

/** What the host calls the delivery, fit for a log before anything of it is believed; empty where it says nothing. */
export function giteaDeliveryId(headers: Headers): string {
  return printableId(header(headers, 'delivery'))
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
      return ignored(deliveryId, 'a created branch or tag is told by its push')
    case 'push':
    case 'delete':
    case 'pull_request':
    case 'issue_comment':
      return readFrom(event, payload, deliveryId, signers)
    default:
      return ignored(deliveryId, `the event ${JSON.stringify(event.slice(0, 60))} means nothing here`)
  }
}

function readFrom(
  event: 'push' | 'delete' | 'pull_request' | 'issue_comment',
  payload: JsonObject,
  deliveryId: string,
  signers: readonly WebhookHost[],
): Intake {
  const signed = signedRepository(payload, deliveryId, signers)
  if ('intake' in signed) return signed.intake
  const { repository } = signed
  if (event === 'pull_request') return pullRequestIntake(giteaPullRequests, repository, payload, deliveryId)
  if (event === 'issue_comment') return readComment(repository, payload, deliveryId)
  return readMove(event, repository, payload, deliveryId)
}

/** Bare hex under Gitea's and Forgejo's own names; `sha256=` before it under the common one. */
function signatureOf(headers: Headers): string {
  const own = header(headers, 'signature')
  return own === '' ? (headers.get('x-hub-signature-256') ?? '').replace(/^sha256=/, '') : own
}

function header(headers: Headers, name: 'event' | 'delivery' | 'signature'): string {
  return headers.get(`x-gitea-${name}`) || headers.get(`x-forgejo-${name}`) || ''
}
