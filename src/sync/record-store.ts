import type { Cluster } from '../cluster/cluster.ts'
import { ClusterError } from '../cluster/cluster-error.ts'
import type { ResourceType } from '../cluster/discovery.ts'
import { createObject, getObject, type ObjectAddress, updateObject } from '../cluster/requests.ts'
import type { LiveObject, Manifest, StringMap } from '../kube/manifest.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { compareAndSwap } from './compare-and-swap.ts'
import { recordCluster } from './record-cluster.ts'
import { corruptRecord, newerRecord, type RecordSubject } from './record-error.ts'
import { installationLabel, type RecordNames, recordNames, recordNamespace } from './record-names.ts'

/** The field manager of everything that Plumbline writes. */
export const fieldManager = 'plumbline'

/** Where one application's records are. */
export interface RecordPlace {
  readonly cluster: Cluster
  readonly installation: string
  readonly application: string
  readonly names: RecordNames
}

export function recordPlace(cluster: Cluster, installation: string, application: string): RecordPlace {
  const names = recordNames(installation, application)
  return { cluster: recordCluster(cluster), installation, application, names }
}

/** A ConfigMap's texts, and what a compare-and-swap needs. */
export interface StoredMap {
  readonly data: StringMap
  readonly annotations: StringMap
  readonly uid: string
  readonly resourceVersion: string
}

/** `lost`: somebody else wrote since `basis` was read. */
export type Swap = { readonly kind: 'written'; readonly resourceVersion: string } | { readonly kind: 'lost' }

export type RecordKind = 'operation' | 'inventory' | 'inventory-part' | 'status' | 'lease'

export const configMaps: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  namespaced: true,
  verbs: [],
}

export const namespaces: ResourceType = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  namespaced: false,
  verbs: [],
}

export function recordAddress(name: string): ObjectAddress {
  return { type: configMaps, namespace: recordNamespace, name }
}

export function recordSubject({ cluster }: RecordPlace, name: string): RecordSubject {
  return { object: `configmaps ${recordNamespace}/${name}`, cluster: cluster.name }
}

export async function readMap(place: RecordPlace, name: string): Promise<StoredMap | undefined> {
  const object = await getObject(place.cluster, recordAddress(name))
  return object && storedMap(place, object)
}

function storedMap(place: RecordPlace, object: LiveObject): StoredMap {
  const { uid, resourceVersion, annotations = {}, name } = object.metadata
  const data = object.data ?? {}
  const entries = isLiveMap(data) ? Object.entries(data) : []
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  if (uid === undefined || resourceVersion === undefined || texts.length !== entries.length) {
    throw corruptRecord(recordSubject(place, name), 'its data are no texts')
  }
  return { data: Object.fromEntries(texts), annotations, uid, resourceVersion }
}

/** Refuses what a later release wrote, and what says no version at all. */
export function checkVersion(subject: RecordSubject, version: string | undefined): void {
  const number = version !== undefined && /^[1-9]\d{0,8}$/.test(version) ? Number(version) : 0
  if (number > 1) throw newerRecord(subject, number)
  if (number !== 1) throw corruptRecord(subject, 'it says no version')
}

/** Writes a ConfigMap if nobody has since `basis`, the resourceVersion that was read; undefined creates it. */
export async function swapMap(
  place: RecordPlace,
  kind: RecordKind,
  name: string,
  data: StringMap,
  basis: string | undefined,
): Promise<Swap> {
  const resourceVersion = await compareAndSwap({
    basis,
    write: () => writeMap(place, manifestOf(place, kind, name, data, basis), basis),
    look: () => getObject(place.cluster, recordAddress(name)),
    isOurs: (live) => sameTexts(storedMap(place, live).data, data),
  })
  return resourceVersion === undefined ? { kind: 'lost' } : { kind: 'written', resourceVersion }
}

async function writeMap(
  { cluster }: RecordPlace,
  manifest: Manifest,
  basis: string | undefined,
): Promise<LiveObject> {
  if (basis !== undefined) return updateObject(cluster, configMaps, manifest, { fieldManager })
  return inRecordNamespace(cluster, () => createObject(cluster, configMaps, manifest, { fieldManager }))
}

/** Performs a creation in the records' namespace, which is itself created when it is not there. */
export async function inRecordNamespace<T>(cluster: Cluster, create: () => Promise<T>): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if (!(error instanceof ClusterError) || error.code !== 'not-found') throw error
    await createNamespace(cluster)
    return create()
  }
}

async function createNamespace(cluster: Cluster): Promise<void> {
  const labels = { 'app.kubernetes.io/managed-by': 'plumbline' }
  const manifest: Manifest = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: recordNamespace, labels },
  }
  try {
    await createObject(cluster, namespaces, manifest, { fieldManager })
  } catch (error) {
    if (!(error instanceof ClusterError) || error.code !== 'already-exists') throw error
  }
}

function manifestOf(
  place: RecordPlace,
  kind: RecordKind,
  name: string,
  data: StringMap,
  basis: string | undefined,
): Manifest {
  const version = basis === undefined ? {} : { resourceVersion: basis }
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: recordNamespace,
      labels: recordLabels(place, kind),
      annotations: recordAnnotations(place),
      ...version,
    },
    data,
  }
}

export function recordLabels({ names }: RecordPlace, kind: RecordKind): StringMap {
  return {
    'app.kubernetes.io/managed-by': 'plumbline',
    'plumbline.dev/record': kind,
    'plumbline.dev/installation': names.installation,
    'plumbline.dev/application': names.application,
  }
}

/** All records of one installation in a cluster. */
export function installationSelector(installation: string): string {
  return `plumbline.dev/installation=${installationLabel(installation)}`
}

/** The names behind the hashes, for people. */
export function recordAnnotations({ installation, application }: RecordPlace): StringMap {
  return { 'plumbline.dev/installation': installation, 'plumbline.dev/application': application }
}

function sameTexts(a: StringMap, b: StringMap): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
