import type { Json, JsonObject } from '../../../kube/json.ts'
import { type FieldError, forbiddenField, invalid, invalidObject, required } from '../field-error.ts'
import { storedKey, suppliesOf, timeText } from '../kernel.ts'
import { validateByCrd } from '../kinds/registry.ts'
import { tableOf } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import {
  type KubeObject,
  listAt,
  objectAt,
  sameJson,
  shownText,
  textAt,
  valueAt,
  withKeys,
} from '../object.ts'
import { assertNoEscalation } from '../rbac-escalation.ts'
import { alreadyExists, forbidden, internalError, modified, notFound } from '../refusal.ts'
import { metadataErrors, nameErrors } from '../strategy/names.ts'
import { strategyOf } from '../strategy/strategies.ts'
import type { WriteRequest } from './write-request.ts'

const namespaceKind = { group: '', resource: 'namespaces', kind: 'Namespace' }

/** A namespace has to be there, and to stay, for something to be made in it. */
export function assertNamespace({ kernel, kind, namespace }: WriteRequest, name: string): void {
  if (!kind.namespaced) return
  const found = kernel.store.get({ table: '/namespaces', namespace: '', name: namespace })
  if (found === undefined) throw notFound(namespaceKind, namespace)
  if (found.metadata.deletionTimestamp === undefined) return
  const cause = {
    reason: 'NamespaceTerminating',
    message: `namespace ${namespace} is being terminated`,
    field: 'metadata.namespace',
  }
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`
  throw forbidden(kind, name, why, [cause])
}

/** Makes a new object of what was read: server's own fields, checks, admission, and the store unless it is a dry run. */
export function insert(
  request: WriteRequest,
  given: JsonObject,
  managedFields: Json | undefined,
): KubeObject {
  const { kernel, kind, namespace, user, options } = request
  const strategy = strategyOf(tableOf(kind))
  const bare = withSystemFields(request, withoutStatus(request, given), managedFields)
  const prepared = strategy.prepareCreate?.(bare, suppliesOf(kernel)) ?? bare
  const name = textAt(prepared, 'metadata', 'name')
  assertNoEscalation(kernel.store, user, kind, namespace, prepared)
  const errors = [...(strategy.validate?.(prepared) ?? []), ...validateByCrd(kind, prepared, '')]
  failOn(request, name, [...newMetadataErrors(request, prepared), ...errors])
  const { dryRun } = options
  kernel.admit({
    operation: 'CREATE',
    kind,
    namespace,
    name,
    user,
    dryRun,
    object: prepared,
    oldObject: undefined,
  })
  const key = storedKey(kind, namespace, name)
  const found = kernel.store.get(key)
  if (found !== undefined) throw alreadyExists(kind, name, found.metadata.deletionTimestamp !== undefined)
  const object = asStored(kind, prepared)
  return dryRun ? object : kernel.store.put(key, object)
}

function withoutStatus({ kind }: WriteRequest, object: JsonObject): JsonObject {
  if (!kind.subresources.includes('status')) return object
  return withKeys(object, { status: valueAt(kind.codec.empty, 'status') })
}

function withSystemFields(
  { kernel, kind }: WriteRequest,
  object: JsonObject,
  managedFields: Json | undefined,
): JsonObject {
  const metadata = withKeys(objectAt(object, 'metadata'), {
    uid: kernel.newUid(),
    resourceVersion: undefined,
    generation: kind.rules.counted ? 1 : undefined,
    creationTimestamp: timeText(kernel.now()),
    deletionTimestamp: undefined,
    deletionGracePeriodSeconds: undefined,
    selfLink: undefined,
    managedFields,
  })
  return withKeys(object, { metadata })
}

function newMetadataErrors({ kind }: WriteRequest, object: JsonObject): readonly FieldError[] {
  const metadata = objectAt(object, 'metadata')
  const name = textAt(metadata, 'name')
  const { names } = strategyOf(tableOf(kind))
  const nameProblems =
    name === ''
      ? [required('metadata.name', 'name or generateName is required')]
      : nameErrors(name, names, 'metadata.name')
  return [...nameProblems, ...metadataErrors(metadata, isCore(kind))]
}

/** Puts what was read in the place of an object: what did not change keeps its revision. */
export function replace(
  request: WriteRequest,
  given: JsonObject,
  old: KubeObject,
  managedFields: Json | undefined,
): KubeObject {
  const { kernel, kind, namespace, name, user, options } = request
  assertRevision(request, given, old)
  const kept = withKeys(keepOthers(request, given, old), {
    metadata: updatedMetadata(request, given, old, managedFields),
  })
  const prepared = prepare(request, kept, old)
  const counted = countGeneration(request, prepared, old)
  assertNoEscalation(kernel.store, user, kind, namespace, counted)
  failOn(request, name, updateErrors(request, counted, old))
  const { dryRun } = options
  kernel.admit({ operation: 'UPDATE', kind, namespace, name, user, dryRun, object: counted, oldObject: old })
  const object = asStored(kind, counted)
  if (isUnchanged(object, old)) return old
  const key = storedKey(kind, namespace, name)
  if (isFinished(object)) {
    if (!dryRun) kernel.store.remove(key)
    return asKubeObject(counted)
  }
  return dryRun ? object : kernel.store.put(key, object)
}

function updateErrors(
  { kind, subresource }: WriteRequest,
  object: JsonObject,
  old: KubeObject,
): readonly FieldError[] {
  const strategy = strategyOf(tableOf(kind))
  const errors = [...updatedMetadataErrors(kind, object, old), ...validateByCrd(kind, object, subresource)]
  if (subresource === 'status') return [...errors, ...(strategy.validateStatus?.(object) ?? [])]
  return [
    ...errors,
    ...(strategy.validate?.(object) ?? []),
    ...(strategy.validateUpdate?.(object, old) ?? []),
  ]
}

/** Deleted, and nothing holds it any more. */
function isFinished({ metadata, kind }: KubeObject): boolean {
  if (metadata.deletionTimestamp === undefined || (metadata.finalizers ?? []).length > 0) return false
  return metadata.deletionGracePeriodSeconds === 0 && kind !== 'Namespace'
}

function assertRevision({ kind, name }: WriteRequest, given: JsonObject, old: KubeObject): void {
  const revision = textAt(given, 'metadata', 'resourceVersion')
  if (revision === '' || revision === '0') {
    if (kind.rules.unconditionalUpdate) return
    const error = { ...invalid('metadata.resourceVersion', 0, 'must be specified for an update') }
    throw invalidObject({ group: kind.group, kind: kind.resource, name }, [error])
  }
  if (!/^\d+$/.test(revision)) {
    throw internalError(`strconv.ParseUint: parsing ${JSON.stringify(revision)}: invalid syntax`)
  }
  if (revision !== old.metadata.resourceVersion) throw modified(kind, name)
}

/** The main resource leaves the status alone, and the status everything but itself. */
function keepOthers({ kind, subresource }: WriteRequest, given: JsonObject, old: KubeObject): JsonObject {
  if (subresource === 'status') return withKeys(old, { status: valueAt(given, 'status') ?? undefined })
  return kind.subresources.includes('status') ? withKeys(given, { status: valueAt(old, 'status') }) : given
}

function prepare(
  { kernel, kind, subresource }: WriteRequest,
  object: JsonObject,
  old: KubeObject,
): JsonObject {
  const strategy = strategyOf(tableOf(kind))
  if (subresource === 'status') return strategy.prepareStatus?.(object, old) ?? object
  return strategy.prepareUpdate?.(object, old, suppliesOf(kernel)) ?? object
}

function updatedMetadata(
  { kind, subresource }: WriteRequest,
  given: JsonObject,
  old: KubeObject,
  managedFields: Json | undefined,
): JsonObject {
  const before = old.metadata
  const keepsMetadata = subresource === 'status' && kind.custom !== undefined
  return withKeys(keepsMetadata ? before : objectAt(given, 'metadata'), {
    uid: textAt(given, 'metadata', 'uid') || before.uid,
    resourceVersion: before.resourceVersion,
    generation: before.generation,
    creationTimestamp: before.creationTimestamp,
    deletionTimestamp: before.deletionTimestamp,
    deletionGracePeriodSeconds: before.deletionGracePeriodSeconds,
    selfLink: undefined,
    managedFields,
  })
}

/** Deployments count their annotations as wanted too. */
function countGeneration(
  { kind, subresource }: WriteRequest,
  object: JsonObject,
  old: KubeObject,
): JsonObject {
  const { generation } = old.metadata
  if (!kind.rules.counted || generation === undefined || subresource === 'status') return object
  const isCounted = (key: string) =>
    key !== 'metadata' && (key !== 'status' || !kind.subresources.includes('status'))
  const wanted = (of: JsonObject) => Object.fromEntries(Object.entries(of).filter(([key]) => isCounted(key)))
  const notes = (of: JsonObject) =>
    tableOf(kind) === 'apps/deployments' ? objectAt(of, 'metadata', 'annotations') : {}
  if (sameJson(wanted(object), wanted(old)) && sameJson(notes(object), notes(old))) return object
  return withKeys(object, {
    metadata: withKeys(objectAt(object, 'metadata'), { generation: generation + 1 }),
  })
}

function updatedMetadataErrors(kind: ServedKind, object: JsonObject, old: KubeObject): readonly FieldError[] {
  const metadata = objectAt(object, 'metadata')
  const uid = textAt(metadata, 'uid')
  const errors: FieldError[] =
    uid === old.metadata.uid ? [] : [invalid('metadata.uid', uid, 'field is immutable')]
  const added = listAt(metadata, 'finalizers').filter(
    (one) => !(old.metadata.finalizers ?? []).includes(shownText(one)),
  )
  if (old.metadata.deletionTimestamp !== undefined && added.length > 0) {
    const list = added
      .map((one) => JSON.stringify(one))
      .toSorted()
      .join(', ')
    const why = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`
    errors.push(forbiddenField('metadata.finalizers', why))
  }
  return [...errors, ...metadataErrors(metadata, isCore(kind))]
}

/** The kinds of the extension API, and those that it declares, are looked at by its own rules. */
function isCore({ custom, group }: ServedKind): boolean {
  return custom === undefined && group !== 'apiextensions.k8s.io'
}

function failOn({ kind }: WriteRequest, name: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw invalidObject({ group: kind.group, kind: kind.kind, name }, errors)
}

function asStored(kind: ServedKind, object: JsonObject): KubeObject {
  return asKubeObject(strategyOf(tableOf(kind)).stored?.(object) ?? object)
}

/** Times alone are no change: whoever writes what is there already leaves no trace. */
function isUnchanged(object: KubeObject, old: KubeObject): boolean {
  return sameJson(withoutTimes(object), withoutTimes(old))
}

function withoutTimes(object: KubeObject): JsonObject {
  const entries = (object.metadata.managedFields ?? []).map((entry) => withKeys(entry, { time: undefined }))
  return withKeys(object, { metadata: withKeys(object.metadata, { managedFields: entries }) })
}

/** What was read through a codec and got its system fields is an object. */
export function asKubeObject(object: JsonObject): KubeObject {
  return object as KubeObject
}
