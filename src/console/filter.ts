import type { ListedApplication } from '../engine/list-applications.ts'
import { type HealthStatus, healthStatuses } from '../health/health.ts'
import type { SyncStatus, Verdict } from '../report/report.ts'

/** Which applications are shown, and how: all of it stands in the query of the address. */
export interface Filter {
  /** Parts of the name, the destination or the message, all of which must occur; letters of either case. */
  readonly search: string
  readonly sync?: SyncStatus
  readonly health?: HealthStatus
  readonly verdict?: Verdict
  readonly order: 'worst' | 'name'
  /** Counts from 1. */
  readonly page: number
}

export const syncStatuses: readonly SyncStatus[] = ['Synced', 'OutOfSync', 'Unknown']
export const verdicts: readonly Verdict[] = ['failure', 'error', 'pending', 'success']

const longestSearch = 200

/** What is not understood filters nothing. */
export function readFilter(query: URLSearchParams): Filter {
  const sync = syncStatuses.find((status) => status === query.get('sync'))
  const health = healthStatuses.find((status) => status === query.get('health'))
  const verdict = verdicts.find((one) => one === query.get('verdict'))
  const page = /^[1-9]\d{0,5}$/.exec(query.get('page') ?? '')?.[0] ?? '1'
  return {
    search: (query.get('q') ?? '').slice(0, longestSearch),
    order: query.get('order') === 'name' ? 'name' : 'worst',
    page: Number(page),
    ...(sync && { sync }),
    ...(health && { health }),
    ...(verdict && { verdict }),
  }
}

/** The query of the same filter with some of it changed; the first page, unless another is named. */
export function filterQuery(filter: Filter, change: Partial<Filter> = {}): string {
  const { search, sync, health, verdict, order, page } = { ...filter, page: 1, ...change }
  const query = new URLSearchParams()
  if (search !== '') query.set('q', search)
  if (verdict !== undefined) query.set('verdict', verdict)
  if (sync !== undefined) query.set('sync', sync)
  if (health !== undefined) query.set('health', health)
  if (order !== 'worst') query.set('order', order)
  if (page !== 1) query.set('page', String(page))
  return query.toString()
}

/** Those that the filter lets through, in its order. `applications` come by name. */
export function filtered(
  applications: readonly ListedApplication[],
  filter: Filter,
): readonly ListedApplication[] {
  const words = filter.search.toLowerCase().split(/\s+/u)
  const found = applications.filter(
    (one) =>
      (filter.sync === undefined || one.sync === filter.sync) &&
      (filter.health === undefined || one.health === filter.health) &&
      (filter.verdict === undefined || verdictOf(one) === filter.verdict) &&
      words.every((word) => textOf(one).includes(word)),
  )
  return filter.order === 'name' ? found : found.toSorted((a, b) => urgency(b) - urgency(a))
}

export function verdictOf({ verdict }: ListedApplication): Verdict {
  return verdict ?? 'pending'
}

function textOf({ application, cluster, namespace = '', message }: ListedApplication): string {
  return `${application} ${cluster}/${namespace} ${message}`.toLowerCase()
}

const urgencies: { readonly [verdict in Verdict]: number } = { failure: 3, error: 2, pending: 1, success: 0 }

function urgency(one: ListedApplication): number {
  return urgencies[verdictOf(one)] * healthStatuses.length + healthStatuses.indexOf(one.health)
}
