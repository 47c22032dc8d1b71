import type { Cluster } from '../cluster/cluster.ts'
import { ClusterError, type ClusterErrorCode } from '../cluster/cluster-error.ts'
import { type Discovery, preferredResource, resourceOf } from '../cluster/discovery.ts'
import type { LiveState } from '../cluster/live-state.ts'
import { getObject } from '../cluster/requests.ts'
import type { LiveObject, Manifest, StringMap } from '../kube/manifest.ts'
import type { Mask } from '../kube/masked.ts'
import { compareKeys, formatKey, groupOf, type ObjectKey, versionOf } from '../kube/object-key.ts'
import type { KindSchemas } from '../kube/open-api-schema.ts'
import { type Redact, redactorFor } from '../kube/redact.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Permit } from '../policy/permit.ts'
import { compareLive, type Result } from './compare-live.ts'
import { about } from './compare-object.ts'
import type { Comparison, Unlisted } from './comparison.ts'
import { isDefinition } from './custom-kinds.ts'
import { createdNamespace, type Desired, type DesiredObject, isNamespaceManaged } from './desired-objects.ts'
import { findExtraneous, type RecordedObject } from './extraneous.ts'
import { askJudge, type Judge } from './judge.ts'
import { kindOptions, type OptionsFor } from './kind-schemas.ts'
import { unverified, whyUnplaceable } from './unplaceable.ts'

export interface CompareInput {
  readonly desired: Desired
  readonly live: LiveState
  readonly discovery: Discovery
  readonly cluster: Cluster
  readonly builtins: KindSchemas
  readonly judge: Judge
  readonly mask: Mask
  /** What it refuses is neither looked for nor judged. */
  readonly permit: Permit
  readonly inventory: readonly RecordedObject[]
  /** What an earlier comparison gave to be remembered, by formatted key. */
  readonly verdicts: StringMap
  /** Formatted keys of what a running sync is about to send: its apply tells more than the judge would. */
  readonly underWay?: ReadonlySet<string>
}

export interface Compared {
  readonly comparison: Comparison
  /** What a sync sends: without ignored fields where the application asks for that. */
  readonly desired: Desired
  /** To be remembered: an application in which nothing changed is compared with them without asking the judge. */
  readonly verdicts: StringMap
}

/** How many objects are put to the judge at a time. */
const concurrency = 8

/** Desired against live, object by object. It writes nothing; what it cannot find out of an object is a finding. */
export async function compareApp(input: CompareInput): Promise<Compared> {
  const { desired, live } = input
  const namespace = await namespaceOf(input)
  const look = lookAround(input, namespace?.live === undefined ? namespace?.object : undefined)
  const own = namespace === undefined ? [] : [await compareOne(namespace.object, look, namespace.live)]
  const others = await mapBounded(desired.objects, concurrency, (object) =>
    compareOne(object, look, liveOf(object.key, live)),
  )
  const results = [...own, ...others]
  const extraneous = findExtraneous({
    application: desired.application.name,
    live: live.objects.values(),
    declared: declaredKeys(desired),
    inventory: input.inventory,
  })
  return {
    comparison: {
      application: desired.application.name,
      objects: [
        ...results.map(({ compared }) => compared),
        ...extraneous.toSorted((a, b) => compareKeys(a.key, b.key)),
      ],
      unlisted: unlistedOf(input),
    },
    desired: withSent(desired, results),
    verdicts: Object.fromEntries(
      results.flatMap(({ compared, verdict }) =>
        verdict === undefined ? [] : [[formatKey(compared.key), verdict]],
      ),
    ),
  }
}

/** What is sent, where it is not what Git says. */
function withSent(desired: Desired, results: readonly Result[]): Desired {
  const sent = new Map(
    results.flatMap(({ compared, sent: manifest }) =>
      manifest === undefined ? [] : [[formatKey(compared.key), manifest] as const],
    ),
  )
  if (sent.size === 0) return desired
  const objects = desired.objects.map((object) => {
    const manifest = sent.get(formatKey(object.key))
    return manifest === undefined ? object : { ...object, manifest }
  })
  return { ...desired, objects }
}

interface Look extends CompareInput {
  readonly optionsFor: OptionsFor
  readonly redact: Redact
  /** Definitions of kinds that come with this plan. */
  readonly definitions: readonly Manifest[]
  /** Namespaces that come with this plan. */
  readonly newNamespaces: ReadonlySet<string>
  readonly applied: ReadonlySet<string>
}

function lookAround(input: CompareInput, namespace: DesiredObject | undefined): Look {
  const { desired, live } = input
  const declared = desired.objects.filter(
    ({ key }) => isNamespace(key) && liveOf(key, live) === undefined && live.unreadable.every(isOther),
  )
  const isNew = [...declared, ...(namespace === undefined ? [] : [namespace])]
  return {
    ...input,
    optionsFor: kindOptions(input.builtins, input.cluster),
    redact: redactorFor([...desired.objects, ...desired.hooks].map(({ manifest }) => manifest)),
    definitions: desired.objects.map(({ manifest }) => manifest).filter(isDefinition),
    newNamespaces: new Set(isNew.map(({ key }) => key.name)),
    applied: new Set(input.inventory.flatMap(({ key, uid }) => (uid === undefined ? [] : [formatKey(key)]))),
  }
}

