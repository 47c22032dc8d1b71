/** Who has to act before a retry can help: the author of the commit, the operator of Plumbline, or the platform. */
export type Turn = 'author' | 'operator' | 'platform'

/** What an error is about. Every part that is known is set; `line` counts from 1. */
export interface ErrorSubject {
  readonly repository?: string
  readonly file?: string
  readonly line?: number
  readonly object?: string
  readonly cluster?: string
  readonly field?: string
}

export interface ErrorDetails {
  readonly subject?: ErrorSubject
  readonly turn: Turn
  /** True when the same call may succeed later with nothing changed by a person. */
  readonly retryable: boolean
  /** Seconds to wait before that, where whoever was asked said so. */
  readonly retryAfter?: number
  readonly cause?: unknown
}

/**
 * Base of every error that one of our boundaries throws: we could not find out, or could not act.
 * Findings (drift, refusals, bad health) are values, never exceptions. Messages hold no secret.
 */
export abstract class PlumblineError<Code extends string = string> extends Error {
  readonly code: Code
  readonly subject: ErrorSubject
  readonly turn: Turn
  readonly retryable: boolean
  readonly retryAfter: number | undefined

  constructor(code: Code, message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = new.target.name
    this.code = code
    this.subject = details.subject ?? {}
    this.turn = details.turn
    this.retryable = details.retryable
    this.retryAfter = details.retryAfter
  }
}
