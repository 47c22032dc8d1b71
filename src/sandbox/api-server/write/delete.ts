import { isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
import { invalidOptions, unsupported } from '../field-error.ts'
import { inVersion, type Kernel, storedKey, timeText } from '../kernel.ts'
import { tableOf } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type KubeObject, listAt, objectAt, textAt, valueAt, withKeys } from '../object.ts'
import { badRequest, conflict, forbidden, notFound } from '../refusal.ts'
import type { User } from '../users.ts'
import { readDryRun } from './options.ts'

export interface DeleteRequest {
  readonly kernel: Kernel
  readonly kind: ServedKind
  readonly namespace: string
  readonly name: string
  readonly user: User
  readonly options: DeleteOptions
  readonly warnings: string[]
}

export interface DeleteOptions {
  readonly dryRun: boolean
  readonly uid: string | undefined
  readonly resourceVersion: string | undefined
  readonly propagationPolicy: 'Foreground' | 'Background' | 'Orphan' | undefined
  readonly gracePeriodSeconds: number | undefined
}

/** Options come in the body or in the query. */
export function readDeleteOptions(query: URLSearchParams, text: string): DeleteOptions {
  const body = parseOptions(text)
  const listed = Array.isArray(body.dryRun) ? body.dryRun.map(String) : []
  const policy = textAt(body, 'propagationPolicy') || (query.get('propagationPolicy') ?? '')
  const grace = valueAt(body, 'gracePeriodSeconds') ?? query.get('gracePeriodSeconds') ?? undefined
  return {
    dryRun: readDryRun([...listed, ...query.getAll('dryRun')], 'DeleteOptions'),
    uid: textAt(body, 'preconditions', 'uid') || undefined,
    resourceVersion: textAt(body, 'preconditions', 'resourceVersion') || undefined,
    propagationPolicy: readPolicy(policy),
    gracePeriodSeconds: grace === undefined ? undefined : Number(grace),
  }
}

function parseOptions(text: string): JsonObject {
  if (text.trim() === '') return {}
  try {
    const body: Json = JSON.parse(text)
    if (isJsonObject(body)) return body
  } catch {
    // refused below
  }
  throw badRequest('the object provided is unrecognized (must be of type DeleteOptions)')
}

function readPolicy(text: string): DeleteOptions['propagationPolicy'] {
  if (text === '') return undefined
  if (text === 'Foreground' || text === 'Background' || text === 'Orphan') return text
  const supported = ['Foreground', 'Background', 'Orphan', 'nil']
  throw invalidOptions('DeleteOptions', unsupported('propagationPolicy', text, supported))
}

/** What a deletion answers with: the object while something still holds it, or what the kind always answers. */
export function deleteObject(request: DeleteRequest): JsonObject {
  const { kernel, kind, namespace, name } = request
  const found = kernel.store.get(storedKey(kind, namespace, name))
  if (kind.resource === 'namespaces' && kind.group === '') assertDeletable(request)
  if (found === undefined) throw notFound(kind, name)
  const object = inVersion(kind, found)
  assertPreconditions(request, object)
  const { user, options } = request
  const { dryRun } = options
  kernel.admit({
    operation: 'DELETE',
    kind,
    namespace,
    name,
    user,
    dryRun,
    object: undefined,
    oldObject: object,
  })
  warnOfOrphans(request)
  if (isNamespace(kind)) return terminate(request, object, { phase: 'Terminating' })
  if (isCrd(kind) && (object.metadata.finalizers ?? []).length > 0) {
    return terminate(request, object, terminatingCrd(object, timeText(kernel.now())))
  }
  return finalise(request, object)
}

function isCrd(kind: ServedKind): boolean {
  return tableOf(kind) === 'apiextensions.k8s.io/customresourcedefinitions'
}

/** A definition that is being deleted says so. */
function terminatingCrd(definition: KubeObject, time: string): JsonObject {
  const conditions = listAt(definition, 'status', 'conditions')
  const condition = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: time,
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  }
  return { conditions: [...conditions, condition] }
}

const immortal = ['default', 'kube-system', 'kube-public']

function isNamespace(kind: ServedKind): boolean {
  return tableOf(kind) === '/namespaces'
}

function assertDeletable({ kind, name }: DeleteRequest): void {
  if (immortal.includes(name)) throw forbidden(kind, name, 'this namespace may not be deleted')
}

