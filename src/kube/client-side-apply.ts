import { lastAppliedAnnotation } from './annotations.ts'
import { type FieldPath, fieldPath } from './field-path.ts'
import type { ManagerFields } from './managed-fields.ts'

const lastAppliedPath = fieldPath('metadata', 'annotations', lastAppliedAnnotation)

/** Whoever owns all of some fields by an Update. */
export function updatersOf(
  entries: readonly ManagerFields[],
  paths: readonly FieldPath[],
): readonly string[] {
  const owners = entries.filter((entry) => isUpdate(entry) && paths.every((path) => entry.fields.has(path)))
  return [...new Set(owners.map(({ manager }) => manager))]
}

/** Who applied from the client: the owners of kubectl's annotation, and whom an application says in addition. */
export function clientSideAppliers(
  entries: readonly ManagerFields[],
  alsoNamed: string | undefined,
): readonly string[] {
  const named = entries.filter((entry) => isUpdate(entry) && entry.manager === alsoNamed)
  return [...new Set([...updatersOf(entries, [lastAppliedPath]), ...named.map(({ manager }) => manager)])]
}

/** An entry of the object itself, or of the subresource. */
export function isUpdate(entry: ManagerFields, subresource?: string): boolean {
  return entry.operation === 'Update' && entry.subresource === subresource
}
