import type { Application } from '../apps/application.ts'
import { ClusterError } from '../cluster/cluster-error.ts'
import type { Discovery } from '../cluster/discovery.ts'
import type { Unverified } from '../diff/comparison.ts'
import { isDefinition } from '../diff/custom-kinds.ts'
import { type DesiredObject, desiredObjects } from '../diff/desired-objects.ts'
import { kindOptions } from '../diff/kind-schemas.ts'
import { syncOption } from '../diff/sync-option.ts'
import { threeWay } from '../diff/three-way.ts'
import type { Health } from '../health/health.ts'
import { formatKey } from '../kube/object-key.ts'
import type { Neighbours } from '../plan/neighbours.ts'
import type { PlanBlock } from '../plan/plan.ts'
import { plannedHooks } from '../plan/planned-hooks.ts'
import { hooksOf } from '../report/object-preview.ts'
import type { ApplicationPreview, ObjectPreview } from '../report/preview.ts'
import { pairsOf, previewRendered } from '../report/rendered-preview.ts'
import type { ReportProblem } from '../report/report.ts'
import { syncStatusOf } from '../report/sync-status.ts'
import { present } from '../settings/present.ts'
import { type RenderedSource, withRender } from './entry-source.ts'
import { type Examined, examine } from './examine.ts'
import type { Owners } from './owners.ts'
import type { Ports } from './ports.ts'
import { fieldsFor, masked, objectsOf } from './preview-objects.ts'
import { problemOf } from './problem.ts'
import type { RosterEntry } from './roster.ts'
import type { RosterChange } from './roster-changes.ts'
import { renderDigest } from './touched.ts'
import { warningsOf } from './warnings.ts'

export interface PreviewOptions {
  readonly depth: 'full' | 'rendered'
  /** Who declares what, on each side. */
  readonly owners: { readonly base: Owners; readonly head: Owners }
}

/** One application through values 4 to 6, twice. What cannot be found out is among its problems. */
export async function previewApplication(
  ports: Ports,
  change: RosterChange,
  { depth, owners }: PreviewOptions,
): Promise<ApplicationPreview> {
  const empty = emptyPreview(change)
  try {
    const sides = await sidesOf(ports, change)
    if ('problem' in sides) return { ...empty, problems: [sides.problem] }
    const found = depth === 'full' ? await planned(ports, sides, owners) : await rendered(ports, sides)
    return { ...empty, ...found }
  } catch (error) {
    const problem = problemOf(error)
    ports.log('error', 'an application could not be previewed', {
      application: empty.name,
      error: problem.code === 'internal' && error instanceof Error ? error.message : problem.message,
    })
    return { ...empty, problems: [problem] }
  }
}

interface Side {
  readonly entry: RosterEntry
  readonly source: RenderedSource
}

interface Sides {
  readonly base?: Side
  readonly head?: Side
}

/** A base that could not be rendered is no obstacle: the pull request repairs it. */
async function sidesOf(
  ports: Ports,
  change: RosterChange,
): Promise<Sides | { readonly problem: ReportProblem }> {
  const base = change.kind === 'added' ? undefined : await sideOf(ports, change.base)
  if (change.kind === 'removed') return present({ base })
  const { source } = await withRender(ports, change.head)
  if (source.kind === 'unusable') return { problem: source.problem }
  const isMoved = change.kind === 'changed' && change.base.cluster !== change.head.cluster
  return {
    head: { entry: change.head, source },
    ...present({ base: isMoved ? undefined : base }),
  }
}

async function sideOf(ports: Ports, entry: RosterEntry): Promise<Side | undefined> {
  const { source } = await withRender(ports, entry)
  return source.kind === 'rendered' ? { entry, source } : undefined
}

const unknownHealth: Health = { status: 'Unknown', message: '' }

function emptyPreview(change: RosterChange): ApplicationPreview {
  const { application, cluster, root } = change.kind === 'removed' ? change.base : change.head
  return {
    name: application.name,
    cluster,
    namespace: application.destination.namespace,
    change: change.kind,
    mode: root.mode,
    automated: application.syncPolicy.automated !== undefined,
    sync: 'Unknown',
    health: unknownHealth,
    objects: [],
    inSync: 0,
    hooks: [],
    problems: [],
  }
}

async function planned(
  ports: Ports,
  { base, head }: Sides,
  owners: PreviewOptions['owners'],
): Promise<Partial<ApplicationPreview>> {
  const before = base && (await examine(ports, base.entry, base.source, owners.base))
  const now = before && { sync: syncStatusOf(before.look.comparison), health: before.look.health }
  if (base !== undefined && head === undefined) {
    const neighbours = await owners.head.neighboursOf(base.entry)
    const { application } = base.entry
    const objects = before?.look.desired.objects ?? []
    return { ...now, objects: objects.map((object) => left(object, application, neighbours)) }
  }
  if (head === undefined) return {}
  const after = await examine(ports, head.entry, head.source, owners.head)
  const isSynced = base !== undefined && isSyncedTo(base.source, after)
  const { comparison, health } = after.look
  const fieldsOf = await fieldsFor(ports, head.entry.cluster, before, after, isSynced)
  return {
    sync: syncStatusOf(comparison),
    health,
    ...now,
    ...objectsOf(before, after, isSynced, fieldsOf),
    hooks: hooksOf(after.plan),
    problems: [
      ...after.plan.blocks.flatMap(blockProblem),
      ...unknownProblems(after),
      ...warningsOf(head.source),
    ],
    ...present({ acknowledgement: after.plan.acknowledgement }),
  }
}

