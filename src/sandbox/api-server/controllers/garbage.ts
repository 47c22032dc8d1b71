import type { JsonObject } from '../../../kube/json.ts'
import { type KubeObject, withAt } from '../object.ts'
import { type ControllerClient, isDeleting } from './client.ts'

interface Found {
  readonly table: string
  readonly object: KubeObject
}

/**
 * Deletes what nobody owns any more, and waits for or sets free the dependents of what is being deleted.
 * https://kubernetes.io/docs/concepts/architecture/garbage-collection/
 */
export function collectGarbage(client: ControllerClient): void {
  const { known, concerned } = survey(client)
  let dependents: Dependents | undefined
  for (const found of concerned) {
    if (!isDeleting(found.object)) {
      if (isAbandoned(found.object, known)) client.delete(found.table, found.object)
    } else if (isHeldForDependents(found.object)) {
      dependents ??= byOwner(concerned)
      letGo(client, found, dependents.get(found.object.metadata.uid) ?? [])
    }
  }
}

type Dependents = ReadonlyMap<string, readonly Found[]>

function byOwner(concerned: readonly Found[]): Dependents {
  const dependents = new Map<string, Found[]>()
  for (const found of concerned) {
    for (const { uid } of found.object.metadata.ownerReferences ?? []) {
      const others = dependents.get(uid)
      if (others === undefined) dependents.set(uid, [found])
      else others.push(found)
    }
  }
  return dependents
}

function isHeldForDependents({ metadata: { finalizers = [] } }: KubeObject): boolean {
  return finalizers.includes('orphan') || finalizers.includes('foregroundDeletion')
}

interface Survey {
  /** The uid of every object. */
  readonly known: ReadonlySet<string>
  /** Those that have owners or are being deleted. */
  readonly concerned: readonly Found[]
}

function survey({ kernel }: ControllerClient): Survey {
  const known = new Set<string>()
  const concerned: Found[] = []
  for (const table of kernel.kinds.tables) {
    for (const object of kernel.store.list(table)) {
      known.add(object.metadata.uid)
      if (object.metadata.ownerReferences !== undefined || isDeleting(object))
        concerned.push({ table, object })
    }
  }
  return { known, concerned }
}

function isAbandoned({ metadata }: KubeObject, known: ReadonlySet<string>): boolean {
  const owners = metadata.ownerReferences ?? []
  return owners.length > 0 && owners.every((owner) => !known.has(owner.uid))
}

function letGo(client: ControllerClient, { table, object }: Found, owned: readonly Found[]): void {
  const finalizers = object.metadata.finalizers ?? []
  if (finalizers.includes('orphan')) {
    for (const dependent of owned) disown(client, dependent, object.metadata.uid)
    client.removeFinalizer(table, object, 'orphan')
    return
  }
  const blocking = owned.filter((dependent) => blocks(dependent.object, object.metadata.uid))
  for (const dependent of owned) {
    if (!isDeleting(dependent.object))
      client.delete(dependent.table, dependent.object, { propagationPolicy: 'Foreground' })
  }
  if (blocking.length === 0) client.removeFinalizer(table, object, 'foregroundDeletion')
}

function blocks({ metadata }: KubeObject, owner: string): boolean {
  return (metadata.ownerReferences ?? []).some((one) => one.uid === owner && one.blockOwnerDeletion === true)
}

function disown(client: ControllerClient, { table, object }: Found, owner: string): void {
  const left = (object.metadata.ownerReferences ?? []).filter((one) => one.uid !== owner)
  const freed: JsonObject = withAt(object, ['metadata', 'ownerReferences'], () =>
    left.length === 0 ? undefined : left,
  )
  client.update(table, object, freed)
}
