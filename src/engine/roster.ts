import { duplicateNames } from '../apps/duplicate-names.ts'
import type { Project } from '../apps/project.ts'
import type { SystemConfig } from '../apps/system-config.ts'
import type { Commit } from '../git/commit.ts'
import { type Repository, sameRepository } from '../git/repository.ts'
import type { Root } from '../settings.ts'
import { declarationProblem } from './declared-in.ts'
import type { RenderedSource } from './entry-source.ts'
import { follow } from './follow-declarations.ts'
import { timed } from './meter.ts'
import { openRoot } from './open-root.ts'
import type { Ports } from './ports.ts'
import { createRecollection } from './recollection.ts'
import { type RosterEntry, type RosterProblem, repositoryOf } from './roster-entry.ts'
import type { Found, Governing, RosterGap, UnreadableRoot } from './roster-found.ts'
import { projectProblems, projectsIn } from './roster-projects.ts'
import { systemConfigIn, systemProblems } from './roster-system.ts'
import type { SourceReading } from './source-reading.ts'

export type { RosterEntry } from './roster-entry.ts'

/**
 * Value 3 of the pipe: every application that the tips of all roots declare. Declarations are followed wherever they
 * are found, and never applied.
 */
export interface Roster {
  readonly entries: readonly RosterEntry[]
  /** What is wrong with declarations and roots, at the commit that declares them. */
  readonly problems: readonly RosterProblem[]
  /** False when a root or an app of apps could not be read: a missing application means nothing then. */
  readonly complete: boolean
  /** Where something is declared that could not be read: nothing is known of what it gives up or takes over. */
  readonly gaps: readonly RosterGap[]
  /** The tip of each root, as far as it could be resolved. */
  readonly tips: readonly Commit[]
  /** Roots of which not even a commit could be found; each is among the problems of its repository. */
  readonly unreadable: readonly UnreadableRoot[]
  /** What the roots themselves declare. */
  readonly projects: Governing
}

/**
 * Reads every root at its tip and follows what it declares; one that cannot be read hides no other. `governing` are the
 * projects and settings that count where the roots' own do not: a pull request never governs itself. Throws only for what is not
 * about Git or its content.
 */
export function readRoster(ports: Ports, reading: SourceReading, governing?: Governing): Promise<Roster> {
  return timed(ports, 'resolve', () => readAll(ports, reading, governing))
}

async function readAll(ports: Ports, reading: SourceReading, governing?: Governing): Promise<Roster> {
  const found: Found = {
    entries: [],
    problems: [],
    tips: [],
    gaps: [],
    unreadable: [],
    declared: new Map(),
  }
  const own: Project[] = []
  const systems = new Map<Root, SystemConfig>()
  const opened: (readonly [Root, RenderedSource])[] = []
  for (const root of ports.settings.roots) {
    const source = await openRoot(ports, reading, root, found)
    if (source === undefined) continue
    const declared = await projectsIn(source)
    found.problems.push(...projectProblems(source, declared, governing))
    own.push(...declared)
    const system = await systemConfigIn(source)
    systems.set(root, system)
    const governs = governing?.systems.get(root)
    found.problems.push(...systemProblems(system, governs, source.rendered.commit))
    opened.push([root, source])
  }
  const projects = { declared: own, isComplete: opened.length === ports.settings.roots.length, systems }
  const walk = {
    ports,
    reading: { ...reading, recollection: createRecollection(ports) },
    found,
    own,
    governing: governing ?? projects,
  }
  for (const [root, source] of opened) await follow(walk, root, source)
  return { ...withoutDuplicates(found), projects }
}

/** Throws where another try may find out what a root declares. */
export function refuseGaps({ unreadable }: Roster, repository?: Repository): void {
  for (const root of unreadable) {
    const concerns = repository === undefined || sameRepository(root.repository, repository)
    if (root.retryable && concerns) throw root
  }
}

/** Two of one name would take each other's objects: neither is in the roster. */
function withoutDuplicates(found: Found): Omit<Roster, 'projects'> {
  const { entries, problems, gaps, tips, unreadable } = found
  const duplicates = duplicateNames(entries.map(({ application }) => application))
  const names = new Set(duplicates.map(({ application }) => application))
  const added = duplicates.flatMap((problem) => {
    const entry = entries.find(({ application }) => application.name === problem.application)
    return entry === undefined ? [] : [declarationProblem(problem, entry.declaredBy)]
  })
  const isLeftOut = ({ application }: RosterEntry) => names.has(application.name)
  const allGaps = [...gaps, ...entries.filter(isLeftOut).map(repositoryOf)]
  return {
    entries: entries.filter((entry) => !isLeftOut(entry)),
    problems: [...problems, ...added],
    complete: allGaps.length === 0,
    gaps: allGaps,
    tips,
    unreadable,
  }
}