/** What is missing of the base then, somebody took away. */
function isSyncedTo({ rendered }: RenderedSource, { synced }: Examined): boolean {
  return synced?.render === renderDigest(rendered) || synced?.commit === rendered.commit.sha
}

/** A declaration that goes takes its objects along only with the resources finalizer. Design D11. */
function left(
  { key, origin, manifest }: DesiredObject,
  { deletesResources, syncPolicy }: Application,
  neighbours?: Neighbours,
): ObjectPreview {
  const [other] = neighbours?.declarersOf(key) ?? []
  const isSpared = isDefinition(manifest) || syncOption('Delete', syncPolicy.options, manifest) === 'false'
  const goes = deletesResources !== false && !isSpared
  const action = other !== undefined ? 'hand-over' : goes ? 'prune' : 'keep'
  const note =
    other === undefined
      ? `its application is declared no more; it ${goes ? 'goes with it' : 'stays'}`
      : `declared by ${other.application} now`
  return { key, action, cause: 'pull-request', fields: [], flags: [], note, ...present({ origin }) }
}

function lefts(objects: readonly DesiredObject[], base: Side | undefined): readonly ObjectPreview[] {
  return base === undefined ? [] : objects.map((object) => left(object, base.entry.application))
}

/** What an object is refused for is told with the object; a root that only observes is told with the application. */
function blockProblem({ code, key, message }: PlanBlock): readonly ReportProblem[] {
  if (code === 'rejected' || code === 'observe-mode' || code === 'awaits-acknowledgement') return []
  const object = present({ object: key && formatKey(key) })
  if (code === 'not-listed') return [{ code, message, turn: 'platform', retryable: true, ...object }]
  const turn = code === 'other-gitops-manager' ? 'operator' : 'author'
  return [{ code, message, turn, retryable: false, ...object }]
}

/** What could not be found out is no plan: design D12a. */
function unknownProblems({ look: { comparison } }: Examined): readonly ReportProblem[] {
  const unlisted = comparison.unlisted.map(({ group, kind, reason }) =>
    passing('not-listed', `${group === '' ? kind : `${group}/${kind}`} could not be listed: ${reason}`),
  )
  const [first, ...more] = comparison.objects.filter(
    (object): object is Unverified => object.kind === 'unverified' && object.reason === 'unreachable',
  )
  if (first === undefined) return unlisted
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`
  const text = `the dry run of ${formatKey(first.key)}${others} could not be made: ${first.message}`
  return [...unlisted, passing('no-dry-run', text)]
}

function passing(code: string, message: string): ReportProblem {
  return { code, message, turn: 'platform', retryable: true }
}

/** Git with Git. The cluster is asked for nothing but which kinds it serves. */
async function rendered(ports: Ports, { base, head }: Sides): Promise<Partial<ApplicationPreview>> {
  const entry = (head ?? base)?.entry
  const discovery = entry === undefined ? unserved : await servedBy(ports, entry.cluster)
  const [before, after] = [base, head].map((side) => side && desiredObjects(side.source.rendered, discovery))
  if (head === undefined) return { objects: lefts(before?.objects ?? [], base) }
  const pairs = pairsOf(before?.objects ?? [], after?.objects ?? [])
  const optionsFor = kindOptions(ports.builtins, { openApi: async () => undefined })
  const objects = await Promise.all(
    pairs.map(async ([old, wanted]) => {
      const sides = present({ base: masked(ports, old), head: masked(ports, wanted) })
      const manifest = (wanted ?? old)?.manifest
      if (manifest === undefined) return undefined
      const options = await optionsFor(manifest)
      const fields = threeWay({ ...sides, compared: {}, options, sync: 'unknown', isSynced: false })
      return previewRendered(old, wanted, fields)
    }),
  )
  const shown = objects.filter((object) => object !== undefined)
  const hooks =
    after === undefined || shown.length === 0 ? [] : plannedHooks(after, head.source.rendered.commit.sha, '')
  return {
    objects: shown,
    hooks: hooks.map(({ key, phase, wave }) => ({ key, phase, wave })),
    problems: warningsOf(head.source),
  }
}

const unserved: Discovery = { resources: [], staleGroups: [] }

async function servedBy(ports: Ports, cluster: string): Promise<Discovery> {
  try {
    return await ports.cluster(cluster).discovery('cached')
  } catch (error) {
    if (error instanceof ClusterError) return unserved
    throw error
  }
}
