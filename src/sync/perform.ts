import type { Cluster } from '../cluster/cluster.ts'
import { despiteConflicts } from '../cluster/despite-conflicts.ts'
import type { ResourceType } from '../cluster/discovery.ts'
import { applyObject, createObject, getObject, type ObjectAddress, patchObject } from '../cluster/requests.ts'
import type { DesiredObject } from '../diff/desired-objects.ts'
import { fieldValidationOf } from '../diff/judge.ts'
import { syncOption } from '../diff/sync-option.ts'
import type { LiveObject, Manifest } from '../kube/manifest.ts'
import { formatKey, type ObjectKey } from '../kube/object-key.ts'
import type { TrackingLabel } from '../kube/tracking.ts'
import { describeClaim, otherGitOpsManager } from '../policy/other-gitops-manager.ts'
import type { Permit } from '../policy/permit.ts'
import { present } from '../settings/present.ts'
import type { Action, ApplyAction, CreateHookAction } from './decision.ts'
import type { ActionResult } from './fold.ts'
import { hookManifest } from './hook-run.ts'
import type { ManifestLookup } from './manifest-lookup.ts'
import { clientSideApplyMigration } from './migrate-client-side-apply.ts'
import { sightingFrom } from './observe.ts'
import type { PlannedPhases } from './plan-order.ts'
import { pruneObject } from './prune-object.ts'
import { fieldManager } from './record-store.ts'
import { makeRoom } from './recreate-object.ts'
import { isCode, refusalOf } from './refusal.ts'
import { removeHook } from './remove-hook.ts'
import type { ServedKinds } from './served-kinds.ts'
import type { UnmarkedObjects } from './unmarked-objects.ts'

/** What actions are performed with. */
export interface Stage {
  readonly cluster: Cluster
  readonly application: string
  readonly operationId: string
  readonly plan: PlannedPhases
  readonly kinds: ServedKinds
  readonly lookup: ManifestLookup
  readonly permit: Permit
  readonly trackingLabel?: TrackingLabel
  readonly migratesFrom?: string
  /** The application's sync options. */
  readonly options: readonly string[]
  /** Whether the object was applied by us before: then nobody's fields are left to be handed over. */
  readonly wasApplied: (key: ObjectKey) => boolean
  readonly unmarked: Pick<UnmarkedObjects, 'has'>
}

/** Performs one action. Throws `ClusterError` where the cluster could not be asked: then nothing is known of it. */
export async function perform(stage: Stage, action: Action): Promise<ActionResult> {
  switch (action.do) {
    case 'apply':
      return send(stage, action.step.key, (object, type) => apply(stage, action, object.manifest, type))
    case 'createHook':
      return send(stage, action.step.key, (object, type) => createHook(stage, action, object.manifest, type))
    case 'prune':
      return pruneObject(stage, action)
    case 'deleteHook':
    case 'releaseHook':
      return removeHook(stage, action)
  }
}

type Send = (object: DesiredObject, type: ResourceType) => Promise<ActionResult>

/** What goes before every sending: the permission, the manifest, the kind. */
async function send(stage: Stage, key: ObjectKey, attempt: Send): Promise<ActionResult> {
  const object = stage.lookup(key)
  if (object === undefined) return { kind: 'refused', message: 'its manifest is not in the render any more' }
  const refusal = stage.permit(key, object.namespaced)
  if (refusal !== undefined) return { kind: 'refused', message: refusal }
  const type = await stage.kinds.typeOf(object.manifest)
  if (type === undefined) return unknownKind(stage, object.manifest)
  if (type.namespaced !== object.namespaced) return otherScope(stage, key, type)
  try {
    return await attempt(object, type)
  } catch (error) {
    return refusalOf(error, isKindOnItsWay(stage.plan, key.group))
  }
}

/** A kind that came to be there after the plan was made. It is judged as what it is, and planned anew. */
function otherScope({ permit }: Stage, key: ObjectKey, { kind, namespaced }: ResourceType): ActionResult {
  const scope = namespaced ? 'namespaced' : 'of the whole cluster'
  const refusal = permit(namespaced ? key : { ...key, namespace: '' }, namespaced)
  return {
    kind: 'refused',
    message: refusal ?? `${kind} is ${scope}, which was not known when it was planned`,
  }
}

function unknownKind({ plan, options }: Stage, manifest: Manifest): ActionResult {
  const { apiVersion, kind } = manifest
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''
  const isAwaited = syncOption('SkipDryRunOnMissingResource', options, manifest) === 'true'
  return isAwaited || isKindOnItsWay(plan, group)
    ? { kind: 'postponed', message: `the cluster does not serve ${kind} in ${apiVersion} yet` }
    : {
        kind: 'refused',
        message: `the cluster does not know ${kind} in ${apiVersion}; install its definition`,
      }
}

