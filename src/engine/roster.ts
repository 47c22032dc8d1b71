import type { Application, DeclarationProblem } from '../apps/application.ts'
import { type Declared, isDeclaration, type ParsedDeclaration } from '../apps/declaration.ts'
import { linesOf } from '../apps/declaration-lines.ts'
import { duplicateNames } from '../apps/duplicate-names.ts'
import { parseDeclaration } from '../apps/parse-declaration.ts'
import { resolveDestination, resolveSource } from '../apps/resolve.ts'
import { PlumblineError } from '../errors.ts'
import type { Commit, CommitSha } from '../git/commit.ts'
import { formatRepository, type Repository, sameRepository } from '../git/repository.ts'
import type { SourceTree } from '../git/source-tree.ts'
import type { Origin } from '../kube/manifest.ts'
import { mapBounded } from '../map-bounded.ts'
import type { RenderedApp, RenderedManifest } from '../render/rendered-app.ts'
import type { ReportProblem } from '../report/report.ts'
import { problemOfDeclaration } from '../report/report-problem.ts'
import { hostOf } from '../settings/host-of.ts'
import type { Root } from '../settings.ts'
import type { Ports } from './ports.ts'
import { problemOf } from './problem.ts'
import type { SourceReading } from './source-reading.ts'

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
}

/** The repository that declares it or holds its manifests; `anywhere` for a root. */
export type RosterGap = Repository | 'anywhere'

export interface RosterEntry {
  readonly application: Application
  readonly root: Root
  /** Name of the destination cluster in the settings. */
  readonly cluster: string
  /** The commit that holds the declaration. */
  readonly declaredBy: Commit
  readonly source: EntrySource
}

/** What it declares is among the manifests, and in the roster. */
export interface RenderedSource {
  readonly kind: 'rendered'
  readonly rendered: RenderedApp
  readonly tree: SourceTree
}

export type EntrySource =
  | RenderedSource
  | { readonly kind: 'unusable'; readonly commit?: Commit; readonly problem: ReportProblem }

export interface RosterProblem {
  /** Where it is told: at one commit, or at any of a repository. */
  readonly at: { readonly repository: Repository; readonly sha?: CommitSha }
  readonly problem: ReportProblem
  readonly application?: string
}

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
 * Reads every root at its tip and follows what it declares; one that cannot be read hides no other. Throws only for
 * what is not about Git or its content.
 */
export async function readRoster(ports: Ports, reading: SourceReading): Promise<Roster> {
  const found: Found = {
    entries: [],
    problems: [],
    tips: [],
    gaps: [],
    unreadable: [],
    declared: new Map(),
  }
  for (const root of ports.settings.roots) await readRoot(ports, reading, root, found)
  return withoutDuplicates(found)
}

async function readRoot(ports: Ports, reading: SourceReading, root: Root, found: Found): Promise<void> {
  const hosted = hostOf(ports.settings, root.repository)
  if (hosted === undefined) throw new Error(`the settings name no host for the root ${root.repository}`)
  const start = await sourceOf(ports, reading, rootApplication(root, hosted.repository))
  if (start.commit !== undefined) found.tips.push(start.commit)
  if (start.kind === 'unusable') {
    found.gaps.push('anywhere')
    if (start.commit !== undefined) found.problems.push({ at: start.commit, problem: start.problem })
    else missRoot(found, new UnreadableRoot(root, hosted.repository, start.problem))
    return
  }
  const { commit, manifests } = start.rendered
  found.problems.push(...strangers(manifests, commit))
  await follow(ports, reading, root, start, found)
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

async function follow(
  ports: Ports,
  reading: SourceReading,
  root: Root,
  { rendered: { commit, manifests }, tree }: RenderedSource,
  found: Found,
): Promise<void> {
  const applications: { application: Application; cluster: string }[] = []
  for (const declared of manifests.filter(({ manifest }) => isDeclaration(manifest))) {
    if (isKnown(found, root, declared, commit)) continue
    const lineOf = await lineFinder(tree, declared.origin)
    const parsed = parseDeclaration({ ...declaredIn(declared, commit), ...lineOf })
    found.problems.push(...problemsOf(parsed, commit))
    if (isUnread(parsed)) found.gaps.push(commit.repository)
    if (parsed.kind !== 'application') continue
    const destination = resolveDestination(parsed.application, root, ports.settings)
    if ('cluster' in destination) applications.push({ application: parsed.application, ...destination })
    else {
      found.gaps.push(commit.repository)
      found.problems.push(declarationProblem(destination.problem, commit))
    }
  }
  const entries = await mapBounded(applications, rendersAtOnce, async ({ application, cluster }) => ({
    entry: { application, root, cluster, declaredBy: commit },
    source: await permittedSourceOf(ports, reading, application, commit),
  }))
  found.entries.push(...entries.map(({ entry, source }) => ({ ...entry, source })))
  for (const { entry, source } of entries) {
    if (source.kind === 'unusable') found.gaps.push(repositoryOf({ ...entry, source }))
    else await follow(ports, reading, root, source, found)
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

/** Absent where the file cannot be read again: then problems name the line on which the manifest starts. */
async function lineFinder(tree: SourceTree, origin: Origin): Promise<Pick<Declared, 'lineOf'>> {
  try {
    const { text } = await tree.read(origin.path)
    return { lineOf: linesOf(text, origin) }
  } catch {
    return {}
  }
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

function declaredIn({ manifest, origin }: RenderedManifest, commit: Commit): Declared {
  return { manifest, declaredAt: { ...origin, repository: commit.repository } }
}

function problemsOf(parsed: ReturnType<typeof parseDeclaration>, commit: Commit): readonly RosterProblem[] {
  const problems = parsed.kind === 'application' ? parsed.warnings : parsed.problems
  return problems.map((problem) => declarationProblem(problem, commit))
}

function declarationProblem(problem: DeclarationProblem, commit: Commit): RosterProblem {
  return {
    at: commit,
    problem: problemOfDeclaration(problem),
    ...(problem.application === undefined ? {} : { application: problem.application }),
  }
}

/** Two of one name would take each other's objects: neither is in the roster. */
function withoutDuplicates({ entries, problems, gaps, tips, unreadable }: Found): Roster {
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
