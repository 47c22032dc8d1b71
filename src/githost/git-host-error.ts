import { type ErrorDetails, PlumblineError } from '../errors.ts'

export type GitHostErrorCode =
  | 'not-found'
  | 'unauthorized'
  | 'forbidden'
  | 'rate-limited'
  | 'unavailable'
  | 'malformed'
  | 'hash-mismatch'
  | 'ambiguous-revision'
  | 'too-large'
  | 'refused'
  | 'unsupported'

/** The Git host could not be asked, or its answer cannot be used. */
export class GitHostError extends PlumblineError<GitHostErrorCode> {
  /** Seconds to wait, where the host said so. */
  readonly retryAfter: number | undefined

  constructor(code: GitHostErrorCode, message: string, details: ErrorDetails & { retryAfter?: number }) {
    super(code, message, details)
    this.retryAfter = details.retryAfter
  }
}
