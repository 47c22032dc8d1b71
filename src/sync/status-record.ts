import type { Cluster } from '../cluster/cluster.ts'
import { ClusterError } from '../cluster/cluster-error.ts'
import { createObject, getObject, listObjects, patchObject } from '../cluster/requests.ts'
import type { Commit, CommitSha } from '../git/commit.ts'
import { type HealthStatus, healthStatuses } from '../health/health.ts'
import { getOwn } from '../kube/json.ts'
import type { LiveMap, LiveObject, Manifest, StringMap } from '../kube/manifest.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import type { OperationPhase } from './operation.ts'
import { recordCluster } from './record-cluster.ts'
import { corruptRecord, newerRecord, RecordError, type RecordSubject } from './record-error.ts'
import { recordNamespace } from './record-names.ts'
import {
  configMaps,
  fieldManager,
  inRecordNamespace,
  installationSelector,
  type RecordPlace,
  recordAddress,
  recordAnnotations,
  recordLabels,
} from './record-store.ts'
import type { PackedMemory } from './render-memory.ts'
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

/** A status that cannot be read hides no other one. */
export type ListedStatus =
  | { readonly kind: 'status'; readonly summary: StatusSummary }
  | { readonly kind: 'unreadable'; readonly error: RecordError }

const summaryAnnotation = 'plumbline.dev/summary'

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

/** Undefined before the first one was written. Throws `RecordError`. */
export async function readStatus(place: RecordPlace): Promise<StatusSummary | undefined> {
  const object = await getObject(place.cluster, recordAddress(place.names.status))
  return object && parseSummary(object, place.cluster.name)
}

/**
 * Writes the summary, unless it says already what is there but for the time, and what is remembered of the render,
 * where that is known. Whatever else people keep in this ConfigMap stays. `lost`: somebody else wrote meanwhile, and
 * knows better. Throws `RecordError` for a newer version; a damaged summary is written anew.
 */
export async function writeStatus(
  place: RecordPlace,
  summary: StatusSummary,
  memory?: PackedMemory,
): Promise<Swap | 'left'> {
  return (await updateStatus(place, () => summary, memory)).swap
}

type Swap = 'written' | 'unchanged' | 'lost'
type Awaitable<T> = T | Promise<T>

/**
 * The same, made of what stood there until now, with nobody's write in between. `previous` is undefined where that was
 * nothing, or damaged; where nothing is made of it, nothing is written.
 */
export async function updateStatus(
  place: RecordPlace,
  summaryAfter: (previous: StatusSummary | undefined) => Awaitable<StatusSummary | undefined>,
  memory?: PackedMemory,
): Promise<{ readonly swap: Swap | 'left'; readonly previous: StatusSummary | undefined }> {
  const live = await getObject(place.cluster, recordAddress(place.names.status))
  const previous = live && parseUnlessCorrupt(live, place.cluster.name)
  const summary = await summaryAfter(previous)
  if (summary === undefined) return { swap: 'left', previous }
  if (live !== undefined && isSame(previous, summary) && remembers(live, memory))
    return { swap: 'unchanged', previous }
  try {
    if (live !== undefined) await patchSummary(place, live, summary, memory)
    else await createStatus(place, summary, memory)
    return { swap: 'written', previous }
  } catch (error) {
    if (error instanceof ClusterError && isLost(error)) return { swap: 'lost', previous }
    throw error
  }
}

function isLost({ code }: ClusterError): boolean {
  return code === 'conflict' || code === 'already-exists'
}

/** The summaries of an installation's applications in one cluster, by one LIST of metadata. */
export async function listStatuses(cluster: Cluster, installation: string): Promise<readonly ListedStatus[]> {
  const labelSelector = `plumbline.dev/record=status,${installationSelector(installation)}`
  const objects = await listObjects(recordCluster(cluster), configMaps, recordNamespace, {
    labelSelector,
    metadataOnly: true,
  })
  return objects.map((object) => listed(object, cluster.name))
}

/** By name of the application, what its record remembers of its render, by one LIST; damaged records remember nothing. */
export async function listPackedMemories(
  cluster: Cluster,
  installation: string,
): Promise<ReadonlyMap<string, string>> {
  const labelSelector = `plumbline.dev/record=status,${installationSelector(installation)}`
  const objects = await listObjects(recordCluster(cluster), configMaps, recordNamespace, { labelSelector })
  const found = objects.flatMap((object): readonly (readonly [string, string])[] => {
    const status = listed(object, cluster.name)
    const render = dataOf(object).render
    return status.kind === 'status' && typeof render === 'string'
      ? [[status.summary.application, render]]
      : []
  })
  return new Map(found)
}

function dataOf({ data }: LiveObject): LiveMap {
  return data !== undefined && isLiveMap(data) ? data : {}
}

function remembers(live: LiveObject, memory: PackedMemory | undefined): boolean {
  return memory === undefined || dataOf(live).renderId === memory.renderId
}

function listed(object: LiveObject, cluster: string): ListedStatus {
  try {
    return { kind: 'status', summary: parseSummary(object, cluster) }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    return { kind: 'unreadable', error }
  }
}

function parseSummary(object: LiveObject, cluster: string): StatusSummary {
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

function isSame(previous: StatusSummary | undefined, summary: StatusSummary): boolean {
  return previous !== undefined && summaryText({ ...previous, at: summary.at }) === summaryText(summary)
}

function parseUnlessCorrupt(live: LiveObject, cluster: string): StatusSummary | undefined {
  try {
    return parseSummary(live, cluster)
  } catch (error) {
    if (error instanceof RecordError && error.code === 'corrupt') return undefined
    throw error
  }
}

/** Fields in one order, so that equal summaries are equal texts. */
function summaryText(summary: StatusSummary): string {
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

async function patchSummary(
  { cluster, names }: RecordPlace,
  live: LiveObject,
  summary: StatusSummary,
  memory: PackedMemory | undefined,
): Promise<void> {
  const { resourceVersion = '' } = live.metadata
  const annotations = { [summaryAnnotation]: summaryText(summary) }
  const patch = { metadata: { resourceVersion, annotations }, ...dataFrom(memory) }
  await patchObject(cluster, recordAddress(names.status), patch, { fieldManager })
}

function dataFrom(memory: PackedMemory | undefined): { readonly data?: StringMap } {
  return memory === undefined ? {} : { data: { ...memory } }
}

async function createStatus(
  place: RecordPlace,
  summary: StatusSummary,
  memory: PackedMemory | undefined,
): Promise<void> {
  const annotations = { ...recordAnnotations(place), [summaryAnnotation]: summaryText(summary) }
  const manifest: Manifest = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: place.names.status,
      namespace: recordNamespace,
      labels: recordLabels(place, 'status'),
      annotations,
    },
    ...dataFrom(memory),
  }
  await inRecordNamespace(place.cluster, () =>
    createObject(place.cluster, configMaps, manifest, { fieldManager }),
  )
}
