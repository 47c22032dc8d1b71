import type { Cluster } from '../cluster/cluster.ts'
import { ClusterError } from '../cluster/cluster-error.ts'
import { mapBounded } from '../map-bounded.ts'
import type { ApplicationReport } from '../report/report.ts'
import type { Finding, SkippedCluster } from '../report/swept.ts'
import type { StatusSummary } from '../sync/status-summary.ts'
import type { Assignment } from './answer.ts'
import { answersOn, isNews } from './answers-on.ts'
import { declarationDigest } from './declaration-digest.ts'
import { isWrite } from './held.ts'
import { type Owners, ownersOf } from './owners.ts'
import type { Ports } from './ports.ts'
import { recall } from './publish.ts'
import { type Reconciled, reconcile } from './reconcile.ts'
import type { Roster, RosterEntry } from './roster.ts'
import { sharedCluster } from './shared-cluster.ts'
import { SweepTurn } from './sweep-turn.ts'

export interface SweepOptions {
  /** Do nothing in a cluster that another instance sweeps, or has swept less than an interval ago. */
  readonly inTurn: boolean
}

export interface Looked {
  readonly found: Finding
  readonly report: ApplicationReport
  /** Absent where there is nothing to do. */
  readonly assignment?: Assignment
}

export interface ClusterLook {
  readonly applications: readonly Looked[]
  readonly skipped?: SkippedCluster
}

const lookedAtAtOnce = 8

/** Looks at all applications of one cluster. One that cannot be asked is skipped, and hinders no other. */
export async function lookOver(
  ports: Ports,
  roster: Roster,
  name: string,
  { inTurn }: SweepOptions,
): Promise<ClusterLook> {
  const cluster = ports.cluster(name)
  try {
    const turn = await SweepTurn.take(ports, cluster, inTurn)
    if (turn === undefined) return skip(name, 'another-sweeper', 'another instance sweeps it')
    const applications = await lookAtAll(ports, roster, cluster, turn)
    await turn.end()
    return applications === undefined
      ? skip(name, 'another-sweeper', 'another instance took over')
      : { applications }
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    ports.log('error', 'a cluster could not be swept', { cluster: name, error: error.message })
    return skip(name, 'unreachable', error.message)
  }
}

function skip(cluster: string, reason: SkippedCluster['reason'], message: string): ClusterLook {
  return { applications: [], skipped: { cluster, reason, message } }
}

/** Undefined when the turn was lost meanwhile. */
async function lookAtAll(
  ports: Ports,
  roster: Roster,
  cluster: Cluster,
  turn: SweepTurn,
): Promise<readonly Looked[] | undefined> {
  const shared = sharedCluster(ports, cluster)
  const looking: Ports = { ...ports, cluster: () => shared }
  const memory = await recall(looking, [cluster.name])
  for (const error of memory.unknown.values()) throw error
  const owners = ownersOf(looking, roster)
  const entries = byNamespace(roster.entries.filter((entry) => entry.cluster === cluster.name))
  const looked = await mapBounded(entries, lookedAtAtOnce, async (entry) =>
    (await turn.isOurs())
      ? lookAtOne(looking, owners, entry, memory.of.get(entry.application.name)?.summary)
      : undefined,
  )
  const all = looked.filter((one) => one !== undefined)
  return all.length === looked.length ? all : undefined
}

/** Neighbours read the same lists, which are not kept for ever. */
function byNamespace(entries: readonly RosterEntry[]): readonly RosterEntry[] {
  const placeOf = ({ application }: RosterEntry) => `${application.destination.namespace} ${application.name}`
  return entries.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
}

async function lookAtOne(
  ports: Ports,
  owners: Owners,
  entry: RosterEntry,
  seen: StatusSummary | undefined,
): Promise<Looked> {
  const looked = await reconcile(ports, entry, {
    asked: false,
    mayWrite: false,
    mayRemember: true,
    owners,
  })
  const { report } = looked
  const found = findingOf(entry, looked, seen)
  const isOwed = (seen?.unended ?? []).length > 0
  if (found === 'not-known' || (found === 'unchanged' && !isOwed)) return { found, report }
  ports.log('info', 'the sweep found something to do', { application: report.name, found })
  return { found, report, assignment: { entry, on: answersOn(entry, seen) } }
}

function findingOf(entry: RosterEntry, looked: Reconciled, seen: StatusSummary | undefined): Finding {
  const { report, decided } = looked
  if (report.problems.some(({ retryable, warning }) => retryable && warning !== true)) return 'not-known'
  if (isNews(entry, seen)) return 'missed-push'
  if (decided !== undefined && isWrite(decided.verdict)) return 'due'
  return seen !== undefined && saysTheSame(entry, looked, seen) ? 'unchanged' : 'changed'
}

/** A text alone is worth a new answer only where it is the same each time: hosts count their statuses. */
function saysTheSame(entry: RosterEntry, { report, decided }: Reconciled, seen: StatusSummary): boolean {
  const isSteady =
    decided?.verdict.kind !== 'later' && (report.verdict === 'success' || report.verdict === 'pending')
  return (
    seen.sync === report.sync &&
    seen.health === report.health.status &&
    seen.verdict === report.verdict &&
    seen.declaration === declarationDigest(entry.application) &&
    (!isSteady || seen.message === report.summary)
  )
}
