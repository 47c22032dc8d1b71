import { PlumblineError } from '../../errors.ts'
import type { Finding, Verdict } from '../../report/check-up.ts'
import { problemOf } from '../problem.ts'

/** Makes findings about one part of the settings. */
export type Find = (verdict: Verdict, says: string) => Finding

export function findingsOf(about: string): Find {
  return (verdict, says) => ({ about, verdict, says })
}

/** What was asked for, or a finding that says why there is no answer. */
export async function asked<T>(find: Find, work: () => Promise<T>): Promise<T | Finding> {
  try {
    return await work()
  } catch (error) {
    return failed(find, error)
  }
}

export function failed(find: Find, error: unknown): Finding {
  const isCertain = error instanceof PlumblineError && !error.retryable
  return find(isCertain ? 'wrong' : 'no-answer', problemOf(error).message)
}

export function isFinding(value: unknown): value is Finding {
  return typeof value === 'object' && value !== null && 'verdict' in value && 'says' in value
}
