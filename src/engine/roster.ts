import type { Application } from '../apps/application.ts'
import { isDeclaration, type ParsedDeclaration } from '../apps/declaration.ts'
import { duplicateNames } from '../apps/duplicate-names.ts'
import { parseDeclaration } from '../apps/parse-declaration.ts'
import type { Project, Projects } from '../apps/project.ts'
import { namesOfCluster, resolveDestination, resolveSource } from '../apps/resolve.ts'
import { PlumblineError } from '../errors.ts'
import type { Commit } from '../git/commit.ts'
import { formatRepository, type Repository, sameRepository } from '../git/repository.ts'
import { mapBounded } from '../map-bounded.ts'
import type { RenderedManifest } from '../render/rendered-app.ts'
import type { ReportProblem } from '../report/report.ts'
import { problemOfDeclaration } from '../report/report-problem.ts'
import { hostOf } from '../settings/host-of.ts'
import type { Root } from '../settings.ts'
import { declarationProblem, declaredIn, declaredWithLines } from './declared-in.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { EntrySource, RenderedSource, RosterEntry, RosterProblem } from './roster-entry.ts'
import { type Governed, govern, projectProblems, projectsIn, strayProject } from './roster-projects.ts'
import type { SourceReading } from './source-reading.ts'

export type { RenderedSource, RosterEntry } from './roster-entry.ts'

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
  readonly projects: Projects
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
 * projects that count where the roots' own do not: a pull request never governs itself. Throws only for what is not
 * about Git or its content.
 */
export async function readRoster(
  ports: Ports,
  reading: SourceReading,
  governing?: Projects,
): Promise<Roster> {
  const found: Found = {
    entries: [],
    problems: [],
    tips: [],
    gaps: [],
    unreadable: [],
    declared: new Map(),
  }
  const own: Project[] = []
  const opened: (readonly [Root, RenderedSource])[] = []
  for (const root of ports.settings.roots) {
    const source = await openRoot(ports, reading, root, found)
    if (source === undefined) continue
    const declared = await projectsIn(source)
    found.problems.push(...projectProblems(source, declared, governing))
    own.push(...declared)
    opened.push([root, source])
  }
  const projects = { declared: own, isComplete: opened.length === ports.settings.roots.length }
  const walk = { ports, reading, found, own, governing: governing ?? projects }
  for (const [root, source] of opened) await follow(walk, root, source)
  return { ...withoutDuplicates(found), projects }
}

interface Walk {
  readonly ports: Ports
  readonly reading: SourceReading
  readonly found: Found
  /** Projects of the roots as they are read, and those that count. */
  readonly own: readonly Project[]
  readonly governing: Projects
}

async function openRoot(
  ports: Ports,
  reading: SourceReading,
  root: Root,
  found: Found,
): Promise<RenderedSource | undefined> {
  const hosted = hostOf(ports.settings, root.repository)
  if (hosted === undefined) throw new Error(`the settings name no host for the root ${root.repository}`)
  const start = await sourceOf(ports, reading, rootApplication(root, hosted.repository))
  if (start.commit !== undefined) found.tips.push(start.commit)
  if (start.kind === 'unusable') {
    found.gaps.push('anywhere')
    if (start.commit !== undefined) found.problems.push({ at: start.commit, problem: start.problem })
    else missRoot(found, new UnreadableRoot(root, hosted.repository, start.problem))
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

  constructor(root: Root, repository: Repository, { code, message, turn, retryable }: ReportProblem) {
    const subject = { repository: root.repository }
    super(code, `root ${root.repository} ${root.revision}: ${message}`, { subject, turn, retryable })
    this.repository = repository
  }
}

/** In a root only declarations are followed; anything else was put there by mistake. */
function strangers(manifests: readonly RenderedManifest[], commit: Commit): readonly RosterProblem[] {
  return manifests
    .filter(({ manifest }) => !isDeclaration(manifest))
    .flatMap((stranger) => problemsOf(parseDeclaration(declaredIn(stranger, commit)), commit))
}

async function follow(walk: Walk, root: Root, source: RenderedSource): Promise<void> {
  const { ports, reading, found, own, governing } = walk
  const { commit, manifests } = source.rendered
  const applications: (Governed & { readonly cluster: string })[] = []
  for (const declared of manifests.filter(({ manifest }) => isDeclaration(manifest))) {
    if (isKnown(found, root, declared, commit)) continue
    const parsed = parseDeclaration(await declaredWithLines(declared, commit, source.tree))
    found.problems.push(...problemsOf(parsed, commit))
    if (isUnread(parsed)) found.gaps.push(commit.repository)
    if (parsed.kind === 'project') found.problems.push(...strayProject(parsed.project, own, commit))
    if (parsed.kind !== 'application') continue
    const destination = resolveDestination(parsed.application, root, ports.settings)
    if ('cluster' in destination) {
      const names = namesOfCluster(destination.cluster, root, ports.settings)
      applications.push({ ...govern(parsed.application, governing, names), ...destination })
    } else {
      found.gaps.push(commit.repository)
      found.problems.push(declarationProblem(destination.problem, commit))
    }
  }
  const entries = await mapBounded(
    applications,
    rendersAtOnce,
    async ({ application, cluster, refusal }) => ({
      application,
      root,
      cluster,
      declaredBy: commit,
      source: refusal ?? (await permittedSourceOf(ports, reading, application, commit)),
    }),
  )
  found.entries.push(...entries)
  for (const entry of entries) {
    if (entry.source.kind === 'unusable') found.gaps.push(repositoryOf(entry))
    else await follow(walk, root, entry.source)
  }
}

function isUnread(parsed: ParsedDeclaration): boolean {
  return parsed.kind === 'problems' && parsed.problems.some(({ warning }) => warning !== true)
}

/** Where an application's manifests are, as far as that is known. */
export function repositoryOf({ source, declaredBy }: Omit<RosterEntry, 'cluster' | 'root'>): Repository {
  const commit = source.kind === 'rendered' ? source.rendered.commit : source.commit
  return (commit ?? declaredBy).repository
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

type ReadSource = EntrySource & { readonly commit?: Commit }

async function permittedSourceOf(
  ports: Ports,
  reading: SourceReading,
  application: Application,
  declaredBy: Commit,
): Promise<ReadSource> {
  const problem = reading.refuse?.(application, declaredBy)
  return problem === undefined ? sourceOf(ports, reading, application) : { kind: 'unusable', problem }
}

async function sourceOf(ports: Ports, reading: SourceReading, application: Application): Promise<ReadSource> {
  const resolved = resolveSource(application, ports.settings)
  if ('problem' in resolved) return { kind: 'unusable', problem: problemOfDeclaration(resolved.problem) }
  let commit: Commit | undefined
  try {
    commit = await reading.commit(resolved.repository, application.source.targetRevision)
    const tree = await reading.tree(commit)
    const rendered = await ports.renders.render(application, commit, tree)
    return { kind: 'rendered', rendered, tree, commit }
  } catch (error) {
    return { kind: 'unusable', problem: problemOf(error), ...(commit === undefined ? {} : { commit }) }
  }
}

function rootApplication(root: Root, repository: Commit['repository']): Application {
  return {
    name: 'root',
    namespace: 'argocd',
    project: 'default',
    declaredAt: { repository, path: root.path, line: 1 },
    source: { repoURL: root.repository, path: root.path, targetRevision: root.revision },
    destination: { namespace: '' },
    syncPolicy: { createNamespace: false, prune: false },
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
