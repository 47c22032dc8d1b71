import { ClusterError } from '../cluster/cluster-error.ts'
import { type Commit, sameCommit } from '../git/commit.ts'
import { formatRepository, sameRepository } from '../git/repository.ts'
import type { CommitStatus } from '../githost/feedback.ts'
import { mapBounded } from '../map-bounded.ts'
import { commitStatuses, supersededText, syncContext, syncFailedText } from '../report/commit-status.ts'
import { makeReport } from '../report/make-report.ts'
import type { ApplicationReport, Report, ReportProblem } from '../report/report.ts'
import { listStatuses } from '../sync/list-statuses.ts'
import { commitReportedOn, type StatusSummary } from '../sync/status-summary.ts'
import { timed } from './meter.ts'
import { tellMerged } from './plan-comment.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { Roster } from './roster.ts'
import { writeCommitStatus } from './write-status.ts'

/** An application's last summary, with the cluster that keeps it. */
export interface Remembered {
  readonly cluster: string
  readonly summary: StatusSummary
}

/** What is remembered of an installation, as far as its clusters could be asked. */
export interface Memory {
  /** By name of the application. */
  readonly of: ReadonlyMap<string, Remembered>
  /** Clusters that could not be asked, by name: of their applications nothing is known. */
  readonly unknown: ReadonlyMap<string, ClusterError>
}

const clustersAtOnce = 8

/** What is remembered of every application of the installation: one metadata-only LIST for each cluster. */
export async function recall(ports: Ports, clusters: Iterable<string>): Promise<Memory> {
  const asked = [...new Set(clusters)]
  const answers = await mapBounded(asked, clustersAtOnce, (cluster) => recallIn(ports, cluster))
  const known = answers.flatMap(({ found }) => found)
  return {
    of: new Map(known.map((one) => [one.summary.application, one])),
    unknown: new Map(
      answers.flatMap(({ cluster, error }) => (error === undefined ? [] : [[cluster, error]])),
    ),
  }
}

interface Recalled {
  readonly cluster: string
  readonly found: readonly Remembered[]
  /** Why it could not be asked. */
  readonly error?: ClusterError
}

async function recallIn(ports: Ports, cluster: string): Promise<Recalled> {
  try {
    const found: Remembered[] = []
    for (const status of await listStatuses(ports.cluster(cluster), ports.settings.installation)) {
      if (status.kind === 'status') found.push({ cluster, summary: status.summary })
      else ports.log('error', 'a status record cannot be read', { cluster, error: status.error.message })
    }
    return { cluster, found }
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    ports.log('error', 'a cluster cannot be asked', { cluster, error: error.message })
    return { cluster, found: [], error }
  }
}

/** The same for callers that can do nothing with a part of it. Throws the first `ClusterError`. */
export async function readRemembered(
  ports: Ports,
  clusters: Iterable<string>,
): Promise<ReadonlyMap<string, Remembered>> {
  const { of, unknown } = await recall(ports, clusters)
  for (const error of unknown.values()) throw error
  return of
}

/** Where the applications of a roster go. */
export function clustersOf({ entries }: Pick<Roster, 'entries'>): readonly string[] {
  return entries.map(({ cluster }) => cluster)
}

/** What concerns a commit as a whole: what is wrong with what it declares. */
export function problemsAt(roster: Roster, commit: Commit): readonly ReportProblem[] {
  return roster.problems
    .filter(({ at }) => sameRepository(at.repository, commit.repository))
    .filter(({ at }) => at.sha === undefined || at.sha === commit.sha)
    .map(({ problem }) => problem)
}

/** A report as this call made it, and when. */
export interface FreshReport {
  readonly report: ApplicationReport
  /** RFC 3339; absent where no record could be written. */
  readonly at?: string
}

/**
 * The answer on a commit: fresh reports, and of the other applications that answer there what is remembered. A record
 * that another call wrote after our report knows better than it.
 */
