import { type Commit, sameCommit } from '../git/commit.ts'
import { formatRepository } from '../git/repository.ts'
import { recordPlace } from '../sync/record-store.ts'
import { commitReportedOn, type ReportedOn, type StatusSummary, updateStatus } from '../sync/status-record.ts'
import { answerOnCommit, byCommit } from './answer-on-commit.ts'
import type { Ports } from './ports.ts'
import { type FreshReport, reportOfSummary, supersededReport } from './publish.ts'
import type { RosterEntry } from './roster.ts'

/** An application whose answer is on a commit now, and what was remembered of it until then. */
export interface Moved {
  readonly entry: RosterEntry
  readonly on: Commit
  readonly previous: StatusSummary
}

const mostUnended = 8

/** The commits that an application leaves without an end when its answer moves to another one. */
export function unendedOf(previous: StatusSummary | undefined, on: Commit): readonly ReportedOn[] {
  const { unended = [], reportedOn, verdict } = previous ?? {}
  const left = verdict === 'pending' && reportedOn !== undefined ? [...unended, reportedOn] : unended
  const distinct = new Map(left.map((one) => [`${formatRepository(one)} ${one.sha}`, one]))
  return [...distinct.values()].filter((one) => !sameCommit(commitReportedOn(one), on)).slice(-mostUnended)
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
    unendedOf(one.previous, one.on).map((old) => ({ ...one, old: commitReportedOn(old) })),
  )
  const answers = byCommit(
    open.map(({ entry: { cluster }, on, previous: summary, old }) => ({
      on: old,
      fresh: { report: supersededReport({ cluster, summary }, on) },
    })),
  )
  for (const { on, fresh } of answers) {
    const ended = open.filter(({ old }) => sameCommit(old, on))
    const told = await answerOnCommit(ports, clusters, { on, fresh: [...fresh, ...endedOn(on, moved)] }, [])
    if (told === 'untold') owed.push(...ended.map(({ entry }) => entry.application.name))
    else for (const { entry } of ended) await forgetUnended(ports, entry, on)
  }
  return owed
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
