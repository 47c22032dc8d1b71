import type { JsonObject } from '../../../kube/json.ts'
import { type Kernel, storedKey } from '../kernel.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type KubeObject, listAt, objectAt, sameJson, valueAt, withAt, withKeys } from '../object.ts'
import { systemUser } from '../users.ts'
import { createRead } from '../write/create.ts'
import { type DeleteOptions, deleteObject } from '../write/delete.ts'
import { systemRequest } from '../write/system-request.ts'
import { replaceRead } from '../write/update.ts'

export const manager = 'kube-controller-manager'

/** What controllers do to a cluster: reads of the store, and writes with everything that the API does to writes. */
export class ControllerClient {
  readonly kernel: Kernel
  /** Statuses that were found to be an object's own, so that they need not be read into its type again. */
  readonly #reported: WeakMap<KubeObject, JsonObject> = new WeakMap()
  /** Objects that need nothing, as long as these that belong to them stay as they are. */
  readonly #settled: WeakMap<KubeObject, readonly KubeObject[]> = new WeakMap()

  constructor(kernel: Kernel) {
    this.kernel = kernel
  }

  get now(): number {
    return this.kernel.now()
  }

  kind(table: string): ServedKind {
    const found = this.kernel.kinds.ofTable(table)
    if (found === undefined) throw new Error(`the sandbox serves no ${table}`)
    return found
  }

  list(table: string, namespace?: string): readonly KubeObject[] {
    return this.kernel.store.list(table, namespace)
  }

  get(table: string, namespace: string, name: string): KubeObject | undefined {
    return this.kernel.store.get(storedKey(this.kind(table), namespace, name))
  }

  /** Looks at an object, unless the last look at it and these of its own left all as it is; `waits`: time may end that. */
  tend(object: KubeObject, own: readonly KubeObject[], look: () => 'settled' | 'waits'): void {
    const known = this.#settled.get(object)
    if (known !== undefined && isSameList(known, own)) return
    const { revision } = this.kernel.store
    if (look() === 'settled' && this.kernel.store.revision === revision) this.#settled.set(object, own)
  }

  create(table: string, namespace: string, object: JsonObject): KubeObject {
    const kind = this.kind(table)
    const metadata = withKeys(objectAt(object, 'metadata'), {
      namespace: kind.namespaced ? namespace : undefined,
    })
    const { object: read } = kind.codec.read({ ...object, metadata })
    return createRead(systemRequest(this.kernel, kind, { namespace }, manager), read)
  }

  /** Writes an object as it should be; nothing happens where it is so already. */
  update(table: string, old: KubeObject, object: JsonObject): KubeObject {
    return this.#replace(table, old, object, undefined)
  }

  updateStatus(table: string, old: KubeObject, status: JsonObject): KubeObject {
    const known = this.#reported.get(old)
    if (known !== undefined && sameJson(known, status)) return old
    const written = this.#replace(table, old, { ...old, status }, 'status')
    if (written === old) this.#reported.set(old, status)
    return written
  }

  /** A write through the status subresource that also changes annotations, which some controllers do. */
  updateNote(table: string, old: KubeObject, key: string, value: string): KubeObject {
    return this.#replace(
      table,
      old,
      withAt(old, ['metadata', 'annotations', key], () => value),
      'status',
    )
  }

  #replace(
    table: string,
    old: KubeObject,
    object: JsonObject,
    subresource: 'status' | undefined,
  ): KubeObject {
    const kind = this.kind(table)
    const read = kind.codec.read(object).object
    if (sameJson(read, old)) return old
    const { name, namespace = '' } = old.metadata
    const place = { name, namespace, ...(subresource === undefined ? {} : { subresource }) }
    return replaceRead(systemRequest(this.kernel, kind, place, manager), read, old)
  }

  /** Takes a finalizer away, which may be the end of the object. */
  removeFinalizer(table: string, object: KubeObject, finalizer: string): void {
    const left = listAt(object, 'metadata', 'finalizers').filter((one) => one !== finalizer)
    if (left.length === listAt(object, 'metadata', 'finalizers').length) return
    this.update(
      table,
      object,
      withAt(object, ['metadata', 'finalizers'], () => (left.length === 0 ? undefined : left)),
    )
  }

  delete(table: string, object: KubeObject, options: Partial<DeleteOptions> = {}): void {
    const { name, namespace = '' } = object.metadata
    deleteObject({
      kernel: this.kernel,
      kind: this.kind(table),
      namespace,
      name,
      user: systemUser,
      warnings: [],
      options: {
        dryRun: false,
        uid: object.metadata.uid,
        resourceVersion: undefined,
        propagationPolicy: 'Background',
        gracePeriodSeconds: undefined,
        ...options,
      },
    })
  }
}

export function ownerReference(owner: KubeObject): JsonObject {
  const { apiVersion, kind, metadata } = owner
  return {
    apiVersion,
    kind,
    name: metadata.name,
    uid: metadata.uid,
    controller: true,
    blockOwnerDeletion: true,
  }
}

/** Objects by the uid of their controller. */
export type Controlled = (owner: KubeObject) => readonly KubeObject[]

/** Those of a table as it is when the first owner is asked for. */
export function byController(client: ControllerClient, table: string): Controlled {
  let found: ReadonlyMap<string, readonly KubeObject[]> | undefined
  return (owner) => {
    found ??= grouped(client.list(table))
    return found.get(owner.metadata.uid) ?? []
  }
}

function grouped(objects: readonly KubeObject[]): ReadonlyMap<string, readonly KubeObject[]> {
  const found = new Map<string, KubeObject[]>()
  for (const object of objects) {
    const owner = object.metadata.ownerReferences?.find((reference) => reference.controller === true)
    if (owner === undefined) continue
    const known = found.get(owner.uid)
    if (known === undefined) found.set(owner.uid, [object])
    else known.push(object)
  }
  return found
}

function isSameList(a: readonly KubeObject[], b: readonly KubeObject[]): boolean {
  return a.length === b.length && a.every((one, at) => one === b[at])
}

export function isDeleting(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined
}

export function isReady(pod: KubeObject): boolean {
  return !isDeleting(pod) && conditionOf(pod, 'Ready')?.status === 'True'
}

export function conditionOf(object: JsonObject, type: string): JsonObject | undefined {
  const conditions = listAt(object, 'status', 'conditions')
  return conditions.map((one) => objectAt({ one }, 'one')).find((condition) => condition.type === type)
}

export function replicasOf(object: JsonObject): number {
  const replicas = valueAt(object, 'spec', 'replicas')
  return typeof replicas === 'number' ? replicas : 1
}
