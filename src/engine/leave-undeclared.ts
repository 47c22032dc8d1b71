import type { ApplicationReport } from '../report/report.ts'
import { forgetApplication } from '../sync/forget-application.ts'
import { recordPlace } from '../sync/record-store.ts'
import { readStatus, writeStatus } from '../sync/status-record.ts'
import { commitReportedOn, type StatusSummary } from '../sync/status-summary.ts'
import { answerOnCommit } from './answer-on-commit.ts'
import { type Deletion, deleteUndeclared } from './delete-undeclared.ts'
import { endUndeclared, tipFor } from './end-undeclared.ts'
import type { Ports } from './ports.ts'
import { clustersOf, type Memory, problemsAt, type Remembered } from './publish.ts'
import type { Roster } from './roster.ts'

/** What was done about an application that is declared no more. */
export interface Left {
  /** Seconds; absent where nothing is left to be done soon. */
  readonly callAgainIn?: number
  /** Its objects and its records are gone. */
  readonly isDeleted?: boolean
  /** How its deletion stands; absent where nobody asked for it. */
  readonly message?: string
}

const stoppingSeconds = 5
const untoldSeconds = 30

/**
 * Ends what was begun for an application that is declared no more. Where its last declaration asked for it, its objects
 * are deleted, which is told on the commit that the declaration is missing from; else they stay.
 */
export async function leaveUndeclared(
  ports: Ports,
  roster: Roster,
  memory: Memory,
  application: string,
): Promise<Left> {
  const stopped = await endUndeclared(ports, roster, memory, application)
  if (stopped === 'running') return { callAgainIn: stoppingSeconds }
  const remembered = memory.of.get(application)
  if (remembered === undefined || !isGone(roster, application)) return {}
  const place = recordPlace(ports.cluster(remembered.cluster), ports.settings.installation, application)
  const summary = await readStatus(place)
  if (summary?.deletion === undefined) return {}
  const fresh = { ...remembered, summary }
  const deletion = await deleteUndeclared(ports, roster, fresh)
  ports.log(deletion.state === 'failed' ? 'warn' : 'info', 'an application goes with its declaration', {
    application,
    state: deletion.state,
    message: deletion.message,
  })
  const told = await tell(ports, roster, fresh, deletion)
  const { message, callAgainIn, state } = deletion
  // Without its records nobody would know any more what there is to tell.
  if (state === 'deleted' && told === 'untold') return { message, callAgainIn: untoldSeconds }
  if (state === 'deleted') await forgetApplication(place)
  return { message, isDeleted: state === 'deleted', ...(callAgainIn === undefined ? {} : { callAgainIn }) }
}

/** Nothing that may be its declaration is unread or refused. */
export function isGone({ entries, complete, problems }: Roster, name: string): boolean {
  return (
    complete &&
    !entries.some(({ application }) => application.name === name) &&
    !problems.some(({ application }) => application === name)
  )
}

const verdicts = {
  kept: 'error',
  waiting: 'pending',
  running: 'pending',
  failed: 'failure',
  deleted: 'success',
} as const

async function tell(
  ports: Ports,
  roster: Roster,
  { cluster, summary }: Remembered,
  { state, message }: Deletion,
): Promise<'told' | 'untold'> {
  const told = summary.deletion?.on
  const on = told === undefined ? tipFor(roster, { cluster, summary }) : commitReportedOn(told)
  if (on === undefined || summary.deletion === undefined) return 'told'
  const at = new Date(ports.now()).toISOString()
  const now: StatusSummary = {
    ...summary,
    verdict: verdicts[state],
    message,
    at,
    reportedOn: { ...on.repository, sha: on.sha },
    deletion: { ...summary.deletion, on: { ...on.repository, sha: on.sha } },
  }
  const place = recordPlace(ports.cluster(cluster), ports.settings.installation, summary.application)
  if (state !== 'deleted') await writeStatus(place, now)
  const report: ApplicationReport = {
    name: summary.application,
    cluster,
    sync: state === 'deleted' ? 'Synced' : 'OutOfSync',
    health: { status: state === 'deleted' ? 'Healthy' : 'Unknown', message: '' },
    verdict: verdicts[state],
    summary: message,
    problems: [],
  }
  const clusters = [...clustersOf(roster), cluster]
  return answerOnCommit(ports, clusters, { on, fresh: [{ report, at }] }, problemsAt(roster, on))
}
