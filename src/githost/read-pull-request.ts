import { type CommitSha, isCommitSha } from '../git/commit.ts'
import { fieldAt, numberAt, textAt } from './answer.ts'
import type { PullRequest } from './pull-requests.ts'

/** What every host says of a pull request in the same words; undefined where it is none. */
export function outlineOf(
  value: unknown,
): Pick<PullRequest, 'number' | 'state' | 'draft' | 'head' | 'baseRef' | 'base'> | undefined {
  const base = fieldAt(value, 'base')
  const number = numberAt(value, 'number')
  const state = textAt(value, 'state')
  const baseRef = textAt(base, 'ref')
  const head = commitAt(fieldAt(value, 'head'), 'sha')
  const baseSha = commitAt(base, 'sha')
  if (number === undefined || baseRef === undefined || head === undefined) return undefined
  if (state !== 'open' && state !== 'closed') return undefined
  const draft = fieldAt(value, 'draft') === true
  return { number, state, draft, head, baseRef, ...(baseSha && { base: baseSha }) }
}

/** Gitea writes an empty id where there is none. */
export function commitAt(value: unknown, key: string): CommitSha | undefined {
  const sha = textAt(value, key)
  return sha !== undefined && isCommitSha(sha) ? sha : undefined
}
