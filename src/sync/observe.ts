import type { Cluster } from '../cluster/cluster.ts'
import type { ResourceType } from '../cluster/discovery.ts'
import { digestList, getObject } from '../cluster/requests.ts'
import { reasonToKeep } from '../diff/extraneous.ts'
import { assessHealth } from '../health/assess-health.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { formatKey, keyOf, type ObjectKey } from '../kube/object-key.ts'
import { mapBounded } from '../map-bounded.ts'
import { hookFinalizer, hookRunOf, isHookOf } from './hook-run.ts'
import type { ManifestLookup } from './manifest-lookup.ts'
import type { Observed, Sighting } from './observed.ts'
import { isStopping, type ObjectResult, type Operation } from './operation.ts'
import { keysOf, type PlannedPhases, waveInHand } from './plan-order.ts'
import type { ServedKinds } from './served-kinds.ts'

const requestsAtOnce = 6

/** More objects of one kind and namespace than this are read by one LIST. */
const mostGets = 2

/** The objects that the step function may want to see: hooks under way, and what the wave in hand waits for. */
export function keysToObserve(plan: PlannedPhases, operation: Operation): readonly ObjectKey[] {
  const hooks = operation.hooks.filter(({ state }) => state === 'creating' || state === 'running')
  const wave = isStopping(operation) ? undefined : waveInHand(plan, operation)
  const waited = keysOf(wave)
  const open: ObjectResult['state'] = wave?.phase === 'Prune' ? 'pending' : 'applied'
  const objects = operation.results.filter(({ state, key }) => state === open && waited.has(formatKey(key)))
  const byKey = new Map([...hooks, ...objects].map(({ key }) => [formatKey(key), key]))
  return [...byKey.values()]
}

export interface Lookout {
  readonly cluster: Cluster
  readonly application: string
  readonly kinds: ServedKinds
  readonly lookup: ManifestLookup
}

/** Looks at these objects. A kind that the cluster does not serve is not looked at, which is not `absent`. */
export async function observe(lookout: Lookout, keys: readonly ObjectKey[]): Promise<Observed> {
  const groups = new Map<string, { readonly type: ResourceType; readonly keys: ObjectKey[] }>()
  for (const key of keys) {
    const type = await typeFor(lookout, key)
    if (type === undefined) continue
    const place = [type.group, type.version, type.resource, key.namespace].join(' ')
    const group = groups.get(place) ?? { type, keys: [] }
    groups.set(place, group)
    group.keys.push(key)
  }
  const seen = await mapBounded([...groups.values()], requestsAtOnce, ({ type, keys: wanted }) =>
    look(lookout, type, wanted),
  )
  return new Map(seen.flat())
}

async function typeFor({ kinds, lookup }: Lookout, key: ObjectKey): Promise<ResourceType | undefined> {
  const manifest = lookup(key)?.manifest
  return (manifest && (await kinds.typeOf(manifest))) ?? kinds.preferred(key)
}

type Seen = readonly [string, Sighting | 'absent']

async function look(
  { cluster, application }: Lookout,
  type: ResourceType,
  keys: readonly ObjectKey[],
): Promise<readonly Seen[]> {
  const namespace = keys[0]?.namespace ?? ''
  const wanted = new Set(keys.map(formatKey))
  const see = (object: LiveObject): readonly Seen[] => {
    const key = formatKey(keyOf(object))
    return wanted.has(key) ? [[key, sightingFrom(object, application)]] : []
  }
  const get = ({ name }: ObjectKey) => getObject(cluster, { type, namespace, name })
  const seen =
    keys.length > mostGets
      ? await digestList(cluster, type, namespace, see)
      : (await mapBounded(keys, requestsAtOnce, get)).flatMap((object) => (object ? see(object) : []))
  const byKey = new Map(seen)
  return keys.map((key): Seen => [formatKey(key), byKey.get(formatKey(key)) ?? 'absent'])
}

/** What the step function asks of a live object. */
export function sightingFrom(live: LiveObject, application: string): Sighting {
  const run = hookRunOf(live)
  const health = assessHealth(live, { hook: run !== undefined })
  const keep = reasonToKeep(live, application)
  return {
    uid: live.metadata.uid ?? '',
    resourceVersion: live.metadata.resourceVersion ?? '',
    deleting: live.metadata.deletionTimestamp !== undefined,
    ours: isHookOf(live, application),
    ...(health === undefined ? {} : { health }),
    ...(run === undefined ? {} : { run }),
    ...(live.metadata.finalizers?.includes(hookFinalizer) === true ? { held: true } : {}),
    ...(keep === undefined ? {} : { keep }),
  }
}
