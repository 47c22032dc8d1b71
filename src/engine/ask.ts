import { mapBounded } from '../map-bounded.ts'
import { formatSelector, type Selector, unmatched } from '../plan/selection.ts'
import type { ApplicationReport, ReportProblem } from '../report/report.ts'
import type { Orphan } from '../report/swept.ts'
import { answer } from './answer.ts'
import { answersOn } from './answers-on.ts'
import { currentRoster } from './current-roster.ts'
import { orphansIn, recallAll } from './orphans.ts'
import { ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import { clustersOf, recall } from './publish.ts'
import { reconcile } from './reconcile.ts'
import type { Roster, RosterEntry } from './roster.ts'
import type { ReconcileOptions } from './setting.ts'
import { createSourceReading } from './source-reading.ts'

/** What a person who asked gets to see. */
export interface Asked {
  readonly applications: readonly ApplicationReport[]
  readonly problems: readonly ReportProblem[]
  /** Names that were asked for and that no root declares, as far as all that is declared could be read. */
  readonly unknown: readonly string[]
}

const lookedAtAtOnce = 8

/** Compares and plans the named applications, or all of them, and writes nothing. */
export async function inspect(ports: Ports, names: readonly string[]): Promise<Asked> {
  const roster = await currentRoster(ports, createSourceReading(ports))
  const owners = ownersOf(ports, roster)
  const applications = await mapBounded(chosen(roster, names), lookedAtAtOnce, async (entry) => {
    const { report } = await reconcile(ports, entry, { asked: false, mayWrite: false, owners })
    return report
  })
  const { problems, unknown } = rest(roster, names)
  const orphans = names.length === 0 ? orphansIn(roster, await recallAll(ports, roster)) : []
  return { applications, problems: [...problems, ...orphans.map(orphaned)], unknown }
}

/**
 * Syncs the named applications, or all of them, as far as that goes without waiting, and answers where the
 * last answer of each stands, or where what has changed since was pushed.
 * `asked: false` does no more than their policy says. Whoever calls again until a sync has ended says `askedAt` each time.
 */
export async function syncNow(
  ports: Ports,
  names: readonly string[],
  wish: Pick<ReconcileOptions, 'asked' | 'askedAt' | 'prune' | 'only'> = { asked: true },
): Promise<Asked> {
  const roster = await currentRoster(ports, createSourceReading(ports))
  const entries = chosen(roster, names)
  const { of: remembered } = await recall(ports, clustersOf({ entries }))
  const assignments = entries.map((entry) => ({
    entry,
    on: answersOn(entry, remembered.get(entry.application.name)?.summary),
  }))
  const applications = await answer(ports, roster, assignments, {
    ...wish,
    mayWrite: true,
    deliveryId: 'manual',
  })
  const { problems, unknown } = rest(roster, names)
  const stray = applications.flatMap((report) => straySelectors(report, wish.only))
  return { applications, problems: [...problems, ...stray], unknown }
}

function straySelectors(
  { name, plan }: ApplicationReport,
  only: readonly Selector[] = [],
): readonly ReportProblem[] {
  return (plan === undefined ? [] : unmatched(only, plan)).map((selector) => ({
    code: 'nothing-selected',
    message: `${formatSelector(selector)} names nothing of application ${name}`,
    turn: 'author',
    retryable: false,
  }))
}

function orphaned({ application, going, neverSynced }: Orphan): ReportProblem {
  const stays = neverSynced ? 'it was never synced' : 'its objects stay: delete them, or declare it again'
  const then = going === undefined ? stays : `its declaration asked that its objects go with it: ${going}`
  return {
    code: 'orphaned',
    message: `application ${application} is declared no more; ${then}`,
    turn: 'author',
    retryable: false,
    warning: true,
  }
}

function chosen({ entries }: Roster, names: readonly string[]): readonly RosterEntry[] {
  return entries.filter(({ application }) => names.length === 0 || names.includes(application.name))
}

/** Where something could not be read, or was refused, nobody can say that a name is declared nowhere. */
function rest(
  { entries, problems, complete }: Roster,
  names: readonly string[],
): Omit<Asked, 'applications'> {
  const told = new Set(problems.map(({ application }) => application))
  const isUnknown = (name: string) =>
    complete && !told.has(name) && !entries.some(({ application }) => application.name === name)
  return {
    problems: problems
      .filter(
        ({ application }) => names.length === 0 || application === undefined || names.includes(application),
      )
      .map(({ problem }) => problem),
    unknown: names.filter(isUnknown),
  }
}
