import { type Drivers, type Row, withoutDriver } from './row.ts'

export interface Result {
  readonly id: string
  readonly kind: string
  readonly outcome: Outcome
  /** Why it failed or is skipped; of a passed row, that its skip is out of date. */
  readonly message?: string
}

type Outcome = 'passed' | 'failed' | 'skipped' | 'withoutDriver'

/** Rows that our code answers otherwise, by id, and kinds of rows that it has no answer to at all, each with its reason. */
export type Skips = ReadonlyMap<string, string>

export async function runRows(
  rows: readonly Row[],
  drivers: Drivers,
  skips: Skips,
): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const row of rows) results.push(await runRow(row, drivers, skips.get(row.id) ?? skips.get(row.kind)))
  return results
}

async function runRow(row: Row, drivers: Drivers, skip: string | undefined): Promise<Result> {
  const { id, kind } = row
  const drive = Object.hasOwn(drivers, kind) ? drivers[kind] : undefined
  if (drive === undefined) return undriven(row, skip)
  try {
    if ((await drive(row)) === withoutDriver) return { id, kind, outcome: 'withoutDriver' }
    if (skip === undefined) return { id, kind, outcome: 'passed' }
    return { id, kind, outcome: 'passed', message: `is listed as a skip and passes; take it out: ${skip}` }
  } catch (error) {
    if (skip !== undefined) return { id, kind, outcome: 'skipped', message: skip }
    return { id, kind, outcome: 'failed', message: bounded(error) }
  }
}

function undriven({ id, kind }: Row, skip: string | undefined): Result {
  if (skip === undefined) return { id, kind, outcome: 'withoutDriver' }
  return { id, kind, outcome: 'skipped', message: skip }
}

function bounded(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text
}

export type Counts = { readonly [outcome in Outcome]: number }

export interface Tally {
  readonly kinds: { readonly [kind: string]: Counts }
  readonly total: Counts
  /** Rows that failed or are skipped, and those that pass though they are listed as a skip. */
  readonly rows: readonly Result[]
}

export function tally(results: readonly Result[]): Tally {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort()
  const countOf = (kind: string) => count(results.filter((result) => result.kind === kind))
  return {
    kinds: Object.fromEntries(kinds.map((kind) => [kind, countOf(kind)])),
    total: count(results),
    rows: results.filter(({ message }) => message !== undefined),
  }
}

function count(results: readonly Result[]): Counts {
  const of = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length
  return {
    passed: of('passed'),
    failed: of('failed'),
    skipped: of('skipped'),
    withoutDriver: of('withoutDriver'),
  }
}

/** A line for each kind, kinds without any driver together, and the totals on the last. */
export function formatTally({ kinds, total }: Tally): string {
  const isDriven = ([, counts]: readonly [string, Counts]) =>
    counts.passed + counts.failed + counts.skipped > 0
  const driven = Object.entries(kinds).filter(isDriven)
  const others = Object.entries(kinds).filter((entry) => !isDriven(entry))
  return [
    ...driven.map(([kind, counts]) => `${kind}: ${formatCounts(counts)}`),
    ...others.map(([kind, counts]) => `${kind}: ${counts.withoutDriver} without driver`),
    formatCounts(total),
  ].join('\n')
}

function formatCounts({ passed, failed, skipped, withoutDriver }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped, ${withoutDriver} without driver`
}
