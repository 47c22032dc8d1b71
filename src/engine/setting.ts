import type { Cluster } from '../cluster/cluster.ts'
import type { desiredForDeletion } from '../diff/desired-objects.ts'
import { markHandedOver } from '../diff/handed-over.ts'
import type { CommitSha } from '../git/commit.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import type { Neighbours } from '../plan/neighbours.ts'
import type { Plan } from '../plan/plan.ts'
import type { Selector } from '../plan/selection.ts'
import { permitFor } from '../policy/authorise.ts'
import type { Permit } from '../policy/permit.ts'
import { present } from '../settings/present.ts'
import { readInventory } from '../sync/inventory-record.ts'
import type { Operation } from '../sync/operation.ts'
import type { OperationRecord } from '../sync/operation-record.ts'
import { unsentObjects } from '../sync/plan-order.ts'
import { type RecordPlace, recordPlace } from '../sync/record-store.ts'
import type { RenderedSource } from './entry-source.ts'
import { type Look, lookAt } from './look.ts'
import { timed } from './meter.ts'
import { type Owners, unknownNeighbours } from './owners.ts'
import { planFor } from './plan-for.ts'
import type { Ports } from './ports.ts'
import { rememberVerdicts } from './remember-verdicts.ts'
import type { RosterEntry } from './roster.ts'
import { renderDigest } from './touched.ts'

export interface ReconcileOptions {
  /** A person asked for a sync: automation does not matter. */
  readonly asked: boolean
  /** When, in milliseconds of Unix time. A sync by hand that began since then is the one that was asked for. */
  readonly askedAt?: number
  /** Of a person who asked: whether objects that are not in Git are deleted. Else the application's policy says it. */
  readonly prune?: boolean
  /** Of a person who asked: the only objects that the sync is about. */
  readonly only?: readonly Selector[]
  /** False: compare and plan, and write nothing, not even records. */
  readonly mayWrite: boolean
  /** Who else declares what; without it nothing is pruned. */
  readonly owners?: Owners
  /** What the judge said may be kept, also where nothing else is written. */
  readonly mayRemember?: boolean
}

/** One application that is rendered, with all that looking at it, planning and syncing it take. */
export interface Setting {
  readonly ports: Ports
  readonly entry: RosterEntry
  readonly source: RenderedSource
  readonly render: string
  /** The commit whose work this is: an older one than the source's, where nothing that it renders from has changed since. */
  readonly commit: CommitSha
  readonly cluster: Cluster
  readonly place: RecordPlace
  readonly permit: Permit
  readonly mayWrite: boolean
  readonly prunes: boolean
  readonly neighbours: Neighbours
  readonly only?: readonly Selector[]
  readonly mayRemember: boolean
}

export async function settingOf(
  ports: Ports,
  entry: RosterEntry,
  source: RenderedSource,
  { asked, prune, mayWrite, mayRemember = mayWrite, owners, only }: ReconcileOptions,
): Promise<Setting> {
  const cluster = ports.cluster(entry.cluster)
  const place = recordPlace(cluster, ports.settings.installation, entry.application.name)
  const permit = permitFor(entry.application, entry.root.allow)
  const neighbours = (await owners?.neighboursOf(entry)) ?? unknownNeighbours
  const prunes = asked ? prune === true : entry.application.syncPolicy.automated?.prune === true
  const work = { source, render: renderDigest(source.rendered), commit: source.rendered.commit.sha }
  return {
    ports,
    entry,
    ...work,
    cluster,
    place,
    permit,
    mayWrite,
    mayRemember,
    prunes,
    neighbours,
    ...present({ only }),
  }
}

/** What is there now, compared. */
export function see(setting: Setting, how: Seeing = {}): Promise<Look> {
  return timed(setting.ports, 'compare', () => compareNow(setting, how))
}

interface Seeing {
  readonly desire?: typeof desiredForDeletion
  /** A running sync of this very work. */
  readonly running?: OperationRecord
}

async function compareNow(
  { source, entry, cluster, place, ports, permit, mayRemember, neighbours }: Setting,
  { desire, running }: Seeing,
): Promise<Look> {
  const stored = await readInventory(place)
  const underWay = running && unsentObjects(running, running.operation)
  const eyes = { ...ports, mode: entry.root.mode, ...present({ underWay }) }
  const seen = await lookAt(source.rendered, cluster, stored?.inventory, permit, eyes, desire)
  const isDeclaredElsewhere = (key: ObjectKey) => neighbours.declarersOf(key).length > 0
  const look = { ...seen, comparison: markHandedOver(seen.comparison, isDeclaredElsewhere) }
  if (mayRemember) await rememberVerdicts(place, stored, source.rendered, look)
  return look
}

export function planOf(
  { ports, commit, entry, place, permit, prunes, neighbours, only }: Setting,
  { desired, comparison, live, inventory }: Look,
  kind: Operation['kind'],
  startedAt: string,
  wish: { readonly confirm?: string } = {},
): Promise<Plan> {
  const { installation, brakes } = ports.settings
  const work = () =>
    planFor(place, {
      desired,
      comparison,
      live,
      commit,
      kind,
      mode: entry.root.mode,
      startedAt,
      permit,
      pruning: { isOn: prunes, installation, brakes, inventory },
      neighbours,
      ...present({ only }),
      ...wish,
    })
  return timed(ports, 'plan', work)
}

export function nowText(ports: Ports): string {
  return new Date(ports.now()).toISOString()
}
