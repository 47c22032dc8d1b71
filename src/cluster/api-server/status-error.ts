import type { Turn } from '../../errors.ts'
import { isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { ClusterError, type ClusterErrorCause, type ClusterErrorCode } from '../cluster-error.ts'

/**
 * What is kept of an answer that is no success: no header but Retry-After, no body but a Kubernetes Status, and whether
 * it was Go's own word for a path that nobody serves, as an API server answers for a group that it does not have.
 */
export interface Refusal {
  readonly status: number
  /** Body of the answer, read as JSON; undefined where it was none. */
  readonly body: JsonObject | undefined
  readonly isUnservedPath?: boolean
  readonly retryAfter: string | null
}

/** Who asked for what: `deployments.apps shop/web`. */
export interface RefusalSubject {
  readonly object: string
  readonly cluster: string
  /** Takes out of a text what must not be seen. */
  readonly redact: (text: string) => string
  /** The same for the name of a field. */
  readonly redactField: (text: string) => string
}

const unusableBody =
  /^failed to (create typed|convert|merge|prune|update managed|parse)|^resourceVersion should not be set on objects/

interface Status {
  /** Whether an API server said it. */
  readonly isGenuine: boolean
  readonly code: number
  readonly reason: string
  readonly message: string
  readonly name: string
  readonly causes: readonly ClusterErrorCause[]
}

/**
 * A Kubernetes Status as an error of ours.
 * https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/status/
 */
export function statusError(refusal: Refusal, subject: RefusalSubject): ClusterError {
  const status = readStatus(refusal)
  const code = codeOf(status)
  const { turn, retryable, advice } = consequenceOf(code, status)
  const retryAfter = parseRetryAfter(refusal.retryAfter)
  const message = subject.redact(status.message)
  const what = message === '' ? `the API server answered ${status.code}` : message
  return new ClusterError(code, `${subject.object}: ${what}; ${advice}`, {
    turn,
    retryable,
    subject: { object: subject.object, cluster: subject.cluster },
    status: status.code,
    reason: status.reason,
    causes: status.causes.map((cause) => redactCause(cause, subject)),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

/** There was no answer. Only the cause's name and system code are told: its text may quote a header. */
export function transportError(cause: unknown, subject: RefusalSubject): ClusterError {
  const timedOut = cause instanceof Error && /^(Timeout|Abort)Error$/.test(cause.name)
  const what = timedOut ? 'no answer in time' : `no answer (${systemCode(cause)})`
  return unanswered(timedOut ? 'timeout' : 'unreachable', `${what} from cluster ${subject.cluster}`, subject)
}

/** Another call may have taken over what it was part of. */
export function notSent(subject: RefusalSubject): ClusterError {
  return unanswered('timeout', `not sent to cluster ${subject.cluster}, it took too long`, subject)
}

/** Half an answer that came to an end like a whole one, as some proxies let it: nothing is known of the other half. */
export function brokenOff(subject: RefusalSubject): ClusterError {
  return unanswered('unreachable', `the answer of cluster ${subject.cluster} broke off`, subject)
}

export function malformedAnswer(what: string, subject: RefusalSubject): ClusterError {
  return unanswered('malformed', what, subject)
}

/** There is no Status, so all that is known is ours. */
function unanswered(code: ClusterErrorCode, what: string, { object, cluster }: RefusalSubject): ClusterError {
  const { turn, retryable, advice } = consequences[code]
  const message = `${object}: ${what}; ${advice}`
  return new ClusterError(code, message, { turn, retryable, subject: { object, cluster } })
}

function readStatus(refusal: Refusal): Status {
  const isStatus = refusal.body?.kind === 'Status'
  const body = isStatus && refusal.body !== undefined ? refusal.body : {}
  const details = isJsonObject(body.details) ? body.details : {}
  const causes = details.causes ?? []
  return {
    isGenuine: isStatus || refusal.isUnservedPath === true,
    code: refusal.status,
    reason: textOf(body.reason),
    message: textOf(body.message),
    name: textOf(details.name),
    causes: isList(causes) ? causes.filter(isJsonObject).map(readCause) : [],
  }
}

function readCause(cause: JsonObject): ClusterErrorCause {
  const field = textOf(cause.field)
  const bare = { reason: textOf(cause.reason), message: textOf(cause.message) }
  return field === '' ? bare : { ...bare, field }
}

function redactCause(cause: ClusterErrorCause, { redact, redactField }: RefusalSubject): ClusterErrorCause {
  const { field, message } = cause
  return {
    ...cause,
    message: redact(message),
    ...(field === undefined ? {} : { field: redactField(field) }),
  }
}

/** Where a proxy, or something that is no API server, says these, they are no verdict on what was sent. */
const blames: ReadonlySet<number> = new Set([400, 403, 404, 405, 406, 409, 410, 415, 422])

function codeOf(status: Status): ClusterErrorCode {
  if (!status.isGenuine && blames.has(status.code)) return 'malformed'
  if (/\bdenied (the )?request\b/.test(status.message)) return 'denied'
  if (status.message.includes('does not support dry run')) return 'no-dry-run'
  switch (status.code) {
    case 401:
      return 'unauthorized'
    case 403:
      return /\bis forbidden: [Uu]ser "/.test(status.message) ? 'forbidden' : 'denied'
    case 404:
      return status.name === '' ? 'unknown-kind' : 'not-found'
    case 408:
    case 504:
      return 'timeout'
    case 409:
      return conflictCode(status)
    case 410:
      return 'expired'
    case 413:
    case 422:
      return 'invalid'
    case 429:
      return 'too-many-requests'
    default:
      return status.code >= 500 ? serverFault(status) : clientFault(status)
  }
}

/** A namespace that is being deleted refuses creations until it is gone. */
function isTerminating(status: Status): boolean {
  return status.causes.some((cause) => cause.reason === 'NamespaceTerminating')
}

function conflictCode(status: Status): ClusterErrorCode {
  if (status.reason === 'AlreadyExists') return 'already-exists'
  const isApply = status.causes.some((cause) => cause.reason === 'FieldManagerConflict')
  return isApply ? 'apply-conflict' : 'conflict'
}

/** Some bodies that cannot be used are answered with 500 and no reason, though asking again cannot help. */
function serverFault(status: Status): ClusterErrorCode {
  return status.reason === '' && unusableBody.test(status.message) ? 'invalid' : 'unavailable'
}

function clientFault(status: Status): ClusterErrorCode {
  const isBody = /strict decoding error|cannot be handled as/.test(status.message)
  if (isBody) return 'invalid'
  return status.code >= 400 ? 'bad-request' : 'malformed'
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function systemCode(cause: unknown): string {
  for (let error = cause; error instanceof Error; error = error.cause) {
    if ('code' in error && typeof error.code === 'string' && /^[A-Z_]{3,60}$/.test(error.code)) {
      return error.code
    }
  }
  return cause instanceof Error ? cause.name : 'unknown'
}

/** Seconds; the form with a date is not used by API servers. */
function parseRetryAfter(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

interface Consequence {
  readonly turn: Turn
  readonly retryable: boolean
  readonly advice: string
}

const consequences: Readonly<Record<ClusterErrorCode, Consequence>> = {
  unreachable: again('platform', 'it is tried again'),
  timeout: again('platform', 'it is tried again'),
  unauthorized: never('operator', "check the cluster's credentials"),
  forbidden: never('operator', 'give Plumbline this permission, or take the object out'),
  'not-found': never('author', 'check the name and the namespace'),
  'unknown-kind': never('author', 'check apiVersion and kind, and that its CRD is installed'),
  'already-exists': never('author', 'another one has this name'),
  conflict: again('platform', 'it changed meanwhile; read it again'),
  'apply-conflict': never('author', 'another field manager owns it'),
  invalid: never('author', 'correct the manifest'),
  denied: never('author', "comply with the cluster's admission rules, or have them changed"),
  'no-dry-run': never('operator', 'the webhook has to declare its side effects'),
  'bad-request': never('author', 'correct the manifest'),
  expired: again('platform', 'start the list again'),
  'too-many-requests': again('platform', 'it is tried again'),
  unavailable: again('platform', 'it is tried again'),
  malformed: never('operator', "check the cluster's address"),
  'bad-name': never('author', 'correct the name'),
}

/** Some refusals ask for something else than their code says. */
function consequenceOf(code: ClusterErrorCode, status: Status): Consequence {
  if (isTerminating(status)) return again('platform', 'it is tried again')
  if (code === 'denied' && /\bexceeded quota\b/.test(status.message))
    return never('author', 'ask for less, or have the quota raised')
  return consequences[code]
}

function again(turn: Turn, advice: string): Consequence {
  return { turn, retryable: true, advice }
}

function never(turn: Turn, advice: string): Consequence {
  return { turn, retryable: false, advice }
}
