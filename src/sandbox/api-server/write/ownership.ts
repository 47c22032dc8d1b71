import { fieldPath, formatApiPath } from '../../../kube/field-path.ts'
import { FieldSet } from '../../../kube/field-set.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../kube/json.ts'
import type { Schema } from '../../../kube/schema.ts'
import {
  type ApplyConflict,
  applyServerSide,
  type ObjectWrite,
  updateServerSide,
} from '../../../kube/server-side-apply.ts'
import { formatProblem, validateTyped } from '../../../kube/validate-typed.ts'
import { timeText } from '../kernel.ts'
import { groupVersionOf, gvkText } from '../kinds/resource-kind.ts'
import { type KubeObject, sameJson, textAt, valueAt } from '../object.ts'
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
  assertTyped(request, config)
  const applied = applyServerSide({ ...common(request, old), config, force: request.options.force })
  if (applied.kind === 'conflict') throw applyConflict(applied.conflicts)
  return {
    object: applied.isChanged ? applied.object : undefined,
    managedFields: managedFieldsOf(applied.object),
  }
}

/** Who owns what after an update: the managed fields, or undefined where they are not kept. */
export function ownedByUpdate(
  request: WriteRequest,
  old: KubeObject | undefined,
  updated: JsonObject,
): Json | undefined {
  const shown = old === undefined ? beyond(updated, request.kind.codec.empty) : updated
  return managedFieldsOf(updateServerSide({ ...common(request, old), updated: shown }))
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
  }
}

function schemasOf({ kernel, kind }: WriteRequest): (apiVersion: string) => Schema | undefined {
  return (apiVersion) =>
    kernel.kinds.all.find((one) => one.kind === kind.kind && groupVersionOf(one) === apiVersion)?.codec.schema
}

/** The main resource never owns the status, its subresource nothing but the status. */
function ignoredFields({ kind, subresource }: WriteRequest): FieldSet {
  if (!kind.subresources.includes('status')) return FieldSet.empty
  if (subresource !== 'status') return FieldSet.of([fieldPath('status')])
  const ofCustom = kind.custom === undefined ? [] : [fieldPath('metadata')]
  return FieldSet.of([fieldPath('spec'), ...ofCustom])
}

function assertTyped({ kind }: WriteRequest, config: JsonObject): void {
  const problems = validateTyped(config, kind.codec.schema).map(formatProblem)
  if (problems.length === 0) return
  const key = `${textAt(config, 'metadata', 'namespace')}/${textAt(config, 'metadata', 'name')}`
  const what =
    problems.length === 1 ? problems[0] : `errors:\n${problems.map((text) => `  ${text}`).join('\n')}`
  throw internalError(`failed to create typed patch object (${key}; ${gvkText(kind)}): ${what}`)
}

/** Source: k8s.io/apimachinery pkg/util/managedfields/internal/conflict.go. */
export function applyConflict(conflicts: readonly ApplyConflict[]): Refusal {
  const named = conflicts.map(({ manager, path }) => ({
    who: managerText(manager),
    path: formatApiPath(path),
  }))
  const causes = named.map(({ who, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${who}`,
    field: path,
  }))
  const message =
    named.length === 1
      ? `Apply failed with 1 conflict: conflict with ${named[0]?.who}: ${named[0]?.path}`
      : `Apply failed with ${named.length} conflicts: ${conflictLines(named)}`
  return new Refusal(409, message, { reason: 'Conflict', details: { causes } })
}

function conflictLines(named: readonly { readonly who: string; readonly path: string }[]): string {
  const byManager = new Map<string, string[]>()
  for (const { who, path } of named) byManager.set(who, [...(byManager.get(who) ?? []), `- ${path}`])
  return [...byManager]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([who, lines]) => `conflicts with ${who}:\n${lines.join('\n')}`)
    .join('\n')
}

function managerText({ manager, operation, apiVersion, subresource }: ApplyConflict['manager']): string {
  const through = subresource === undefined ? '' : ` with subresource ${JSON.stringify(subresource)}`
  const using = operation === 'Update' ? ` using ${apiVersion}` : ''
  return `${JSON.stringify(manager)}${through}${using}`
}

function managedFieldsOf(object: JsonObject): Json | undefined {
  return valueAt(object, 'metadata', 'managedFields')
}

/** What an object has beyond another of its type, as far as maps go. */
function beyond(object: JsonObject, empty: JsonObject): JsonObject {
  const left: [string, Json][] = []
  for (const [key, value] of Object.entries(object)) {
    const other = Object.hasOwn(empty, key) ? empty[key] : undefined
    if (other !== undefined && sameJson(value, other)) continue
    left.push([key, isJsonObject(value) && isJsonObject(other) ? beyond(value, other) : value])
  }
  return Object.fromEntries(left)
}