/** A definition is called `<plural>.<group>`. */
function isKindOnItsWay({ phases }: PlannedPhases, group: string): boolean {
  const steps = phases.flatMap(({ waves }) => waves.flatMap((wave) => wave.steps))
  return steps.some(({ key }) => key.kind === 'CustomResourceDefinition' && key.name.endsWith(`.${group}`))
}

async function apply(
  stage: Stage,
  { step }: ApplyAction,
  manifest: Manifest,
  type: ResourceType,
): Promise<ActionResult> {
  if (step.reason === 'create-namespace') return createOnce(stage, manifest, type)
  const isFree =
    step.reason === 'missing' || stage.wasApplied(step.key) || (await stage.unmarked.has(step.key, type))
  const migrates = syncOption('ClientSideApplyMigration', stage.options) !== 'false'
  const address = { type, namespace: step.key.namespace, name: step.key.name }
  const looks = !isFree && (migrates || step.reason === 'unverified')
  const seen = looks ? await getObject(stage.cluster, address) : undefined
  const { application, trackingLabel } = stage
  const asking = { name: application, ...present({ trackingLabel }) }
  const claim = seen && step.reason === 'unverified' ? otherGitOpsManager(seen, asking) : undefined
  if (claim !== undefined)
    return { kind: 'refused', message: `${formatKey(step.key)} ${describeClaim(claim, application)}` }
  const blocked =
    step.recreates === undefined ? undefined : await makeRoom(stage, step.key, step.recreates, type)
  if (blocked !== undefined) return blocked
  const note = seen && migrates && isAppliedByClient(stage, seen) ? await takeOver(stage, address) : ''
  const fieldValidation = fieldValidationOf(manifest, stage.options)
  const live = await despiteConflicts(() =>
    applyObject(stage.cluster, type, manifest, { fieldManager, fieldValidation, force: true }),
  )
  return applied(stage, live, note)
}

/** A namespace that is only to be there: one that is there already is nobody's to change. */
async function createOnce(stage: Stage, manifest: Manifest, type: ResourceType): Promise<ActionResult> {
  try {
    return sent(stage, await createObject(stage.cluster, type, manifest, { fieldManager }), '')
  } catch (error) {
    if (!isCode(error, 'already-exists')) throw error
    const name = manifest.metadata.name ?? ''
    const live = await getObject(stage.cluster, { type, name })
    return live === undefined ? { kind: 'again' } : applied(stage, live, '')
  }
}

function isAppliedByClient({ migratesFrom }: Stage, live: LiveObject): boolean {
  return clientSideApplyMigration(live, fieldManager, migratesFrom) !== undefined
}

/** Hands the fields of client-side apply over to us, once; says so in the object's result. */
async function takeOver({ cluster, migratesFrom }: Stage, address: ObjectAddress): Promise<string> {
  return despiteConflicts(async () => {
    const live = await getObject(cluster, address)
    const migration = live && clientSideApplyMigration(live, fieldManager, migratesFrom)
    if (migration === undefined) return ''
    await patchObject(cluster, address, migration.patch, { fieldManager })
    return `took over the fields of ${migration.from.join(', ')}`
  })
}

async function createHook(
  stage: Stage,
  { phase }: CreateHookAction,
  manifest: Manifest,
  type: ResourceType,
): Promise<ActionResult> {
  const hook = hookManifest(manifest, { operation: stage.operationId, phase })
  try {
    const fieldValidation = fieldValidationOf(manifest, stage.options)
    return sent(stage, await createObject(stage.cluster, type, hook, { fieldManager, fieldValidation }), '')
  } catch (error) {
    // Ours after a lost answer, or an earlier run: looking at it tells which.
    if (isCode(error, 'already-exists')) return { kind: 'again' }
    throw error
  }
}

/** What is being deleted takes what is written and goes with it all the same: it is sent anew until it has gone. */
function applied(stage: Stage, live: LiveObject, note: string): ActionResult {
  return live.metadata.deletionTimestamp === undefined
    ? sent(stage, live, note)
    : { kind: 'postponed', message: 'it is being deleted, and created anew when it is gone' }
}

function sent({ application }: Stage, live: LiveObject, note: string): ActionResult {
  const sighting = sightingFrom(live, application)
  return { kind: 'sent', sighting, ...(note === '' ? {} : { note }) }
}
