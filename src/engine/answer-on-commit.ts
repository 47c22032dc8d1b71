import { type Commit, sameCommit } from '../git/commit.ts'
import { formatRepository } from '../git/repository.ts'
import { applicationContext, commitStatuses, syncContext } from '../report/commit-status.ts'
import type { ApplicationReport, ReportProblem } from '../report/report.ts'
import { commitReportedOn } from '../sync/status-summary.ts'
import { awaitedOn } from './answers-on.ts'
import type { Ports } from './ports.ts'
import {
  type FreshReport,
  type Memory,
  publish,
  type Remembered,
  recall,
  reportOn,
  supersededReport,
} from './publish.ts'
import type { RosterEntry } from './roster.ts'

const mostPublications = 5

/**
 * Other calls answer on the same commit. Each writes its record before it publishes, so whoever publishes last has only
 * to look once more: what it then sees is what all of them say together. While a cluster cannot be asked, nobody knows
 * what its applications add to that, and only what is known of single ones is said. `clusters` has one entry for each
 * application. Of `entries`, those whose answer belongs here and is not known hold back the aggregate alone; one whose
 * record speaks of another commit by now ends here.
 */
export async function answerOnCommit(
  ports: Ports,
  clusters: readonly string[],
  { on, fresh }: CommitAnswer,
  problems: readonly ReportProblem[],
  entries: readonly RosterEntry[] = [],
): Promise<'told' | 'untold'> {
  let told = ''
  for (let times = 0; times < mostPublications; times++) {
    const memory = await recall(ports, clusters)
    const awaited = awaitedOn(entries, on, memory.of)
      .filter(({ application }) => !fresh.some(({ report }) => report.name === application.name))
      .map((entry) => ({ report: awaitedReport(entry) }))
    const now = fresh.map((one) => (isDeclared(one, entries) ? endedWherePassed(one, on, memory.of) : one))
    const report = reportOn(on, now, memory.of, problems)
    const [aggregate] = commitStatuses(reportOn(on, [...now, ...awaited], memory.of, problems))
    const all = commitStatuses(report).map((one) => (one.context === aggregate?.context ? aggregate : one))
    const isWhole = [...memory.unknown.keys()].every((cluster) => hidesNothing(cluster, clusters, fresh))
    const statuses = isWhole ? all : all.filter(({ context }) => context !== syncContext)
    if (JSON.stringify(statuses) === told) return isWhole ? 'told' : 'untold'
    const guesses = isWhole ? guessesOf(fresh, memory) : undefined
    if ((await publish(ports, report, statuses, guesses)) === 'untold') return 'untold'
    told = JSON.stringify(statuses)
  }
  return 'untold'
}

/**
 * Contexts of applications whose records could be neither read nor written: nobody knows whether the commit concerns
 * them. The aggregate tells of them, since a status of their own could not be taken back.
 */
function guessesOf(fresh: readonly FreshReport[], { unknown }: Memory): ReadonlySet<string> {
  const unrecorded = fresh.filter(({ report, at }) => at === undefined && unknown.has(report.cluster))
  return new Set(unrecorded.map(({ report }) => applicationContext(report)))
}

/** Whoever answers there knows nothing of what is still open here when our record was lost, or is told after its end. */
function endedWherePassed(
  one: FreshReport,
  on: Commit,
  remembered: ReadonlyMap<string, Remembered>,
): FreshReport {
  const last = remembered.get(one.report.name)
  if (one.at === undefined || one.report.verdict !== 'pending' || last?.summary.reportedOn === undefined)
    return one
  const elsewhere = commitReportedOn(last.summary.reportedOn)
  return sameCommit(elsewhere, on) ? one : { ...one, report: supersededReport(last, elsewhere) }
}

function isDeclared({ report }: FreshReport, entries: readonly RosterEntry[]): boolean {
  return entries.some(({ application }) => application.name === report.name)
}

function awaitedReport({ application: { name }, cluster }: RosterEntry): ApplicationReport {
  const health = { status: 'Unknown', message: '' } as const
  const summary = 'not decided yet'
  return { name, cluster, sync: 'Unknown', health, verdict: 'pending', summary, problems: [] }
}

/** A cluster that cannot be asked hides nothing when all of its applications are told of anyhow. */
function hidesNothing(cluster: string, clusters: readonly string[], fresh: readonly FreshReport[]): boolean {
  const told = fresh.filter(({ report }) => report.cluster === cluster).length
  return told >= clusters.filter((other) => other === cluster).length
}

/** What calls have to say on one commit. */
export interface CommitAnswer {
  readonly on: Commit
  readonly fresh: readonly FreshReport[]
}

export function byCommit<Fresh>(
  all: readonly { readonly on: Commit; readonly fresh: Fresh }[],
): readonly { readonly on: Commit; readonly fresh: readonly Fresh[] }[] {
  const commits = new Map<string, { on: Commit; fresh: Fresh[] }>()
  for (const { on, fresh } of all) {
    const key = `${formatRepository(on.repository)} ${on.sha}`
    const known = commits.get(key)
    if (known === undefined) commits.set(key, { on, fresh: [fresh] })
    else known.fresh.push(fresh)
  }
  return [...commits.values()]
}
