import { type ErrorDetails, PlumblineError } from '../errors.ts'

export type ClusterErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'unauthorized'
  | 'forbidden'
  | 'not-found'
  | 'unknown-kind'
  | 'already-exists'
  | 'conflict'
  | 'apply-conflict'
  | 'invalid'
  | 'denied'
  | 'no-dry-run'
  | 'bad-request'
  | 'expired'
  | 'too-many-requests'
  | 'unavailable'
  | 'malformed'
  | 'bad-name'

/** One cause of an API server's refusal; `field` as the server wrote it. */
export interface ClusterErrorCause {
  readonly reason: string
  readonly field?: string
  readonly message: string
}

/**
 * The API server refused, or could not be asked. `denied` is an admission refusal, `no-dry-run` a
 * webhook that cannot be asked in a dry run; `conflict` a lost compare-and-swap
 * or failed precondition; `apply-conflict` names the managers in `causes`; `expired` a continue token that died.
 */
export class ClusterError extends PlumblineError<ClusterErrorCode> {
  /** HTTP status, 0 when there was no answer. */
  readonly status: number
  /** The API server's `reason`, or empty. */
  readonly reason: string
  readonly causes: readonly ClusterErrorCause[]

  constructor(
    code: ClusterErrorCode,
    message: string,
    details: ErrorDetails & {
      status?: number
      reason?: string
      causes?: readonly ClusterErrorCause[]
    },
  ) {
    super(code, message, details)
    this.status = details.status ?? 0
    this.reason = details.reason ?? ''
    this.causes = details.causes ?? []
  }
}

/** What was said, for a place that names the object already. */
export function withoutSubject({ message, subject: { object } }: ClusterError): string {
  return object !== undefined && message.startsWith(`${object}: `)
    ? message.slice(object.length + 2)
    : message
}
