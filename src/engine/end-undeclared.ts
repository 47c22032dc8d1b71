import { type Commit, shortSha } from '../git/commit.ts'
import { formatRepository, sameRepository } from '../git/repository.ts'
import { areToldTogether, standingEnd, syncFailedText } from '../report/commit-status.ts'
import type { ApplicationReport } from '../report/report.ts'
import { present } from '../settings/present.ts'
import { readOperation } from '../sync/operation-record.ts'
import { type RecordPlace, recordPlace } from '../sync/record-store.ts'
import { updateStatus } from '../sync/status-record.ts'
import { commitReportedOn } from '../sync/status-summary.ts'
import { answerOnCommit } from './answer-on-commit.ts'
import { failureOf, statusesOn } from './end-superseded.ts'
import type { Ports } from './ports.ts'
import { type FreshReport, type Memory, type Remembered, supersededReport } from './publish.ts'
import type { Roster } from './roster.ts'
import { permitForHooks, type Stopped, stopOperation } from './stop-operation.ts'

/**
 * Ends what was begun for an application that is declared no more, and answers where it was still open. What
 * becomes of its objects is not decided here. Nothing is done while a declaration that could be its own cannot be read.
 */
export async function endUndeclared(
  ports: Ports,
  roster: Roster,
  { of }: Memory,
  application: string,
): Promise<Stopped> {
  const remembered = isUndeclared(roster, application) ? of.get(application) : undefined
  const by = remembered && tipFor(roster, remembered)
  if (remembered === undefined || by === undefined) return 'nothing-ran'
  const { cluster, summary } = remembered
  const place = recordPlace(ports.cluster(cluster), ports.settings.installation, application)
  const last = await readOperation(place)
  const isRunning =
    last?.operation.phase === 'Running' &&
    last.operation.kind !== 'delete' &&
    last.operation.commit !== by.sha
  const stopped = isRunning
    ? await stopOperation(ports, last, { application, cluster, commit: by.sha, permit: permitForHooks(last) })
    : 'nothing-ran'
  const isOpen = summary.verdict === 'pending' && summary.deletion?.on === undefined
  if (stopped !== 'running' && isOpen) await tellEnd(ports, place, remembered, by)
  return stopped
}

/** Gone, or refused: a declaration of its name that cannot be used declares nothing either. */
function isUndeclared({ entries, complete, problems }: Roster, name: string): boolean {
  if (entries.some(({ application }) => application.name === name)) return false
  const isRefused = problems.some(
    ({ application, problem }) => application === name && problem.warning !== true && !problem.retryable,
  )
  return complete || isRefused
}

export function tipFor({ tips }: Roster, { summary }: Remembered): Commit | undefined {
  const { reportedOn } = summary
  const own = tips.find(
    ({ repository }) => reportedOn !== undefined && sameRepository(repository, reportedOn),
  )
  return own ?? tips[0]
}

/** What stands there as its end is kept: then only its record did not know. */
async function tellEnd(ports: Ports, place: RecordPlace, remembered: Remembered, by: Commit): Promise<void> {
  const { summary } = remembered
  const { reportedOn } = summary
  const operation = (await readOperation(place))?.operation
  const failed = operation && failureOf(summary, operation)
  const hasObjects = operation !== undefined && summary.deletion === undefined
  const rest = hasObjects ? '; its objects stay' : ''
  const why = failed === undefined ? '' : `; before that, ${syncFailedText(failed)}`
  const message = `declared no more at ${shortSha(by.sha)}${rest}${why}`
  const report = { ...supersededReport(remembered, by), summary: message }
  const at = new Date(ports.now()).toISOString()
  const ended =
    reportedOn === undefined
      ? report
      : await endOn(ports, commitReportedOn(reportedOn), { report, at }, failed === undefined)
  if (ended === undefined) return
  const { verdict, summary: said } = ended
  await updateStatus(place, (now) =>
    now?.verdict === 'pending'
      ? { ...now, verdict, message: said, at, ...present({ operation: operation?.phase }) }
      : undefined,
  )
}

/** What is told there now; undefined where another try may find out, or tell. */
async function endOn(
  ports: Ports,
  on: Commit,
  { report, at }: Required<FreshReport>,
  mayStand: boolean,
): Promise<ApplicationReport | undefined> {
  const standing = await statusesOn(ports, on)
  if (standing === undefined) return undefined
  const end = mayStand ? standingEnd(standing, report) : undefined
  if (end !== undefined) return { ...report, ...end }
  if (mayStand && areToldTogether(standing)) return report
  ports.log('info', 'an application that is declared no more was ended', {
    application: report.name,
    commit: on.sha,
    repository: formatRepository(on.repository),
  })
  const told = await answerOnCommit(ports, [report.cluster], { on, fresh: [{ report, at }] }, [])
  return told === 'told' ? report : undefined
}