function assertPreconditions({ kind, name, options }: DeleteRequest, { metadata }: KubeObject): void {
  const byKind = { ...kind, resource: kind.kind }
  if (options.uid !== undefined && options.uid !== metadata.uid) {
    const what = `the UID in the precondition (${options.uid}) does not match the UID in record (${metadata.uid})`
    throw conflict(byKind, name, `${what}. The object might have been deleted and then recreated`)
  }
  const { resourceVersion } = options
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    const record = metadata.resourceVersion ?? ''
    const what = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${record})`
    throw conflict(byKind, name, `${what}. The object might have been modified`)
  }
}

function warnOfOrphans({ kind, options, warnings }: DeleteRequest): void {
  if (tableOf(kind) !== 'batch/jobs' || options.propagationPolicy !== undefined) return
  warnings.push(
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  )
}

/** Namespaces and definitions go when their content is gone: until then they are terminating. */
function terminate(request: DeleteRequest, object: KubeObject, changes: JsonObject): JsonObject {
  if (object.metadata.deletionTimestamp !== undefined) return object
  const metadata = { ...object.metadata, deletionTimestamp: timeText(request.kernel.now()) }
  const status = withKeys(objectAt(object, 'status'), changes)
  return keep(request, { ...object, metadata, status })
}

function keep({ kernel, kind, namespace, name, options }: DeleteRequest, object: KubeObject): KubeObject {
  return options.dryRun ? object : kernel.store.put(storedKey(kind, namespace, name), object)
}

function finalise(request: DeleteRequest, object: KubeObject): JsonObject {
  const grace = gracePeriod(request, object)
  const finalizers = finalizersFor(request, object)
  if (finalizers.length === 0 && grace === 0) {
    const { kind, options } = request
    if (options.dryRun && (object.metadata.finalizers ?? []).length > 0) return kind.codec.empty
    return removed(request, isPod(kind) ? marked(request, object, 0, []) : object)
  }
  const isMarked = object.metadata.deletionTimestamp !== undefined
  return isMarked && finalizers === object.metadata.finalizers
    ? object
    : keep(request, marked(request, object, grace, finalizers))
}

function isPod(kind: ServedKind): boolean {
  return tableOf(kind) === '/pods'
}

/** A pod that runs somewhere gets time to end; everything else goes at once. */
function gracePeriod({ kind, options }: DeleteRequest, object: KubeObject): number {
  if (!isPod(kind) || textAt(object, 'spec', 'nodeName') === '') return 0
  if (['Succeeded', 'Failed'].includes(textAt(object, 'status', 'phase'))) return 0
  const declared = valueAt(object, 'spec', 'terminationGracePeriodSeconds')
  return options.gracePeriodSeconds ?? (typeof declared === 'number' ? declared : 30)
}

const collected = ['orphan', 'foregroundDeletion']

/** The finalizers as they are, where none comes or goes. */
function finalizersFor(request: DeleteRequest, { metadata }: KubeObject): readonly string[] {
  const known = metadata.finalizers ?? []
  const wanted = wantedFinalizers(request, known)
  const isSame = wanted.length === known.length && wanted.every((one) => known.includes(one))
  return isSame ? known : wanted
}

/** Source: k8s.io/apiserver pkg/registry/generic/registry/store.go deletionFinalizersForGarbageCollection. */
function wantedFinalizers({ kind, options }: DeleteRequest, known: readonly string[]): readonly string[] {
  const others = known.filter((one) => !collected.includes(one))
  const { propagationPolicy } = options
  if (propagationPolicy === 'Orphan') return [...others, 'orphan']
  if (propagationPolicy === 'Foreground') return [...others, 'foregroundDeletion']
  if (propagationPolicy === 'Background') return others
  if (known.some((one) => collected.includes(one))) return known
  return kind.rules.orphansByDefault ? [...others, 'orphan'] : others
}

function marked(
  { kernel }: DeleteRequest,
  object: KubeObject,
  grace: number,
  finalizers: readonly string[],
): KubeObject {
  const { metadata } = object
  const isFirst = metadata.deletionTimestamp === undefined
  const generation = metadata.generation === undefined ? undefined : metadata.generation + (isFirst ? 1 : 0)
  const changed = withKeys(metadata, {
    deletionTimestamp: metadata.deletionTimestamp ?? timeText(kernel.now() + grace * 1000),
    deletionGracePeriodSeconds: metadata.deletionGracePeriodSeconds ?? grace,
    generation,
    finalizers: finalizers.length === 0 ? undefined : finalizers,
  })
  return { ...object, metadata: changed as KubeObject['metadata'] }
}

function removed({ kernel, kind, namespace, name, options }: DeleteRequest, object: KubeObject): JsonObject {
  if (!options.dryRun) kernel.store.remove(storedKey(kind, namespace, name))
  if (kind.rules.returnsDeleted) return options.dryRun ? object : atRevision(object, kernel.store.revision)
  const details = {
    name,
    ...(kind.group === '' ? {} : { group: kind.group }),
    kind: kind.resource,
    uid: object.metadata.uid,
  }
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
}

function atRevision(object: KubeObject, revision: number): JsonObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } }
}
