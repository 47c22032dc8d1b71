import { createObject, getObject, patchObject } from '../cluster/requests.ts'
import { getOwn } from '../kube/json.ts'
import type { LiveObject, Manifest, StringMap } from '../kube/manifest.ts'
import { compareAndSwap } from './compare-and-swap.ts'
import { RecordError } from './record-error.ts'
import { recordNamespace } from './record-names.ts'
import {
  configMaps,
  fieldManager,
  inRecordNamespace,
  type RecordPlace,
  recordAddress,
  recordAnnotations,
  recordLabels,
} from './record-store.ts'
import type { PackedMemory } from './render-memory.ts'
import { dataOf, parseSummary, type StatusSummary, summaryAnnotation, summaryText } from './status-summary.ts'

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
  const resourceVersion = await compareAndSwap({
    basis: live?.metadata.resourceVersion,
    write: () =>
      live === undefined ? createStatus(place, summary, memory) : patchSummary(place, live, summary, memory),
    look: () => getObject(place.cluster, recordAddress(place.names.status)),
    isOurs: (now) => textOf(now) === summaryText(summary) && remembers(now, memory),
  })
  return { swap: resourceVersion === undefined ? 'lost' : 'written', previous }
}

function textOf({ metadata }: LiveObject): string | undefined {
  return getOwn(metadata.annotations ?? {}, summaryAnnotation)
}

function remembers(live: LiveObject, memory: PackedMemory | undefined): boolean {
  return memory === undefined || dataOf(live).renderId === memory.renderId
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

async function patchSummary(
  { cluster, names }: RecordPlace,
  live: LiveObject,
  summary: StatusSummary,
  memory: PackedMemory | undefined,
): Promise<LiveObject> {
  const { resourceVersion = '' } = live.metadata
  const annotations = { [summaryAnnotation]: summaryText(summary) }
  const patch = { metadata: { resourceVersion, annotations }, ...dataFrom(memory) }
  return patchObject(cluster, recordAddress(names.status), patch, { fieldManager })
}

function dataFrom(memory: PackedMemory | undefined): { readonly data?: StringMap } {
  return memory === undefined ? {} : { data: { ...memory } }
}

async function createStatus(
  place: RecordPlace,
  summary: StatusSummary,
  memory: PackedMemory | undefined,
): Promise<LiveObject> {
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
  return inRecordNamespace(place.cluster, () =>
    createObject(place.cluster, configMaps, manifest, { fieldManager }),
  )
}
