import type { FieldPath } from './field-path.ts'
import type { FieldSet } from './field-set.ts'
import { formatFieldsV1, parseFieldsV1 } from './fields-v1.ts'
import type { JsonObject } from './json.ts'
import type { ManagedFieldsEntry } from './manifest.ts'

/** Who wrote: the identity that conflicts and reports name. */
export interface FieldManager {
  readonly manager: string
  readonly operation: 'Apply' | 'Update'
  /** RFC 3339. */
  readonly time?: string
  /** `status`, `scale`; absent for the main resource. */
  readonly subresource?: string
}

/** One entry of `metadata.managedFields` with its fields read. */
export interface ManagerFields extends FieldManager {
  readonly apiVersion: string
  readonly fields: FieldSet
}

/** Throws `FieldsV1Error`. */
export function parseManagedFields(
  entries: readonly ManagedFieldsEntry[] | undefined,
): readonly ManagerFields[] {
  return (entries ?? []).map((entry) => ({
    manager: entry.manager,
    operation: entry.operation,
    apiVersion: entry.apiVersion,
    ...(entry.time === undefined ? {} : { time: entry.time }),
    ...(entry.subresource === undefined ? {} : { subresource: entry.subresource }),
    fields: parseFieldsV1(entry.fieldsV1 ?? null),
  }))
}

export function formatManagedFields(entries: readonly ManagerFields[]): readonly JsonObject[] {
  return entries.map(({ manager, operation, apiVersion, time, subresource, fields }) => ({
    manager,
    operation,
    apiVersion,
    ...(time === undefined ? {} : { time }),
    fieldsType: 'FieldsV1',
    fieldsV1: formatFieldsV1(fields),
    ...(subresource === undefined ? {} : { subresource }),
  }))
}

/**
 * Who owns a field: those that own the path itself or something below it, else those that own the nearest whole it is
 * part of (an atomic list, a map owned as one).
 */
export function ownersOf(managedFields: readonly ManagerFields[], path: FieldPath): readonly ManagerFields[] {
  const direct = managedFields.filter(({ fields }) => fields.has(path) || !fields.under(path).isEmpty)
  if (direct.length > 0) return direct
  for (let length = path.length - 1; length > 0; length--) {
    const whole = path.slice(0, length)
    const owners = managedFields.filter(({ fields }) => fields.has(whole) && fields.under(whole).isEmpty)
    if (owners.length > 0) return owners
  }
  return []
}

/** The owner whose entry was written last. Entries without a time count as the oldest. */
export function lastWriter(
  managedFields: readonly ManagerFields[],
  path: FieldPath,
): FieldManager | undefined {
  return ownersOf(managedFields, path).reduce<ManagerFields | undefined>(
    (last, owner) => (last === undefined || timeOf(owner) >= timeOf(last) ? owner : last),
    undefined,
  )
}

function timeOf({ time }: FieldManager): number {
  const parsed = time === undefined ? Number.NaN : Date.parse(time)
  return Number.isNaN(parsed) ? Number.NEGATIVE_INFINITY : parsed
}
