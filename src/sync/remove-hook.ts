import type { Cluster } from '../cluster/cluster.ts'
import { despiteConflicts } from '../cluster/despite-conflicts.ts'
import { deleteObject, getObject, type ObjectAddress, patchObject } from '../cluster/requests.ts'
import type { LiveObject } from '../kube/manifest.ts'
import type { Permit } from '../policy/permit.ts'
import type { DeleteHookAction, ReleaseHookAction } from './decision.ts'
import type { ActionResult } from './fold.ts'
import { hookFinalizer } from './hook-run.ts'
import type { ManifestLookup } from './manifest-lookup.ts'
import { propagationOf } from './propagation.ts'
import { fieldManager } from './record-store.ts'
import { isCode, refusalOf } from './refusal.ts'
import type { ServedKinds } from './served-kinds.ts'

interface Tools {
  readonly cluster: Cluster
  readonly kinds: ServedKinds
  readonly lookup: ManifestLookup
  readonly permit: Permit
  /** The application's sync options. */
  readonly options: readonly string[]
}

/**
 * Takes our finalizer off a hook, and deletes it where that is asked. Only ever the object with that uid. One that
 * may still run goes together with what it started, so that the next never runs beside it.
 */
export async function removeHook(
  tools: Tools,
  action: DeleteHookAction | ReleaseHookAction,
): Promise<ActionResult> {
  const { key, uid } = action
  const type = await tools.kinds.preferred(key)
  if (type === undefined) return { kind: 'done' }
  const refusal = tools.permit(key, type.namespaced)
  if (refusal !== undefined) return { kind: 'refused', message: refusal }
  const address = { type, namespace: key.namespace, name: key.name }
  try {
    const live = await despiteConflicts(() => release(tools.cluster, address, uid))
    const isThere = live !== undefined && live.metadata.deletionTimestamp === undefined
    if (action.do === 'deleteHook' && isThere) await remove(tools, address, action)
    return { kind: 'done' }
  } catch (error) {
    if (isCode(error, 'not-found')) return { kind: 'done' }
    return isCode(error, 'conflict') ? { kind: 'again' } : refusalOf(error, false)
  }
}

/** The object as it was found, or undefined when it is gone or another one has its name. */
async function release(
  cluster: Cluster,
  address: ObjectAddress,
  uid: string,
): Promise<LiveObject | undefined> {
  const live = await getObject(cluster, address)
  if (live === undefined || live.metadata.uid !== uid) return undefined
  const { finalizers = [], resourceVersion = '' } = live.metadata
  if (!finalizers.includes(hookFinalizer)) return live
  const kept = finalizers.filter((name) => name !== hookFinalizer)
  await patchObject(cluster, address, { metadata: { resourceVersion, finalizers: kept } }, { fieldManager })
  return live
}

/** One that is terminated takes along what it started, whatever an option says. */
async function remove(
  { cluster, options }: Tools,
  address: ObjectAddress,
  { uid, why }: DeleteHookAction,
): Promise<void> {
  const propagationPolicy =
    why === 'terminated'
      ? 'Foreground'
      : propagationOf(options, why === 'policy' ? 'Background' : 'Foreground')
  await deleteObject(cluster, address, { preconditions: { uid }, propagationPolicy })
}