export function reportOn(
  commit: Commit,
  fresh: readonly FreshReport[],
  remembered: ReadonlyMap<string, Remembered>,
  problems: readonly ReportProblem[],
): Report {
  const there = [...remembered.values()].filter(({ summary }) => isReportedOn(summary, commit))
  const ours = fresh.filter(
    ({ report, at }) =>
      !there.some(({ summary }) => summary.application === report.name && isLater(summary, at)),
  )
  const others = there
    .filter(({ summary }) => !ours.some(({ report }) => report.name === summary.application))
    .map(reportOfSummary)
  const applications = [...ours.map(({ report }) => report), ...others].toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )
  return makeReport({ repository: commit.repository, commit: commit.sha, applications, problems })
}

/**
 * Writes what changed of a report as commit statuses, the aggregate last: when it has ended, all have. A host that cannot
 * be reached loses no sync: it is logged, and `untold` where another try may help. `guesses` are contexts that are only
 * written over what stands there.
 */
export async function publish(
  ports: Ports,
  report: Report,
  statuses: readonly CommitStatus[] = commitStatuses(report),
  guesses: ReadonlySet<string> = new Set(),
): Promise<'told' | 'untold'> {
  try {
    await timed(ports, 'report', () => tell(ports, report, statuses, guesses))
    return 'told'
  } catch (error) {
    ports.log('error', 'a commit status could not be written', {
      repository: formatRepository(report.repository),
      commit: report.commit,
      error: problemOf(error).message,
    })
    return problemOf(error).retryable ? 'untold' : 'told'
  }
}

/** The same, and throws what hinders it: for callers that are tried again as a whole. */
export async function tell(
  ports: Ports,
  report: Report,
  statuses: readonly CommitStatus[] = commitStatuses(report),
  guesses: ReadonlySet<string> = new Set(),
): Promise<void> {
  const feedback = ports.host(report.repository.host).feedback
  if (feedback === undefined) return
  const on = { repository: report.repository, sha: report.commit }
  const standing = statuses.length > 1 ? await feedback.statuses(on.repository, on.sha) : undefined
  let isNews = false
  for (const status of statuses.toReversed()) {
    const stands = standing?.some(({ context }) => context === status.context) === true
    if (guesses.has(status.context) && !stands) continue
    const written = await writeCommitStatus(ports, feedback, on, status, standing)
    isNews ||= written === 'written' && status.context === syncContext
  }
  if (isNews && report.applications.length > 0) await tellPullRequest(ports, report)
}

/** The commit may be the merge of a pull request, which then tells what became of it. It is no part of the answer. */
async function tellPullRequest(ports: Ports, report: Report): Promise<void> {
  const { repository, commit } = report
  try {
    const pull = await ports.host(repository.host).pullRequests?.mergedAs(repository, commit)
    if (pull !== undefined) await tellMerged(ports, repository, pull.number, report)
  } catch (error) {
    ports.log('warn', 'a merged pull request could not be told', {
      repository: formatRepository(repository),
      commit,
      error: problemOf(error).message,
    })
  }
}

/** An application whose newer commit came before this one was decided: its answer here ends. */
export function supersededReport({ cluster, summary }: Remembered, by: Commit): ApplicationReport {
  return {
    ...reportOfSummary({ cluster, summary }),
    verdict: 'error',
    summary: supersededText(by),
  }
}

/** An application whose sync had failed there, which nobody could tell or record then. */
export function failedReport({ cluster, summary }: Remembered, why: string): ApplicationReport {
  return { ...reportOfSummary({ cluster, summary }), verdict: 'failure', summary: syncFailedText(why) }
}

function isLater(summary: StatusSummary, at: string | undefined): boolean {
  return at !== undefined && summary.at > at
}

function isReportedOn({ reportedOn }: StatusSummary, commit: Commit): boolean {
  return reportedOn !== undefined && sameCommit(commitReportedOn(reportedOn), commit)
}

/** What is remembered of an application, as a report. */
export function reportOfSummary({ cluster, summary }: Remembered): ApplicationReport {
  return {
    name: summary.application,
    cluster,
    sync: summary.sync,
    health: { status: summary.health, message: '' },
    verdict: summary.verdict ?? 'pending',
    summary: summary.message,
    problems: [],
  }
}
