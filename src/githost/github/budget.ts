import { type Asked, hostFailure } from '../failure.ts'
import type { Answer } from '../host-api.ts'

/** What an account may still ask of GitHub, as its last answer said. */
export interface RequestBudget {
  /** Whose: the token's, or that of one installation of an App. */
  readonly account: string
  /** `core` for REST, `graphql`. */
  readonly resource: string
  readonly limit: number
  readonly remaining: number
  /** RFC 3339. */
  readonly resetsAt: string
}

export interface Budgets {
  /** Throws `rate-limited` when what is left is kept for answers on commits and pull requests. */
  spend(account: string, resource: string, of: Asked, isFeedback: boolean): void
  note(account: string, answer: Answer): void
}

/** The last tenth is kept, so that what was begun can still be answered. */
const reserve = 0.1

/** `report` hears of each tenth that is gone. */
export function createBudgets(now: () => number, report: (budget: RequestBudget) => void): Budgets {
  const known = new Map<string, RequestBudget>()

  return {
    spend(account, resource, of, isFeedback) {
      const budget = known.get(`${account} ${resource}`)
      const wait = budget === undefined ? 0 : Math.ceil((Date.parse(budget.resetsAt) - now()) / 1000)
      if (budget === undefined || wait <= 0) return
      if (budget.remaining > (isFeedback ? 0 : budget.limit * reserve)) return
      const what = `the requests that GitHub allows to ${account} are used up until ${budget.resetsAt}`
      throw hostFailure('rate-limited', of, what, wait)
    },
    note(account, answer) {
      const budget = readBudget(account, answer)
      if (budget === undefined) return
      const key = `${account} ${budget.resource}`
      const before = known.get(key)
      known.set(key, budget)
      if (before === undefined || tenth(before) > tenth(budget)) report(budget)
    },
  }
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
