import { isDeclaration, type ParsedDeclaration } from '../apps/declaration.ts'
import { parseDeclaration } from '../apps/parse-declaration.ts'
import type { Project } from '../apps/project.ts'
import { namesOfCluster, resolveDestination } from '../apps/resolve.ts'
import type { Commit } from '../git/commit.ts'
import { inputsDiffer } from '../git/inputs-differ.ts'
import { formatRepository } from '../git/repository.ts'
import { mapBounded } from '../map-bounded.ts'
import type { RenderedManifest } from '../render/rendered-app.ts'
import type { Root } from '../settings.ts'
import { declarationProblem, declaredWithLines, problemsOf } from './declared-in.ts'
import { type EntrySource, openSource, type RenderedSource, renderedSource } from './entry-source.ts'
import type { Ports } from './ports.ts'
import type { Recollection } from './recollection.ts'
import { type RosterEntry, repositoryOf } from './roster-entry.ts'
import type { Found, Governing } from './roster-found.ts'
import { type Governed, govern, strayProject } from './roster-projects.ts'
import { underSystem } from './roster-system.ts'
import type { SourceReading } from './source-reading.ts'

const rendersAtOnce = 8

interface RosterReading extends SourceReading {
  readonly recollection: Recollection
}

/** What is carried along. */
interface Walk {
  readonly ports: Ports
  readonly reading: RosterReading
  readonly found: Found
  /** Projects of the roots as they are read, and those that count. */
  readonly own: readonly Project[]
  readonly governing: Governing
}

/** Adds what a source declares, and what that declares in turn, to what was found. */
export async function follow(walk: Walk, root: Root, source: RenderedSource): Promise<void> {
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
