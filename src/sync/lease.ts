import type { Cluster } from '../cluster/cluster.ts'
import { ClusterError } from '../cluster/cluster-error.ts'
import type { ResourceType } from '../cluster/discovery.ts'
import { createObject, getObject, updateObject } from '../cluster/requests.ts'
import type { LiveObject, LiveValue, Manifest, StringMap } from '../kube/manifest.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { compareAndSwap, isLostSwap } from './compare-and-swap.ts'
import { recordCluster } from './record-cluster.ts'
import { installationLabel, recordNamespace } from './record-names.ts'
import {
  fieldManager,
  inRecordNamespace,
  type RecordPlace,
  recordAnnotations,
  recordLabels,
} from './record-store.ts'

/** Of an application, or of what concerns a cluster as a whole. */
export interface LeasePlace {
  readonly cluster: Cluster
  readonly name: string
  readonly labels: StringMap
  readonly annotations: StringMap
}

export function applicationLease(place: RecordPlace): LeasePlace {
  const { cluster, names } = place
  return {
    cluster,
    name: names.lease,
    labels: recordLabels(place, 'lease'),
    annotations: recordAnnotations(place),
  }
}

/** Whoever holds it sweeps the applications of one cluster. */
export function sweepLease(cluster: Cluster, installation: string): LeasePlace {
  const label = installationLabel(installation)
  return {
    cluster: recordCluster(cluster),
    name: `sweep-${label}`,
    labels: {
      'app.kubernetes.io/managed-by': 'plumbline',
      'plumbline.dev/record': 'lease',
      'plumbline.dev/installation': label,
    },
    annotations: { 'plumbline.dev/installation': installation },
  }
}

/** A claim on an application. It keeps others from trying; what makes them safe is the operation's record. */
export interface HeldLease {
  readonly holder: string
  readonly resourceVersion: string
  readonly transitions: number
  /** By our clock, before the request was sent; milliseconds. */
  readonly renewedAt: number
}

/** How long a write may be on its way counts on these: `cluster/longest-flight.ts`. */
const leaseSeconds = 30
const renewAfterSeconds = 10
const marginSeconds = 5

const leases: ResourceType = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  resource: 'leases',
  namespaced: true,
  verbs: [],
}

/** True while no other call can have taken the lease, whatever became of us meanwhile. A clock that was set back tells nothing. */
export function isFresh({ renewedAt }: HeldLease, now: number): boolean {
  return now >= renewedAt && now - renewedAt < renewAfterSeconds * 1000
}

/**
 * The lease, or undefined while somebody else seems to hold it. `now` in milliseconds of Unix time. With `restSeconds`
 * it is not taken either when it was let go less than so long ago.
 */
export async function acquireLease(
  place: LeasePlace,
  holder: string,
  now: number,
  restSeconds: number = 0,
): Promise<HeldLease | undefined> {
  const live = await getObject(place.cluster, address(place))
  if (live === undefined) return createLease(place, holder, now)
  const { resourceVersion } = live.metadata
  const other = specOf(live).holderIdentity
  const transitions = transitionsOf(live) + 1
  const manifest = leaseManifest(place, { holder, now, transitions, resourceVersion })
  const isFree = typeof other !== 'string' || other === '' || other === holder
  const seconds = isFree ? restSeconds : leaseSeconds + marginSeconds
  if (seconds > 0 && !(await isOlderThan(seconds, place, live, manifest))) return undefined
  return swapLease(place, { holder, transitions, renewedAt: now, basis: resourceVersion }, () =>
    update(place, manifest),
  )
}

/** The same where most likely there is none yet. */
export async function acquireFirstLease(
  place: LeasePlace,
  holder: string,
  now: number,
): Promise<HeldLease | undefined> {
  return (await createLease(place, holder, now)) ?? acquireLease(place, holder, now)
}

