import { type Commit, sameCommit } from '../git/commit.ts'
import { formatRepository } from '../git/repository.ts'
import type { CommitStatus } from '../githost/feedback.ts'
import { GitHostError } from '../githost/git-host-error.ts'
import { areToldTogether, standingEnd } from '../report/commit-status.ts'
import type { ApplicationReport } from '../report/report.ts'
import { present } from '../settings/present.ts'
import type { Operation } from '../sync/operation.ts'
import { recordPlace } from '../sync/record-store.ts'
import { updateStatus } from '../sync/status-record.ts'
import { commitReportedOn, type StatusSummary, type Unended } from '../sync/status-summary.ts'
import { answerOnCommit, byCommit } from './answer-on-commit.ts'
import type { Ports } from './ports.ts'
import { type FreshReport, failedReport, reportOfSummary, supersededReport } from './publish.ts'
import type { RosterEntry } from './roster.ts'

/** An application whose answer is on a commit now, and what was remembered of it until then. */
export interface Moved {
  readonly entry: RosterEntry
  readonly on: Commit
  readonly previous: StatusSummary
  /** How the last operation stood before another one was begun. */
  readonly before?: Operation
}

const mostUnended = 8

/** The commits that an application leaves without an end when its answer moves to another one. */
export function unendedOf(
  previous: StatusSummary | undefined,
  on: Commit,
  before: Operation | undefined,
): readonly Unended[] {
  const { unended = [], reportedOn, verdict } = previous ?? {}
  const failed = previous && before && failureOf(previous, before)
  const isOpen = verdict === 'pending' && reportedOn !== undefined
  const left = isOpen ? [...unended, { ...reportedOn, ...present({ failed }) }] : unended
  const distinct = new Map(left.map((one) => [`${formatRepository(one)} ${one.sha}`, one]))
  return [...distinct.values()].filter((one) => !sameCommit(commitReportedOn(one), on)).slice(-mostUnended)
}

/**
 * Why the sync of what is remembered failed. A summary that does not say so is older: whoever synced could not write the
 * next one, or died before it.
 */
export function failureOf(summary: StatusSummary, operation: Operation): string | undefined {
  const { phase, render, commit, message, failing, supersededBy } = operation
  const isAlike =
    render === undefined || summary.render === undefined
      ? commit === summary.commit
      : render === summary.render
  if (!isAlike) return undefined
  return phase === 'Failed' && supersededBy === undefined ? message : failing
}

/**
 * What an older commit still left open ends there; an application that had ended on it keeps its last truth. The names
 * of applications whose end could not be written: it stays in their record that it is owed.
 */
export async function endSuperseded(
  ports: Ports,
  clusters: readonly string[],
  moved: readonly Moved[],
): Promise<readonly string[]> {
  const owed: string[] = []
  const open = moved.flatMap((one) =>
    unendedOf(one.previous, one.on, one.before).map((old): { on: Commit; fresh: Open } => ({
      on: commitReportedOn(old),
      fresh: { ...one, ...present({ failed: old.failed }) },
    })),
  )
  for (const { on, fresh: ended } of byCommit(open)) {
    if (await isToldOn(ports, clusters, moved, on, ended))
      for (const { entry } of ended) await forgetUnended(ports, entry, on)
    else owed.push(...ended.map(({ entry }) => entry.application.name))
  }
  return owed
}

type Open = Moved & { readonly failed?: string }

async function isToldOn(
  ports: Ports,
  clusters: readonly string[],
  moved: readonly Moved[],
  on: Commit,
  ended: readonly Open[],
): Promise<boolean> {
  const standing = await statusesOn(ports, on)
  if (standing === undefined) return false
  const areTold = areToldTogether(standing)
  const untold = ended.filter(({ failed }) => failed !== undefined || !areTold)
  if (untold.length === 0) return true
  const fresh = [...untold.map((one) => ({ report: endReport(one, standing) })), ...endedOn(on, moved)]
  return (await answerOnCommit(ports, clusters, { on, fresh }, [])) === 'told'
}

/** What was told as the end of an application there is not told otherwise later. */
function endReport(
  { entry: { cluster }, previous: summary, on, failed }: Open,
  standing: readonly CommitStatus[],
): ApplicationReport {
  const remembered = { cluster, summary }
  if (failed !== undefined) return failedReport(remembered, failed)
  const report = supersededReport(remembered, on)
  return { ...report, ...standingEnd(standing, report) }
}

/** What stands on a commit; undefined where another try may find out. */
export async function statusesOn(
  ports: Ports,
  { repository, sha }: Commit,
): Promise<readonly CommitStatus[] | undefined> {
  try {
    return (await ports.host(repository.host).feedback?.statuses(repository, sha)) ?? []
  } catch (error) {
    if (error instanceof GitHostError) return error.retryable ? undefined : []
    throw error
  }
}

/** Those that had come to their end there before they moved on. */
function endedOn(old: Commit, moved: readonly Moved[]): readonly FreshReport[] {
  return moved
    .filter(({ previous, on }) => {
      const { reportedOn, verdict } = previous
      return (
        reportedOn !== undefined &&
        sameCommit(commitReportedOn(reportedOn), old) &&
        verdict !== 'pending' &&
        on.sha !== old.sha
      )
    })
    .map(({ entry: { cluster }, previous: summary }) => ({ report: reportOfSummary({ cluster, summary }) }))
}

async function forgetUnended(ports: Ports, { application, cluster }: RosterEntry, on: Commit): Promise<void> {
  try {
    const place = recordPlace(ports.cluster(cluster), ports.settings.installation, application.name)
    await updateStatus(
      place,
      (summary) =>
        summary && {
          ...summary,
          unended: (summary.unended ?? []).filter((one) => !sameCommit(commitReportedOn(one), on)),
        },
    )
  } catch (error) {
    ports.log('warn', 'an ended commit could not be taken off a status record', {
      application: application.name,
      error: error instanceof Error ? error.message : 'unknown',
    })
  }
}
