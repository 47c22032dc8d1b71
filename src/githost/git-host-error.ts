import { PlumblineError } from '../errors.ts'

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
export class GitHostError extends PlumblineError<GitHostErrorCode> {}
