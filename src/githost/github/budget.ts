import { type Asked, hostFailure } from '../failure.ts'
import type { Answer } from '../host-api.ts'
import type { GithubMemory, RequestBudget } from './memory.ts'

export interface Budgets {
  /**
   * Throws `rate-limited` when what is left is kept for answers on commits and pull requests, and for whatever is asked
   * while GitHub wants to be left alone.
   */
  spend(account: string, resource: string, of: Asked, isFeedback: boolean): void
  /** `retryAfter` in seconds, where the answer asks to wait. */
  note(account: string, answer: Answer, retryAfter?: number): void
}

/** The last tenth is kept, so that what was begun can still be answered. */
const reserve = 0.1
/** Seconds; the longest that one of GitHub's own limits lasts. */
const longestPause = 3600

/** `report` hears of each tenth that is gone. */
export function createBudgets(
  { budgets: known, pausedUntil }: GithubMemory,
  now: () => number,
  report: (budget: RequestBudget) => void,
): Budgets {
  return {
    spend(account, resource, of, isFeedback) {
      const pause = Math.ceil(((pausedUntil.get(account) ?? 0) - now()) / 1000)
      if (pause > 0)
        throw hostFailure(
          'rate-limited',
          of,
          'the Git host asked to wait before anything else is asked',
          pause,
        )
      const budget = known.get(`${account} ${resource}`)
      const wait = budget === undefined ? 0 : Math.ceil((Date.parse(budget.resetsAt) - now()) / 1000)
      if (budget === undefined || wait <= 0) return
      if (budget.remaining > (isFeedback ? 0 : budget.limit * reserve)) return
      const what = `the requests that GitHub allows to ${account} are used up until ${budget.resetsAt}`
      throw hostFailure('rate-limited', of, what, wait)
    },
    note(account, answer, retryAfter) {
      if (retryAfter !== undefined && isSecondary(answer))
        pausedUntil.set(account, now() + Math.min(retryAfter, longestPause) * 1000)
      const budget = readBudget(account, answer)
      if (budget === undefined) return
      const key = `${account} ${budget.resource}`
      const before = known.get(key)
      known.set(key, budget)
      if (before === undefined || tenth(before) > tenth(budget)) report(budget)
    },
  }
}

/** A refusal for the pace of requests, not for their number, which is known for each resource. */
function isSecondary({ status, headers }: Answer): boolean {
  return (status === 403 || status === 429) && headers['x-ratelimit-remaining'] !== '0'
}

function tenth({ remaining, limit }: RequestBudget): number {
  return Math.ceil((10 * remaining) / limit)
}

function readBudget(account: string, { headers }: Answer): RequestBudget | undefined {
  const [limit = 0, remaining, reset = 0] = ['limit', 'remaining', 'reset'].map((name) => {
    const value = Number(headers[`x-ratelimit-${name}`] ?? Number.NaN)
    return Number.isSafeInteger(value) && value >= 0 && value < 1e11 ? value : undefined
  })
  if (limit === 0 || remaining === undefined || reset === 0) return undefined
  const resource = String(headers['x-ratelimit-resource'] ?? 'core').slice(0, 40)
  return { account, resource, limit, remaining, resetsAt: new Date(reset * 1000).toISOString() }
}
