import { fieldPath } from '../../../kube/field-path.ts'
import { FieldSet } from '../../../kube/field-set.ts'
import type { Json } from '../../../kube/json.ts'
import { formatManagedFields, type ManagerFields, parseManagedFields } from '../../../kube/managed-fields.ts'
import type { ManagedFieldsEntry } from '../../../kube/manifest.ts'
import { groupVersionOf } from '../kinds/resource-kind.ts'
import { type KubeObject, valueAt } from '../object.ts'
import { applyConflict } from './ownership.ts'
import type { WriteRequest } from './write-request.ts'

interface ScaleWrite {
  readonly isApply: boolean
  readonly replicas: Json
  /** Where the object keeps the number. */
  readonly path: readonly string[]
}

/**
 * The managed fields of an object after a write of its scale: whoever changes the number of replicas takes the field
 * under the subresource `scale`. An update of a number that nobody owns is not recorded.
 * Source: k8s.io/apimachinery pkg/util/managedfields/scalehandler.go.
 */
export function scaleOwned(request: WriteRequest, old: KubeObject, write: ScaleWrite): Json | undefined {
  const { options } = request
  const field = FieldSet.of([fieldPath(...write.path)])
  const entries = parseManagedFields(entriesOf(old))
  const isOwner = (entry: ManagerFields) => !entry.fields.intersection(field).isEmpty
  const isWriter = (entry: ManagerFields) =>
    entry.manager === options.fieldManager &&
    entry.subresource === 'scale' &&
    entry.operation === (write.isApply ? 'Apply' : 'Update')
  const isChange = valueAt(old, ...write.path) !== write.replicas
  const others = entries.filter((entry) => isOwner(entry) && !isWriter(entry))
  if (write.isApply && isChange && !options.force && others.length > 0) {
    const path = fieldPath('spec', 'replicas')
    throw applyConflict(
      others.map((manager) => ({ manager: { ...manager, apiVersion: scaleVersion(manager) }, path })),
    )
  }
  const takes = write.isApply || (isChange && entries.some(isOwner))
  if (!takes) return old.metadata.managedFields
  const kept = entries.map((entry) => (isChange && !isWriter(entry) ? without(entry, field) : entry))
  const mine = kept.some((entry) => isWriter(entry) && isOwner(entry))
    ? []
    : [scaleEntry(request, write, field)]
  return formatManagedFields(sorted([...kept.filter((entry) => !entry.fields.isEmpty), ...mine]))
}

function scaleVersion({ operation, apiVersion }: ManagerFields): string {
  return operation === 'Update' ? 'autoscaling/v1' : apiVersion
}

function without(entry: ManagerFields, field: FieldSet): ManagerFields {
  return { ...entry, fields: entry.fields.difference(field) }
}

function scaleEntry(
  { kind, options }: WriteRequest,
  { isApply }: ScaleWrite,
  fields: FieldSet,
): ManagerFields {
  return {
    manager: options.fieldManager,
    operation: isApply ? 'Apply' : 'Update',
    apiVersion: groupVersionOf(kind),
    subresource: 'scale',
    fields,
  }
}

function entriesOf(object: KubeObject): readonly ManagedFieldsEntry[] {
  return (object.metadata.managedFields ?? []) as readonly ManagedFieldsEntry[]
}

/** Applies before updates, then by time, then by name. */
function sorted(entries: readonly ManagerFields[]): readonly ManagerFields[] {
  const rank = ({ operation, time, manager, apiVersion }: ManagerFields) =>
    [operation, time ?? '', manager, apiVersion].join('\n')
  return entries.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
}
