import type { Commit, CommitSha } from '../git/commit.ts'
import { type HealthStatus, healthStatuses } from '../health/health.ts'
import { getOwn } from '../kube/json.ts'
import type { LiveMap, LiveObject } from '../kube/manifest.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import type { OperationPhase } from './operation.ts'
import { corruptRecord, newerRecord, RecordError, type RecordSubject } from './record-error.ts'
import { recordNamespace } from './record-names.ts'
import { commitSha, integer, listOf, objectOf, oneOf, type Shape, ShapeError, text, time } from './shape.ts'

/** How an application stands, in a few words: what a list of all applications shows. */
export interface StatusSummary {
  readonly application: string
  readonly sync: 'Synced' | 'OutOfSync' | 'Unknown'
  readonly health: HealthStatus
  /** The commit that this is about. */
  readonly commit?: CommitSha
  /** Of the last operation. */
  readonly operation?: OperationPhase
  /** Where it goes, and the revision that it follows, as declared. */
  readonly namespace?: string
  readonly revision?: string
  /** When the last operation ended that succeeded, RFC 3339. */
  readonly syncedAt?: string
  /** What the commit status says of this application. */
  readonly verdict?: StatusVerdict
  /** Digest of the declaration that this is about. */
  readonly declaration?: string
  /** Digest of what was declared and read at the commit. */
  readonly render?: string
  /** Where the answer is written: the head of the push that touched the application. */
  readonly reportedOn?: ReportedOn
  /** Older commits on which the answer about this application still stands open, oldest first. */
  readonly unended?: readonly Unended[]
  /** Where it was declared when its declaration asked that its objects go with it. */
  readonly deletion?: DeclaredIn
  /** One line. */
  readonly message: string
  /** RFC 3339. */
  readonly at: string
}

export interface DeclaredIn {
  readonly at: ReportedOn
  /** The root's revision and path. */
  readonly revision: string
  readonly path: string
  /** Where its deletion is told, once it has begun. */
  readonly on?: ReportedOn
}

export type StatusVerdict = 'success' | 'pending' | 'failure' | 'error'

/** A commit as the settings name its host. */
export interface ReportedOn {
  readonly host: string
  readonly owner: string
  readonly name: string
  readonly sha: CommitSha
}

export interface Unended extends ReportedOn {
  /** Why its sync failed there, where that is known and not told yet. */
  readonly failed?: string
}

export function commitReportedOn({ sha, host, owner, name }: ReportedOn): Commit {
  return { repository: { host, owner, name }, sha }
}

/** Of the ConfigMap that holds it. */
export const summaryAnnotation = 'plumbline.dev/summary'

const place = { host: text, owner: text, name: text, sha: commitSha }
const reportedOnShape: Shape<ReportedOn> = objectOf(place)
const unendedShape: Shape<Unended> = objectOf(place, { failed: text })

const summaryShape: Shape<StatusSummary> = objectOf(
  {
    application: text,
    sync: oneOf('Synced', 'OutOfSync', 'Unknown'),
    health: oneOf(...healthStatuses),
    message: text,
    at: time,
  },
  {
    commit: commitSha,
    operation: oneOf('Running', 'Succeeded', 'Failed', 'Error'),
    verdict: oneOf('success', 'pending', 'failure', 'error'),
    namespace: text,
    revision: text,
    syncedAt: time,
    declaration: text,
    render: text,
    reportedOn: reportedOnShape,
    unended: listOf(unendedShape),
    deletion: objectOf({ at: reportedOnShape, revision: text, path: text }, { on: reportedOnShape }),
  },
)

/** Throws `RecordError`. */
export function parseSummary(object: LiveObject, cluster: string): StatusSummary {
  const subject: RecordSubject = {
    object: `configmaps ${recordNamespace}/${object.metadata.name}`,
    cluster,
  }
  const written = getOwn(object.metadata.annotations ?? {}, summaryAnnotation)
  try {
    const value = JSON.parse(text(written, summaryAnnotation))
    const { version } = objectOf({ version: integer })(value, '')
    if (version > 1) throw newerRecord(subject, version)
    return summaryShape(value, '')
  } catch (error) {
    if (error instanceof RecordError) throw error
    throw corruptRecord(subject, error instanceof ShapeError ? error.message : 'its summary cannot be read')
  }
}

/** Fields in one order, so that equal summaries are equal texts. */
export function summaryText(summary: StatusSummary): string {
  const { application, sync, health, commit, operation, verdict, declaration, render } = summary
  const { namespace, revision, syncedAt, reportedOn, unended = [], deletion, message, at } = summary
  return JSON.stringify({
    version: 1,
    application,
    sync,
    health,
    commit,
    operation,
    verdict,
    namespace,
    revision,
    syncedAt,
    declaration,
    render,
    reportedOn: reportedOn && inOrder(reportedOn),
    unended:
      unended.length === 0 ? undefined : unended.map((one) => ({ ...inOrder(one), failed: one.failed })),
    deletion: deletion && {
      at: inOrder(deletion.at),
      revision: deletion.revision,
      path: deletion.path,
      on: deletion.on && inOrder(deletion.on),
    },
    message,
    at,
  })
}

function inOrder({ host, owner, name, sha }: ReportedOn): ReportedOn {
  return { host, owner, name, sha }
}

/** What the ConfigMap holds beside it. */
export function dataOf({ data }: LiveObject): LiveMap {
  return data !== undefined && isLiveMap(data) ? data : {}
}
