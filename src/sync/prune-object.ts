import type { Cluster } from '../cluster/cluster.ts'
import { deleteObject } from '../cluster/requests.ts'
import type { Permit } from '../policy/permit.ts'
import type { PruneAction } from './decision.ts'
import type { ActionResult } from './fold.ts'
import type { ManifestLookup } from './manifest-lookup.ts'
import { propagationOf } from './propagation.ts'
import { isCode, refusalOf } from './refusal.ts'
import type { ServedKinds } from './served-kinds.ts'

interface Tools {
  readonly cluster: Cluster
  readonly kinds: ServedKinds
  readonly lookup: ManifestLookup
  readonly permit: Permit
  readonly options: readonly string[]
}

/**
 * Deletes one object, if nobody has touched it since it was looked at: whoever marks
 * it, owns it or puts another in its place meanwhile makes the API server refuse, and it is looked at again.
 */
export async function pruneObject(
  { cluster, kinds, lookup, permit, options }: Tools,
  { step: { key, uid }, resourceVersion }: PruneAction,
): Promise<ActionResult> {
  if (lookup(key) !== undefined) return { kind: 'refused', message: 'it is in the render: not deleted' }
  const type = await kinds.preferred(key)
  if (type === undefined) return { kind: 'again' }
  const refusal = permit(key, type.namespaced)
  if (refusal !== undefined) return { kind: 'refused', message: refusal }
  const address = { type, namespace: key.namespace, name: key.name }
  const preconditions = { uid, resourceVersion }
  try {
    await deleteObject(cluster, address, { preconditions, propagationPolicy: propagationOf(options) })
    return { kind: 'done' }
  } catch (error) {
    if (isCode(error, 'not-found')) return { kind: 'done' }
    return isCode(error, 'conflict') ? { kind: 'again' } : refusalOf(error, false)
  }
}
