import type { Application } from '../apps/application.ts'
import { isDeclaration, type ParsedDeclaration } from '../apps/declaration.ts'
import { duplicateNames } from '../apps/duplicate-names.ts'
import { parseDeclaration } from '../apps/parse-declaration.ts'
import type { Project, Projects } from '../apps/project.ts'
import { namesOfCluster, resolveDestination } from '../apps/resolve.ts'
import { isSystemConfig, type SystemConfig } from '../apps/system-config.ts'
import { PlumblineError } from '../errors.ts'
import type { Commit } from '../git/commit.ts'
import { inputsDiffer } from '../git/inputs-differ.ts'
import { formatRepository, type Repository, sameRepository } from '../git/repository.ts'
import { mapBounded } from '../map-bounded.ts'
import type { RenderedManifest } from '../render/rendered-app.ts'
import { hostOf } from '../settings/host-of.ts'
import { present } from '../settings/present.ts'
import type { Root } from '../settings.ts'
import { declarationProblem, declaredIn, declaredWithLines } from './declared-in.ts'
import {
  commitOf,
  type EntrySource,
  openSource,
  type RenderedSource,
  renderedSource,
  type UnusableSource,
} from './entry-source.ts'
import { timed } from './meter.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import { createRecollection, type Recollection } from './recollection.ts'
import type { RosterEntry, RosterProblem } from './roster-entry.ts'
import { type Governed, govern, projectProblems, projectsIn, strayProject } from './roster-projects.ts'
import { systemConfigIn, systemProblems, underSystem } from './roster-system.ts'
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

/** What the applications of the roots are under: projects, and each root's own settings. */
interface Governing extends Projects {
  readonly systems: ReadonlyMap<Root, SystemConfig>
}

/** The repository that declares it or holds its manifests; `anywhere` for a root. */
export type RosterGap = Repository | 'anywhere'

const rendersAtOnce = 8

interface Found {
  readonly entries: RosterEntry[]
  readonly problems: RosterProblem[]
  readonly tips: Commit[]
  readonly gaps: RosterGap[]
  readonly unreadable: UnreadableRoot[]
  /** Of each root, the names and places of declarations that were read already. */
  readonly declared: Map<Root, Set<string>>
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

interface RosterReading extends SourceReading {
  readonly recollection: Recollection
}

interface Walk {
  readonly ports: Ports
  readonly reading: RosterReading
  readonly found: Found
  /** Projects of the roots as they are read, and those that count. */
  readonly own: readonly Project[]
  readonly governing: Governing
}

async function openRoot(
  ports: Ports,
  reading: SourceReading,
  root: Root,
  found: Found,
): Promise<RenderedSource | undefined> {
  const hosted = hostOf(ports.settings, root.repository)
  if (hosted === undefined) throw new Error(`the settings name no host for the root ${root.repository}`)
  const application = rootApplication(root, hosted.repository)
  const start = await openSource(ports, reading, application, (commit, tree) =>
    renderedSource(ports, application, commit, tree),
  )
  const tip = commitOf(start)
  if (tip !== undefined) found.tips.push(tip)
  if (start.kind === 'unusable') {
    found.gaps.push('anywhere')
    if (tip !== undefined) found.problems.push({ at: tip, problem: start.problem })
    else missRoot(found, new UnreadableRoot(root, hosted.repository, start))
    return undefined
  }
  const { commit, manifests } = start.rendered
  found.problems.push(...strangers(manifests, commit))
  return start
}

function missRoot(found: Found, root: UnreadableRoot): void {
  found.unreadable.push(root)
  found.problems.push({ at: { repository: root.repository }, problem: problemOf(root) })
}

/** No commit could be found that the problem could be told at. */
export class UnreadableRoot extends PlumblineError {
  readonly repository: Repository

