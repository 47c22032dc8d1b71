import type { Cluster } from '../cluster/cluster.ts'
import type { ResourceType } from '../cluster/discovery.ts'
import { deleteObject, getObject } from '../cluster/requests.ts'
import { reasonToKeep } from '../diff/extraneous.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import type { ActionResult } from './fold.ts'
import { propagationOf } from './propagation.ts'
import { isCode } from './refusal.ts'

interface Tools {
  readonly cluster: Cluster
  readonly application: string
  readonly options: readonly string[]
}

const waiting: ActionResult = { kind: 'postponed', message: 'waits for its predecessor to be gone' }

/**
 * Makes room for an object that cannot be changed in place: deletes the one with that uid, in the state in which it was
 * seen to be the application's own. Undefined when nothing is in the way any more. Another object of that name is left
 * for the apply to meet.
 */
export async function makeRoom(
  { cluster, application, options }: Tools,
  key: ObjectKey,
  uid: string,
  type: ResourceType,
): Promise<ActionResult | undefined> {
  const address = { type, namespace: key.namespace, name: key.name }
  const live = await getObject(cluster, address)
  if (live?.metadata.uid !== uid) return undefined
  if (live.metadata.deletionTimestamp !== undefined) return waiting
  const keep = reasonToKeep(live, application)
  if (keep !== undefined) return { kind: 'refused', message: `not deleted to be created again: ${keep}` }
  const preconditions = { uid, resourceVersion: live.metadata.resourceVersion ?? '' }
  try {
    await deleteObject(cluster, address, { preconditions, propagationPolicy: propagationOf(options) })
  } catch (error) {
    if (isCode(error, 'conflict')) return { kind: 'again' }
    if (!isCode(error, 'not-found')) throw error
  }
  const left = await getObject(cluster, address)
  return left?.metadata.uid === uid ? waiting : undefined
}
