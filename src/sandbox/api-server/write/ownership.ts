import { conflictCause, conflictMessage } from '../../../kube/apply-conflict.ts'
import { type FieldPath, fieldPath } from '../../../kube/field-path.ts'
import { FieldSet } from '../../../kube/field-set.ts'
import type { Json, JsonObject } from '../../../kube/json.ts'
import type { Schema } from '../../../kube/schema.ts'
import {
  type ApplyConflict,
  applyServerSide,
  type ObjectWrite,
  updateServerSide,
} from '../../../kube/server-side-apply.ts'
import { formatProblem, validateTyped } from '../../../kube/validate-typed.ts'
import { timeText } from '../kernel.ts'
import { groupVersionOf, gvkText, tableOf } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { type KubeObject, objectsAt, textAt, valueAt } from '../object.ts'
import { internalError, Refusal } from '../refusal.ts'
import type { WriteRequest } from './write-request.ts'

export interface AppliedOwned {
  /** Undefined where the apply changes nothing but who owns what. */
  readonly object: JsonObject | undefined
  readonly managedFields: Json | undefined
}

/** Lays a config over an object; refuses what does not fit the schema and what others own. */
export function applyOwned(
  request: WriteRequest,
  old: KubeObject | undefined,
  config: JsonObject,
): AppliedOwned {
  const isUntracked = old !== undefined && (old.metadata.managedFields ?? []).length === 0
  if (isUntracked) assertTypedLive(request, old)
  assertTyped(request, config)
  if (old !== undefined) assertTypedLive(request, old)
  const applied = applyServerSide({ ...common(request, old), config, force: request.options.force })
  if (applied.kind === 'conflict') throw applyConflict(applied.conflicts)
  return {
    object: applied.isChanged ? applied.object : undefined,
    managedFields: managedFieldsOf(applied.object),
  }
}

/**
 * Who owns what after an update: the managed fields, or undefined where they are not kept. They are lost where a list
 * has items that cannot be told apart, or holds one twice and has to be read in the version of another entry.
 */
export function ownedByUpdate(
  request: WriteRequest,
  old: KubeObject | undefined,
  updated: JsonObject,
): Json | undefined {
  const allowDuplicates = ![old, updated].some((object) => isInOtherVersion(request.kind, object))
  const isTyped = (object: JsonObject | undefined) =>
    object === undefined || typedProblems(request.kind, object, { allowDuplicates }) === undefined
  if (!isTyped(updated) || !isTyped(old)) return undefined
  return managedFieldsOf(updateServerSide({ ...common(request, old), updated }))
}

function isInOtherVersion(kind: ServedKind, object: JsonObject | undefined): boolean {
  const entries = objectsAt(object, 'metadata', 'managedFields')
  return entries.some((entry) => entry.apiVersion !== undefined && entry.apiVersion !== groupVersionOf(kind))
}

function common(request: WriteRequest, live: JsonObject | undefined): ObjectWrite {
  const { kernel, kind, options, subresource } = request
  return {
    live,
    manager: options.fieldManager,
    apiVersion: groupVersionOf(kind),
    ...(subresource === '' ? {} : { subresource }),
    time: timeText(kernel.now()),
    schemaOf: schemasOf(request),
    ignored: ignoredFields(request),
    blank: kind.codec.empty,
  }
}

function schemasOf({ kernel, kind }: WriteRequest): (apiVersion: string) => Schema | undefined {
  return (apiVersion) => kernel.kinds.ofKind(apiVersion, kind.kind)?.codec.schema
}

/** The main resource never owns the status, its subresource nothing but the status. */
function ignoredFields({ kind, subresource }: WriteRequest): FieldSet {
  if (!kind.subresources.includes('status')) return FieldSet.empty
  if (subresource !== 'status') return FieldSet.of([fieldPath('status')])
  if (kind.custom !== undefined) return FieldSet.of([fieldPath('spec'), fieldPath('metadata')])
  return FieldSet.of([fieldPath('spec'), ...(resetByStatus[tableOf(kind)] ?? [])])
}

/** What else than the spec the status subresource of a kind leaves alone. */
const resetByStatus: { readonly [table: string]: readonly FieldPath[] } = {
  '/pods': [fieldPath('metadata', 'deletionTimestamp'), fieldPath('metadata', 'ownerReferences')],
  'apps/deployments': [fieldPath('metadata', 'labels')],
  'admissionregistration.k8s.io/validatingadmissionpolicies': [fieldPath('metadata')],
}

function assertTyped({ kind }: WriteRequest, config: JsonObject): void {
  const why = typedProblems(kind, config)
  if (why !== undefined) {
    throw internalError(`failed to create typed patch object (${objectText(kind, config)}): ${why}`)
  }
}

/** What is there already may hold an item twice, but its items have to have keys. */
function assertTypedLive({ kind }: WriteRequest, live: KubeObject): void {
  const why = typedProblems(kind, live, { allowDuplicates: true })
  if (why === undefined) return
  const isTracked = (live.metadata.managedFields ?? []).length > 0
  const what = isTracked
    ? `failed to create typed live object (${objectText(kind, live)})`
    : `failed to create manager for existing fields: failed to convert new object (${objectText(kind, live)}) to smd typed`
  throw internalError(`${what}: ${why}`)
}

function objectText(kind: ServedKind, object: JsonObject): string {
  return `${textAt(object, 'metadata', 'namespace')}/${textAt(object, 'metadata', 'name')}; ${gvkText(kind)}`
}

function typedProblems(
  { codec }: ServedKind,
  object: JsonObject,
  options?: Parameters<typeof validateTyped>[2],
): string | undefined {
  const [only, ...others] = validateTyped(object, codec.schema, options).map(formatProblem)
  if (only === undefined || others.length === 0) return only
  return `errors:\n${[only, ...others].map((text) => `  ${text}`).join('\n')}`
}

export function applyConflict(conflicts: readonly ApplyConflict[]): Refusal {
  const causes = conflicts.map((conflict) => ({ reason: 'FieldManagerConflict', ...conflictCause(conflict) }))
  return new Refusal(409, conflictMessage(conflicts), { reason: 'Conflict', details: { causes } })
}

function managedFieldsOf(object: JsonObject): Json | undefined {
  return valueAt(object, 'metadata', 'managedFields')
}
