import type { Commit } from '../git/commit.ts'
import { formatRepository } from '../git/repository.ts'
import { mapBounded } from '../map-bounded.ts'
import { commitStatuses } from '../report/commit-status.ts'
import type { ApplicationReport, ReportProblem } from '../report/report.ts'
import { readOperation } from '../sync/operation-record.ts'
import { recordPlace } from '../sync/record-store.ts'
import { writeStatus } from '../sync/status-record.ts'
import { ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import {
  clustersOf,
  type FreshReport,
  problemsAt,
  publish,
  type Remembered,
  readRemembered,
  reportOn,
  supersededReport,
} from './publish.ts'
import { type ReconcileOptions, reconcile } from './reconcile.ts'
import type { Roster, RosterEntry } from './roster.ts'
import { declarationDigest } from './touched.ts'

/** One application to work on, and the commit where its answer is written. */
export interface Assignment {
  readonly entry: RosterEntry
  readonly on: Commit
}

const reconciledAtOnce = 8

/**
 * Works on applications and answers on their commits. `before` is what was remembered when the call began. Whoever has to wait is asked about again through the queue; what
 * an older commit still left open ends there as superseded.
 */
export async function answer(
  ports: Ports,
  roster: Roster,
  before: ReadonlyMap<string, Remembered>,
  assignments: readonly Assignment[],
  options: ReconcileOptions & { readonly deliveryId: string },
): Promise<readonly ApplicationReport[]> {
  const clusters = clustersOf(roster)
  const owners = ownersOf(ports, roster)
  const fresh = await mapBounded(assignments, reconciledAtOnce, (assignment) =>
    workOn(ports, assignment, before, { owners, ...options }),
  )
  await endSuperseded(ports, assignments, before, options)
  for (const [on, reports] of byCommit(assignments, fresh)) {
    const told = await publishUntilStable(ports, clusters, on, reports, problemsAt(roster, on))
    if (told === 'untold') await askToTell(ports, reports, options)
  }
  return fresh.map(({ report }) => report)
}

const mostPublications = 5

/**
 * Other calls answer on the same commit. Each writes its record before it publishes, so whoever publishes last has only
 * to look once more: what it then sees is what all of them say together.
 */
async function publishUntilStable(
  ports: Ports,
  clusters: readonly string[],
  on: Commit,
  fresh: readonly FreshReport[],
  problems: readonly ReportProblem[],
): Promise<'told' | 'untold'> {
  let told = ''
  for (let times = 0; times < mostPublications; times++) {
    const report = reportOn(on, fresh, await readRemembered(ports, clusters), problems)
    const statuses = JSON.stringify(commitStatuses(report))
    if (statuses === told) return 'told'
    if ((await publish(ports, report)) === 'untold') return 'untold'
    told = statuses
  }
  return 'untold'
}

const untoldSeconds = 30

/** An answer tells of every application of its commit, so one of them is enough to have it written later. */
async function askToTell(
  ports: Ports,
  [first]: readonly FreshReport[],
  { mayWrite, deliveryId }: ReconcileOptions & { readonly deliveryId: string },
): Promise<void> {
  if (!mayWrite || first === undefined) return
  await ports.queue.enqueue({ kind: 'continue', application: first.report.name, deliveryId }, untoldSeconds)
}

async function workOn(
  ports: Ports,
  { entry, on }: Assignment,
  before: ReadonlyMap<string, Remembered>,
  options: ReconcileOptions & { readonly deliveryId: string },
): Promise<FreshReport> {
  const { name } = entry.application
  const { report, callAgainIn } = await reconcile(ports, entry, options)
  ports.log('info', 'an application was reconciled', {
    application: name,
    delivery: options.deliveryId,
    commit: report.commit ?? on.sha,
    operation: report.outcome?.operationId ?? '',
    verdict: report.verdict,
    summary: report.summary,
  })
  const at = options.mayWrite ? await remember(ports, { entry, on }, report, before.get(name)) : undefined
  await ports.runs.saveRun({
    application: name,
    deliveryId: options.deliveryId,
    at: new Date(ports.now()).toISOString(),
    report,
  })
  if (options.mayWrite && callAgainIn !== undefined) {
    await ports.queue.enqueue(
      { kind: 'continue', application: name, deliveryId: options.deliveryId },
      callAgainIn,
    )
  }
  return at === undefined ? { report } : { report, at }
}

/** The summary that all applications are listed by. A cluster that cannot be reached has said so in the report already. */
async function remember(
  ports: Ports,
  { entry, on }: Assignment,
  report: ApplicationReport,
  before: Remembered | undefined,
): Promise<string | undefined> {
  const at = new Date(ports.now()).toISOString()
  try {
    const place = recordPlace(
      ports.cluster(entry.cluster),
      ports.settings.installation,
      entry.application.name,
    )
    const last = report.outcome?.phase ?? (await readOperation(place))?.operation.phase
    const commit = report.commit ?? before?.summary.commit
    const swap = await writeStatus(place, {
      application: entry.application.name,
      sync: report.sync,
      health: report.health.status,
      message: report.summary,
      verdict: report.verdict,
      declaration: declarationDigest(entry.application),
      reportedOn: { ...on.repository, sha: on.sha },
      at,
      ...(commit === undefined ? {} : { commit }),
      ...(last === undefined ? {} : { operation: last }),
    })
    return swap === 'lost' ? '' : at
  } catch (error) {
    ports.log('error', 'a status record could not be written', {
      application: entry.application.name,
      error: error instanceof Error ? error.message : 'unknown',
    })
    return undefined
  }
}

async function endSuperseded(
  ports: Ports,
  assignments: readonly Assignment[],
  before: ReadonlyMap<string, Remembered>,
  { mayWrite }: ReconcileOptions,
): Promise<void> {
  if (!mayWrite) return
  const ended = assignments.flatMap(({ entry, on }) => {
    const old = before.get(entry.application.name)
    const reportedOn = old?.summary.reportedOn
    if (old === undefined || reportedOn === undefined || reportedOn.sha === on.sha) return []
    if (old.summary.verdict !== 'pending') return []
    const { sha, ...repository } = reportedOn
    return [{ assignment: { entry, on: { repository, sha } }, fresh: { report: supersededReport(old, on) } }]
  })
  const assigned = ended.map(({ assignment }) => assignment)
  const still = new Map(
    [...before].filter(([name]) => !assigned.some(({ entry }) => entry.application.name === name)),
  )
  for (const [on, fresh] of byCommit(
    assigned,
    ended.map(({ fresh }) => fresh),
  )) {
    await publish(ports, reportOn(on, fresh, still, []))
  }
}

function byCommit(
  assignments: readonly Assignment[],
  reports: readonly FreshReport[],
): ReadonlyMap<Commit, readonly FreshReport[]> {
  const commits = new Map<string, { on: Commit; fresh: FreshReport[] }>()
  for (const [at, { on }] of assignments.entries()) {
    const report = reports[at]
    if (report === undefined) continue
    const key = `${formatRepository(on.repository)} ${on.sha}`
    const known = commits.get(key)
    if (known === undefined) commits.set(key, { on, fresh: [report] })
    else known.fresh.push(report)
  }
  return new Map([...commits.values()].map(({ on, fresh }) => [on, fresh]))
}