/** A namespace that is being deleted takes nothing any more: it is as good as gone, and comes with the plan. */
function liveOf(key: ObjectKey, { objects }: LiveState): LiveObject | undefined {
  const found = objects.get(formatKey(key))
  return found !== undefined && isNamespace(key) && isGoing(found) ? undefined : found
}

function isGoing({ metadata }: LiveObject): boolean {
  return metadata.deletionTimestamp !== undefined
}

function isOther({ type }: LiveState['unreadable'][number]): boolean {
  return !isNamespace(type)
}

function isNamespace({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return group === '' && kind === 'Namespace'
}

async function compareOne(object: DesiredObject, look: Look, found: LiveObject | undefined): Promise<Result> {
  const { live } = look
  const unplaceable = whyUnplaceable(object, { ...look, unreadable: live.unreadable })
  if (unplaceable !== undefined) return { compared: unplaceable }
  try {
    const inVersion = found && (await inVersionOf(object, found, look))
    return inVersion === undefined
      ? await compareMissing(object, look)
      : await compareLive(object, inVersion, look)
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error
    return { compared: unverified(object, 'unreachable', look.redact(error.message), 'unknown') }
  }
}

async function compareMissing(object: DesiredObject, look: Look): Promise<Result> {
  if (look.newNamespaces.has(object.key.namespace)) {
    return { compared: unverified(object, 'namespace-in-plan', 'its namespace comes with this plan', 'no') }
  }
  if (look.underWay?.has(formatKey(object.key)) === true)
    return { compared: { kind: 'missing', ...about(object) } }
  const judgement = await askJudge(look.judge, object, look.redact, false)
  switch (judgement.kind) {
    case 'predicted':
      return { compared: { kind: 'missing', ...about(object) } }
    case 'rejected':
      return { compared: { ...judgement, ...about(object) } }
    case 'unverified':
      return { compared: unverified(object, judgement.reason, judgement.message, 'no') }
  }
}

/** A list may have brought the object in another version: its fields mean other things there. */
async function inVersionOf(
  { key, manifest }: DesiredObject,
  live: LiveObject,
  { cluster, discovery }: Look,
): Promise<LiveObject | undefined> {
  if (live.apiVersion === manifest.apiVersion) return live
  const { apiVersion, kind } = manifest
  const type = resourceOf(discovery, groupOf(apiVersion), versionOf(apiVersion), kind)
  return type && getObject(cluster, { type, namespace: key.namespace, name: key.name })
}

interface OwnNamespace {
  readonly object: DesiredObject
  readonly live?: LiveObject
}

/**
 * The namespace of `CreateNamespace` where it is not there, or where its metadata is managed. What is live in it shows
 * that it is there; whoever may not look takes it to be there.
 */
async function namespaceOf(input: CompareInput): Promise<OwnNamespace | undefined> {
  const { desired, live, discovery, cluster } = input
  const namespace = createdNamespace(desired)
  const type = preferredResource(discovery, '', 'Namespace')
  if (namespace === undefined || type === undefined) return undefined
  if (isOutOfReach(namespace, input)) return { object: namespace }
  const isManaged = isNamespaceManaged(desired)
  const isUsed = [...live.objects.values()].some(
    (object) => object.metadata.namespace === namespace.key.name && !isGoing(object),
  )
  if (isUsed && !isManaged) return undefined
  try {
    const found = await getObject(cluster, { type, name: namespace.key.name })
    if (found === undefined || isGoing(found)) return { object: namespace }
    return isManaged ? { object: namespace, live: found } : undefined
  } catch (error) {
    if (error instanceof ClusterError && mayNotLook.has(error.code)) return undefined
    throw error
  }
}

const mayNotLook: ReadonlySet<ClusterErrorCode> = new Set(['forbidden', 'denied'])

/** Nothing of the application is permitted, its namespace neither: whether that is there is not its business. */
function isOutOfReach(namespace: DesiredObject, { desired, permit }: CompareInput): boolean {
  const all = [namespace, ...desired.objects, ...desired.hooks]
  return all.every(({ key, namespaced }) => permit(key, namespaced) !== undefined)
}

/** Formatted keys of everything that Git holds, whatever becomes of it. */
export function declaredKeys(desired: Desired): ReadonlySet<string> {
  const namespace = createdNamespace(desired)
  const all = [...desired.objects, ...desired.hooks, ...desired.leftOut, ...(namespace ? [namespace] : [])]
  return new Set(all.map(({ key }) => formatKey(key)))
}

/** What could not be listed, and what was recorded of kinds that the cluster does not tell of just now. */
function unlistedOf({ live, inventory, discovery }: CompareInput): readonly Unlisted[] {
  const refused = live.unreadable.map(({ type: { group, kind }, namespace, error }) => ({
    group,
    kind,
    namespace,
    reason: error.message,
  }))
  const silent = inventory
    .filter(({ key: { group, kind } }) => discovery.staleGroups.includes(group) && !isServed(group, kind))
    .map(({ key: { group, kind, namespace } }) => ({
      group,
      kind,
      namespace,
      reason: `the API group ${group} does not answer`,
    }))
  const places = silent.map((one) => [`${one.group}/${one.kind} ${one.namespace}`, one] as const)
  return [...refused, ...new Map(places).values()]

  function isServed(group: string, kind: string): boolean {
    return preferredResource(discovery, group, kind) !== undefined
  }
}