  constructor(root: Root, repository: Repository, { problem, retryAfter }: UnusableSource) {
    const { code, message, turn, retryable } = problem
    const details = { subject: { repository: root.repository }, turn, retryable, ...present({ retryAfter }) }
    super(code, `root ${root.repository} ${root.revision}: ${message}`, details)
    this.repository = repository
  }
}

/** In a root only declarations are followed; anything else was put there by mistake. */
function strangers(manifests: readonly RenderedManifest[], commit: Commit): readonly RosterProblem[] {
  return manifests
    .filter(({ manifest }) => !isDeclaration(manifest) && !isSystemConfig(manifest))
    .flatMap((stranger) => problemsOf(parseDeclaration(declaredIn(stranger, commit)), commit))
}

async function follow(walk: Walk, root: Root, source: RenderedSource): Promise<void> {
  const { ports, reading, found, own, governing } = walk
  const { commit, manifests } = source.rendered
  const applications: (Governed & { readonly cluster: string })[] = []
  for (const declared of manifests.filter(({ manifest }) => isDeclaration(manifest))) {
    if (isKnown(found, root, declared, commit)) continue
    await ports.pause?.()
    const parsed = parseDeclaration(await declaredWithLines(declared, commit, source.tree))
    found.problems.push(...problemsOf(parsed, commit))
    if (isUnread(parsed)) found.gaps.push(commit.repository)
    if (parsed.kind === 'project') found.problems.push(...strayProject(parsed.project, own, commit))
    if (parsed.kind !== 'application') continue
    const destination = resolveDestination(parsed.application, root, ports.settings)
    if ('cluster' in destination) {
      const names = namesOfCluster(destination.cluster, root, ports.settings)
      const settled = underSystem(parsed.application, governing.systems.get(root))
      const governed = settled.refusal === undefined ? govern(settled.application, governing, names) : settled
      applications.push({ ...governed, ...destination })
    } else {
      found.gaps.push(commit.repository)
      found.problems.push(declarationProblem(destination.problem, commit))
    }
  }
  const entries = await mapBounded(applications, rendersAtOnce, async ({ application, cluster, refusal }) => {
    const entry = { application, root, cluster, declaredBy: commit }
    return { ...entry, source: refusal ?? (await permittedSourceOf(ports, reading, entry)) }
  })
  found.entries.push(...entries)
  for (const entry of entries) {
    if (entry.source.kind === 'unusable') found.gaps.push(repositoryOf(entry))
    if (entry.source.kind === 'rendered') await follow(walk, root, entry.source)
  }
}

function isUnread(parsed: ParsedDeclaration): boolean {
  return parsed.kind === 'problems' && parsed.problems.some(({ warning }) => warning !== true)
}

/** Where an application's manifests are, as far as that is known. */
export function repositoryOf({ source, declaredBy }: Omit<RosterEntry, 'cluster' | 'root'>): Repository {
  return (commitOf(source) ?? declaredBy).repository
}

/** An app of apps that declares itself, as the custom is, is not followed twice, nor are its neighbours. */
function isKnown(
  { declared }: Found,
  root: Root,
  { manifest: { kind, metadata }, origin: { path, line } }: RenderedManifest,
  { repository }: Commit,
): boolean {
  const known = declared.get(root) ?? new Set()
  declared.set(root, known)
  const { name, namespace } = metadata
  const place = JSON.stringify([kind, namespace, name, formatRepository(repository), path, line])
  if (known.has(place)) return true
  known.add(place)
  return false
}

/** Throws where another try may find out what a root declares. */
export function refuseGaps({ unreadable }: Roster, repository?: Repository): void {
  for (const root of unreadable) {
    const concerns = repository === undefined || sameRepository(root.repository, repository)
    if (root.retryable && concerns) throw root
  }
}

type Declaring = Pick<RosterEntry, 'application' | 'cluster' | 'declaredBy'>

async function permittedSourceOf(
  ports: Ports,
  reading: RosterReading,
  entry: Declaring,
): Promise<EntrySource> {
  const problem = reading.refuse?.(entry.application, entry.declaredBy)
  return problem === undefined ? sourceOf(ports, reading, entry) : { kind: 'unusable', problem }
}

/** A render that this instance never made is looked for in the application's record first. */
function sourceOf(
  ports: Ports,
  reading: RosterReading,
  { application, cluster }: Declaring,
): Promise<EntrySource> {
  return openSource(ports, reading, application, async (commit, tree) => {
    const isKnown = ports.renders.has(application, commit)
    const memory = isKnown ? undefined : await reading.recollection.of(application, cluster)
    if (memory === undefined || (await inputsDiffer(memory.inputs, tree)))
      return renderedSource(ports, application, commit, tree)
    const { inputs, outline } = memory
    return { kind: 'remembered', commit, inputs, outline, tree }
  })
}

function rootApplication(root: Root, repository: Commit['repository']): Application {
  return {
    name: 'root',
    namespace: 'argocd',
    project: 'default',
    declaredAt: { repository, path: root.path, line: 1 },
    source: { repoURL: root.repository, path: root.path, targetRevision: root.revision },
    destination: { namespace: '' },
    syncPolicy: { options: ['Prune=false'] },
    ignoreDifferences: [],
    deletesResources: false,
  }
}

function problemsOf(parsed: ReturnType<typeof parseDeclaration>, commit: Commit): readonly RosterProblem[] {
  return parsed.kind === 'problems'
    ? parsed.problems.map((problem) => declarationProblem(problem, commit))
    : []
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
