import { isDeclaration } from '../apps/declaration.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { type Discovery, resourceOf } from '../cluster/discovery.ts'
import { type LiveState, readLiveState } from '../cluster/live-state.ts'
import { type CompareInput, compareApp, declaredKeys } from '../diff/compare.ts'
import type { Comparison } from '../diff/comparison.ts'
import { type Desired, desiredObjects } from '../diff/desired-objects.ts'
import { dryRunJudge, onlookersJudge } from '../diff/judge.ts'
import { liveStateQueries } from '../diff/live-queries.ts'
import { assessHealth, isHealthIgnored, worstHealth } from '../health/assess-health.ts'
import type { Health } from '../health/health.ts'
import type { LiveObject, Manifest } from '../kube/manifest.ts'
import { formatKey, groupOf, keyOf, versionOf } from '../kube/object-key.ts'
import { trackingIdOf } from '../kube/tracking.ts'
import type { Permit } from '../policy/permit.ts'
import type { RenderedApp } from '../render/rendered-app.ts'
import { present } from '../settings/present.ts'
import { emptyInventory, type Inventory } from '../sync/inventory.ts'
import type { Ports } from './ports.ts'

/** What one look at the cluster showed of an application. */
export interface Look {
  readonly desired: Desired
  /** By formatted key; nothing that is declared and not permitted. */
  readonly live: ReadonlyMap<string, LiveObject>
  readonly comparison: Comparison
  /** What the judge called equal, for the record. */
  readonly verdicts: Inventory['verdicts']
  readonly health: Health
  /** How many objects of the inventory are there. */
  readonly inventory: number
}

/** What a look is taken with. */
interface Eyes extends Pick<Ports, 'mask' | 'builtins'>, Pick<CompareInput, 'underWay'> {
  readonly mode: 'observe' | 'sync'
}

/** One LIST for each kind and namespace; the judge is asked only about what differs from it. */
export async function lookAt(
  rendered: RenderedApp,
  cluster: Cluster,
  inventory: Inventory | undefined,
  permit: Permit,
  { mask, builtins, mode, underWay }: Eyes,
  desire: (rendered: RenderedApp, discovery: Discovery) => Desired = desiredObjects,
): Promise<Look> {
  const recorded = inventory ?? emptyInventory
  const discovery = await discoveryFor(rendered, cluster)
  const desired = desire(rendered, discovery)
  const queries = liveStateQueries(desired, discovery, recorded.objects, permit)
  const wants = relevant(desired, recorded)
  const live = withoutForbidden(await readLiveState(cluster, queries, { wants }), desired, permit)
  const judge = dryRunJudge(cluster, discovery, rendered.application.syncPolicy.options)
  const { comparison, verdicts, ...sent } = await compareApp({
    desired,
    live,
    discovery,
    cluster,
    builtins,
    judge: mode === 'observe' ? onlookersJudge(judge) : judge,
    mask,
    permit,
    inventory: recorded.objects,
    verdicts: recorded.verdicts,
    ...present({ underWay }),
  })
  return {
    desired: sent.desired,
    live: live.objects,
    comparison,
    verdicts,
    health: healthOf(desired, live.objects, permit, unseenIn(comparison, live.objects)),
    inventory: recorded.objects.filter(({ key }) => live.objects.has(formatKey(key))).length,
  }
}

/** The cached discovery, unless the render holds a kind that it does not know. */
async function discoveryFor({ manifests }: RenderedApp, cluster: Cluster): Promise<Discovery> {
  const cached = await cluster.discovery('cached')
  return manifests.every(({ manifest }) => isDeclaration(manifest) || isServed(manifest, cached))
    ? cached
    : cluster.discovery('fresh')
}

function isServed({ apiVersion, kind }: Manifest, discovery: Discovery): boolean {
  return resourceOf(discovery, groupOf(apiVersion), versionOf(apiVersion), kind) !== undefined
}

/** What is declared, what was recorded, and what bears the application's mark: a namespace may hold much else. */
function relevant(desired: Desired, { objects }: Inventory): (live: LiveObject) => boolean {
  const keys = new Set([...declaredKeys(desired), ...objects.map(({ key }) => formatKey(key))])
  const { name } = desired.application
  return (live) => keys.has(formatKey(keyOf(live))) || trackingIdOf(live)?.application === name
}

/** A list that was made for something else may hold what is declared and not permitted. */
function withoutForbidden(live: LiveState, { objects }: Desired, permit: Permit): LiveState {
  const forbidden = objects.filter(({ key, namespaced }) => permit(key, namespaced) !== undefined)
  const keys = new Set(forbidden.map(({ key }) => formatKey(key)))
  return keys.size === 0
    ? live
    : { ...live, objects: new Map([...live.objects].filter(([key]) => !keys.has(key))) }
}

/** The first of what could not be looked at, though it may be: nobody knows whether it is there. */
function unseenIn({ objects }: Comparison, live: ReadonlyMap<string, LiveObject>): readonly Health[] {
  const unseen = objects.find(
    (one) =>
      one.kind === 'unverified' &&
      one.live === 'unknown' &&
      (one.reason === 'not-listed' || one.reason === 'unreachable') &&
      !live.has(formatKey(one.key)),
  )
  return unseen === undefined
    ? []
    : [{ status: 'Unknown', message: `${formatKey(unseen.key)} could not be looked at` }]
}

/**
 * The worst of the application's own objects that it may look at; hooks do not count. An application none of whose
 * objects is there is Missing.
 */
function healthOf(
  { objects }: Desired,
  live: ReadonlyMap<string, LiveObject>,
  permit: Permit,
  unseen: readonly Health[],
): Health {
  const permitted = objects.filter(({ key, namespaced }) => permit(key, namespaced) === undefined)
  if (objects.length > 0 && permitted.length === 0)
    return { status: 'Unknown', message: 'nothing of it may be looked at' }
  const present = permitted.flatMap(({ key }) => live.get(formatKey(key)) ?? [])
  if (permitted.length > 0 && present.length === 0 && unseen.length === 0)
    return { status: 'Missing', message: 'nothing of it is there' }
  const assessed = present
    .filter((object) => !isHealthIgnored(object))
    .flatMap((object) => named(object, assessHealth(object)))
  return worstHealth([...assessed, ...unseen])
}

function named(object: LiveObject, health: Health | undefined): readonly Health[] {
  if (health === undefined) return []
  if (health.status === 'Healthy') return [{ status: 'Healthy', message: '' }]
  const separator = health.message === '' ? '' : ': '
  return [{ ...health, message: `${object.kind} ${object.metadata.name}${separator}${health.message}` }]
}
