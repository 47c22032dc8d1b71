import { formatRepository, type Repository } from '../git/repository.ts'
import { GitHostError, type GitHostErrorCode } from './git-host-error.ts'

type Turn = 'author' | 'operator' | 'platform'

/** What was asked: a repository, or the host as a whole. */
export type Asked = Repository | { readonly host: string }

const turns: Readonly<Record<GitHostErrorCode, Turn>> = {
  'not-found': 'author',
  unauthorized: 'operator',
  forbidden: 'operator',
  'rate-limited': 'platform',
  unavailable: 'platform',
  malformed: 'platform',
  'hash-mismatch': 'platform',
  'ambiguous-revision': 'author',
  'too-large': 'author',
  refused: 'author',
  unsupported: 'author',
}

const retryable: ReadonlySet<GitHostErrorCode> = new Set(['rate-limited', 'unavailable', 'malformed'])

/** Our own words only: neither headers nor bodies of the host enter an error. */
export function hostFailure(
  code: GitHostErrorCode,
  of: Asked,
  what: string,
  retryAfter?: number,
): GitHostError {
  const name = 'owner' in of ? formatRepository(of) : of.host
  return new GitHostError(code, `${name}: ${what}`, {
    subject: 'owner' in of ? { repository: name } : {},
    turn: turns[code],
    retryable: retryable.has(code),
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

export function malformed(of: Asked, asked: string): GitHostError {
  return hostFailure(
    'malformed',
    of,
    `the Git host's answer for ${asked} cannot be read; it will be asked again`,
  )
}

/**
 * Whether the same request may be answered otherwise in a moment: it came too late or too early (408, 425), or while
 * something else was written (409).
 */
export function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 425
}

/** The error of an HTTP status, or undefined where the status alone does not tell. */
export function failureOfStatus(
  status: number,
  of: Asked,
  asked: string,
  retryAfter: number | undefined,
): GitHostError {
  const fail = (code: GitHostErrorCode, what: string) => hostFailure(code, of, what, retryAfter)
  const { host } = of
  if (status === 401)
    return fail('unauthorized', `the Git host refused the token; renew the token of host ${host}`)
  if (status === 429) return fail('rate-limited', `the Git host asks for fewer requests; waiting for it`)
  if (status === 403 && retryAfter !== undefined)
    return fail('rate-limited', 'the Git host asks for fewer requests')
  if (status === 403)
    return fail('forbidden', `the token of host ${host} may not read or write ${asked}; widen its scopes`)
  if (status === 404 || status === 410)
    return fail('not-found', `${asked} does not exist, or the token may not see it`)
  if (status >= 500 || isPassing(status))
    return fail('unavailable', `the Git host answered ${status} for ${asked}`)
  return fail('refused', `the Git host refused the request for ${asked} with ${status}`)
}
