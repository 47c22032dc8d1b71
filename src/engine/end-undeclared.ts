import { type Commit, shortSha } from '../git/commit.ts'
import { formatRepository, sameRepository } from '../git/repository.ts'
import { syncFailedText } from '../report/commit-status.ts'
import { readOperation } from '../sync/operation-record.ts'
import { type RecordPlace, recordPlace } from '../sync/record-store.ts'
import { writeStatus } from '../sync/status-record.ts'
import { commitReportedOn } from '../sync/status-summary.ts'
import { answerOnCommit } from './answer-on-commit.ts'
import { failureOf } from './end-superseded.ts'
import type { Ports } from './ports.ts'
import { type Memory, type Remembered, supersededReport } from './publish.ts'
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

async function tellEnd(ports: Ports, place: RecordPlace, remembered: Remembered, by: Commit): Promise<void> {
  const { cluster, summary } = remembered
  const { reportedOn } = summary
  const operation = (await readOperation(place))?.operation
  const failed = operation && failureOf(summary, operation)
  const rest = summary.deletion === undefined ? '; its objects stay' : ''
  const why = failed === undefined ? '' : `; before that, ${syncFailedText(failed)}`
  const message = `declared no more at ${shortSha(by.sha)}${rest}${why}`
  const at = new Date(ports.now()).toISOString()
  await writeStatus(place, {
    ...summary,
    verdict: 'error',
    message,
    at,
    ...(operation === undefined ? {} : { operation: operation.phase }),
  })
  if (reportedOn === undefined) return
  const on = commitReportedOn(reportedOn)
  ports.log('info', 'an application that is declared no more was ended', {
    application: summary.application,
    commit: on.sha,
    repository: formatRepository(on.repository),
  })
  const report = { ...supersededReport(remembered, by), summary: message }
  await answerOnCommit(ports, [cluster], { on, fresh: [{ report, at }] }, [])
}
