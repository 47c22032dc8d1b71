import { ClusterError } from '../cluster/cluster-error.ts'
import { type Commit, sameCommit } from '../git/commit.ts'
import { mapBounded } from '../map-bounded.ts'
import { supersededText } from '../report/commit-status.ts'
import { ofKind } from '../report/judge.ts'
import type { ApplicationReport } from '../report/report.ts'
import { present } from '../settings/present.ts'
import type { Operation, OperationPhase } from '../sync/operation.ts'
import { readOperation } from '../sync/operation-record.ts'
import { type RecordPlace, recordPlace } from '../sync/record-store.ts'
import { updateStatus } from '../sync/status-record.ts'
import { commitReportedOn, type DeclaredIn, type StatusSummary } from '../sync/status-summary.ts'
import { answerOnCommit, byCommit } from './answer-on-commit.ts'
import { declarationDigest } from './declaration-digest.ts'
import { endSuperseded, unendedOf } from './end-superseded.ts'
import { hasGoneOn } from './gone-on.ts'
import { ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import { clustersOf, type FreshReport, problemsAt } from './publish.ts'
import { memoryOf } from './recollection.ts'
import { reconcile } from './reconcile.ts'
import type { Roster, RosterEntry } from './roster.ts'
import type { ReconcileOptions } from './setting.ts'
import { renderOf } from './touched.ts'

/** One application to work on, and the commit where its answer is written. */
export interface Assignment {
  readonly entry: RosterEntry
  readonly on: Commit
}

const reconciledAtOnce = 8
const togetherSeconds = 3

type AnswerOptions = ReconcileOptions & { readonly deliveryId: string }

/**
 * Works on applications and answers on their commits. Whoever has to wait is asked about again through the queue; what
 * an older commit still left open ends there as superseded.
 */
export async function answer(
  ports: Ports,
  roster: Roster,
  assignments: readonly Assignment[],
  options: AnswerOptions,
): Promise<readonly ApplicationReport[]> {
  const owners = ownersOf(ports, roster)
  const isMany = assignments.length > reconciledAtOnce
  const work = await mapBounded(assignments, reconciledAtOnce, async (assignment) => {
    const done = await workOn(ports, assignment, { owners, ...options })
    if (isMany) await askAgain(ports, done, options, togetherSeconds)
    return done
  })
  try {
    await tellOf(ports, roster, work, options)
  } finally {
    if (!isMany) for (const done of work) await askAgain(ports, done, options)
  }
  return work.map(({ fresh }) => fresh.report)
}

/** Whoever has to wait is looked at again; of many, those that fall due within so many seconds at the end of them. */
async function askAgain(
  ports: Ports,
  { entry, again }: Work,
  { mayWrite, deliveryId }: AnswerOptions,
  within: number = 0,
): Promise<void> {
  if (!mayWrite || again === undefined) return
  const application = entry.application.name
  const seconds = within === 0 ? again : untilMultiple(ports.now() / 1000, again, within)
  await ports.queue.enqueue({ kind: 'continue', application, deliveryId }, seconds)
}

/** How long it is from `now` to the first multiple of `step` that is at least `least` away. */
function untilMultiple(now: number, least: number, step: number): number {
  return Math.ceil((now + least) / step) * step - now
}

/** Writes what became of the work on its commits. */
async function tellOf(
  ports: Ports,
  roster: Roster,
  work: readonly Work[],
  options: AnswerOptions,
): Promise<void> {
  const clusters = clustersOf(roster)
  const moved = work.flatMap(({ entry, on, previous, before }) =>
    previous === undefined ? [] : [{ entry, on, previous, ...present({ before }) }],
  )
  for (const name of await endSuperseded(ports, clusters, moved)) await askToTell(ports, name, options)
  for (const { on, fresh } of byCommit(work)) {
    const told = await answerOnCommit(ports, clusters, { on, fresh }, problemsAt(roster, on), roster.entries)
    if (told === 'untold') await askToTell(ports, fresh[0]?.report.name, options)
  }
}

const untoldSeconds = 30

/** An answer tells of every application of its commit, so one of them is enough to have it written later. */
async function askToTell(
  ports: Ports,
  application: string | undefined,
  { mayWrite, deliveryId }: AnswerOptions,
): Promise<void> {
  if (!mayWrite || application === undefined) return
  await ports.queue.enqueue({ kind: 'continue', application, deliveryId }, untoldSeconds)
}

interface Work {
  readonly entry: RosterEntry
  readonly on: Commit
  readonly fresh: FreshReport
  /** What was remembered until now; absent where nothing was written over it. */
  readonly previous?: StatusSummary
  /** How the last operation stood before another one was begun. */
  readonly before?: Operation
  /** Seconds after which another look is worth it. */
  readonly again?: number
}

async function workOn(ports: Ports, { entry, on }: Assignment, options: AnswerOptions): Promise<Work> {
  const { name } = entry.application
  const { deliveryId } = options
  const { report, callAgainIn, before: stood } = await reconcile(ports, entry, options)
  ports.log('info', 'an application was reconciled', {
    application: name,
    delivery: deliveryId,
    commit: report.commit ?? on.sha,
    operation: report.outcome?.operationId ?? '',
    verdict: report.verdict,
    summary: report.summary,
  })
  for (const { turn, warning } of report.problems)
    if (warning !== true) ports.meter?.({ kind: 'problem', turn })
  const written = options.mayWrite ? await remember(ports, { entry, on }, report, stood) : {}
  const { at, previous, before, isOwed, passedBy } = written
  const told = passedBy === undefined ? report : unlessMixed(report, passedBy)
  const now = new Date(ports.now()).toISOString()
  await ports.runs.saveRun({ application: name, deliveryId, at: now, on, report: told })
  const again = callAgainIn ?? (isOwed === true ? untoldSeconds : undefined)
  return { entry, on, fresh: { report: told, ...present({ at }) }, ...present({ previous, before, again }) }
}

interface Remembering {
  /** RFC 3339; empty where somebody else wrote meanwhile. */
  readonly at?: string
  readonly previous?: StatusSummary | undefined
  readonly before?: Operation | undefined
  /** It was not written, for a reason that passes. */
  readonly isOwed?: boolean
  /** The newer commit whose answer is there already. */
  readonly passedBy?: Commit
}

/**
 * What bears the application's mark and was in no inventory may be what a newer commit's sync was just writing: then
 * the look saw some of each, and is no success of either.
 */
function unlessMixed(report: ApplicationReport, by: Commit): ApplicationReport {
  const isMixed = ofKind(report.comparison, 'extraneous').some(({ kept }) => kept === 'not-in-inventory')
  if (report.verdict !== 'success' || !isMixed) return report
  return { ...report, verdict: 'error', summary: supersededText(by) }
}

/** The summary that all applications are listed by. A cluster that cannot be reached has said so in the report already. */
async function remember(
  ports: Ports,
  { entry, on }: Assignment,
  report: ApplicationReport,
  stood: Operation | undefined,
): Promise<Remembering> {
  const { application, source } = entry
  const at = new Date(ports.now()).toISOString()
  try {
    const place = recordPlace(ports.cluster(entry.cluster), ports.settings.installation, application.name)
    const last = await lastOf(place, report)
    const before = stood ?? last.operation
    const summaryAfter = (previous: StatusSummary | undefined): StatusSummary => ({
      application: application.name,
      sync: report.sync,
      health: report.health.status,
      message: report.summary,
      verdict: report.verdict,
      declaration: declarationDigest(application),
      reportedOn: { ...on.repository, sha: on.sha },
      unended: unendedOf(previous, on, before),
      at,
      namespace: application.destination.namespace,
      revision: application.source.targetRevision,
      ...present({
        commit: report.commit ?? previous?.commit,
        operation: last.phase,
        syncedAt: last.syncedAt ?? previous?.syncedAt,
        render: source.kind === 'unusable' ? previous?.render : renderOf(application, source),
      }),
      ...(application.deletesResources === false ? {} : { deletion: declaredIn(entry) }),
    })
    const unlessPassed = async (previous: StatusSummary | undefined) =>
      (await isPassed(ports, { entry, on }, previous)) ? undefined : summaryAfter(previous)
    const { swap, previous } = await updateStatus(place, unlessPassed, await memoryOf(ports, entry))
    if (swap === 'written' || swap === 'unchanged') return { at, previous, before }
    ports.meter?.({ kind: 'record-lost' })
    const passedBy =
      swap === 'left' ? previous?.reportedOn && commitReportedOn(previous.reportedOn) : undefined
    return { at: '', ...present({ passedBy }) }
  } catch (error) {
    ports.log('error', 'a status record could not be written', {
      application: application.name,
      error: error instanceof Error ? error.message : 'unknown',
    })
    return { isOwed: error instanceof ClusterError && error.retryable }
  }
}

/** Whether the answer about a newer commit is there already: an older one is not written over it. */
async function isPassed(
  ports: Ports,
  { entry, on }: Assignment,
  previous: StatusSummary | undefined,
): Promise<boolean> {
  if (previous?.reportedOn === undefined || sameCommit(commitReportedOn(previous.reportedOn), on))
    return false
  return hasGoneOn(ports, entry, previous.at)
}

/** How the last operation stands, and when it ended, if it ended well. */
async function lastOf(
  place: RecordPlace,
  { outcome }: ApplicationReport,
): Promise<{ readonly phase?: OperationPhase; readonly syncedAt?: string; readonly operation?: Operation }> {
  if (outcome !== undefined && outcome.phase !== 'Succeeded') return { phase: outcome.phase }
  if (outcome?.finishedAt !== undefined) return { phase: outcome.phase, syncedAt: outcome.finishedAt }
  const operation = (await readOperation(place))?.operation
  const syncedAt = operation?.phase === 'Succeeded' ? operation.finishedAt : undefined
  return present({ phase: outcome?.phase ?? operation?.phase, syncedAt, operation })
}

function declaredIn({ declaredBy: { repository, sha }, root: { revision, path } }: RosterEntry): DeclaredIn {
  return { at: { ...repository, sha }, revision, path }
}