function createLease(place: LeasePlace, holder: string, now: number): Promise<HeldLease | undefined> {
  const manifest = leaseManifest(place, { holder, now, transitions: 0 })
  const create = () => createObject(place.cluster, leases, manifest, { fieldManager })
  return swapLease(place, { holder, transitions: 0, renewedAt: now, basis: undefined }, () =>
    inRecordNamespace(place.cluster, create),
  )
}

/** Undefined when somebody took it: nothing may be written any more. */
export async function renewLease(
  place: LeasePlace,
  lease: HeldLease,
  now: number,
): Promise<HeldLease | undefined> {
  const { holder, transitions, resourceVersion } = lease
  const manifest = leaseManifest(place, { holder, now, transitions, resourceVersion })
  return swapLease(place, { holder, transitions, renewedAt: now, basis: resourceVersion }, () =>
    update(place, manifest),
  )
}

/** So that the next call need not wait for it to expire. Losing it to somebody meanwhile is as good. */
export async function releaseLease(place: LeasePlace, lease: HeldLease, now: number): Promise<void> {
  const { transitions, resourceVersion } = lease
  const manifest = leaseManifest(place, { now, transitions, resourceVersion })
  const free = { holder: '', transitions, renewedAt: now, basis: resourceVersion }
  try {
    await swapLease(place, free, () => update(place, manifest))
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
  }
}

function update({ cluster }: LeasePlace, manifest: Manifest): Promise<LiveObject> {
  return updateObject(cluster, leases, manifest, { fieldManager })
}

/** What names us is ours: holders are unique to a call. */
async function swapLease(
  place: LeasePlace,
  { basis, ...mine }: Omit<HeldLease, 'resourceVersion'> & { readonly basis: string | undefined },
  write: () => Promise<LiveObject>,
): Promise<HeldLease | undefined> {
  const look = () => getObject(place.cluster, address(place))
  const isOurs = (live: LiveObject) => specOf(live).holderIdentity === mine.holder
  const resourceVersion = await compareAndSwap({ basis, write, look, isOurs })
  return resourceVersion === undefined ? undefined : { ...mine, resourceVersion }
}

/**
 * By the API server's clock alone, since ours may be wrong: a dry run of the very write that would take the lease is
 * stamped with the time of now, as the lease is with that of its last renewal. Both to the second.
 */
async function isOlderThan(
  seconds: number,
  place: LeasePlace,
  live: LiveObject,
  taking: Manifest,
): Promise<boolean> {
  try {
    const probe = await updateObject(place.cluster, leases, taking, { fieldManager, dryRun: true })
    return stampOf(probe) - stampOf(live) > seconds * 1000
  } catch (error) {
    if (isLostSwap(error)) return false
    throw error
  }
}

/** When the API server last saw the spec change. */
function stampOf(live: LiveObject): number {
  const times = (live.metadata.managedFields ?? []).map(({ time }) => Date.parse(time ?? ''))
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)))
}

interface LeaseState {
  /** Absent: free. */
  readonly holder?: string
  readonly now: number
  readonly transitions: number
  readonly resourceVersion?: string | undefined
}

function leaseManifest(
  place: LeasePlace,
  { holder, now, transitions, resourceVersion }: LeaseState,
): Manifest {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name: place.name,
      namespace: recordNamespace,
      labels: place.labels,
      annotations: place.annotations,
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
    },
    spec: {
      ...(holder === undefined ? {} : { holderIdentity: holder }),
      leaseDurationSeconds: leaseSeconds,
      leaseTransitions: transitions,
      renewTime: microTime(now),
    },
  }
}

/** Kubernetes' MicroTime wants six digits. */
function microTime(now: number): string {
  return new Date(now).toISOString().replace('Z', '000Z')
}

function specOf({ spec }: LiveObject): { readonly [key: string]: LiveValue } {
  return isLiveMap(spec) ? spec : {}
}

function transitionsOf(live: LiveObject): number {
  const { leaseTransitions } = specOf(live)
  return typeof leaseTransitions === 'number' ? leaseTransitions : 0
}

function address({ name }: LeasePlace): { type: ResourceType; namespace: string; name: string } {
  return { type: leases, namespace: recordNamespace, name }
}
