import { clientSideAppliers, isUpdate } from '../kube/client-side-apply.ts'
import type { JsonObject } from '../kube/json.ts'
import { formatManagedFields, type ManagerFields, parseManagedFields } from '../kube/managed-fields.ts'
import type { LiveObject } from '../kube/manifest.ts'

/**
 * The JSON patch that hands the fields of client-side apply to a manager of server-side apply, so that what leaves Git
 * leaves the cluster; undefined when nobody applied from the client. `alsoNamed` is a manager that an application says
 * did so. It holds the resourceVersion: a race is a 409.
 * Source: client-go util/csaupgrade/upgrade.go.
 */
export function clientSideApplyMigration(
  live: LiveObject,
  manager: string,
  alsoNamed?: string,
): { readonly patch: readonly JsonObject[]; readonly from: readonly string[] } | undefined {
  const entries = parseManagedFields(live.metadata.managedFields)
  const from = clientSideAppliers(entries, alsoNamed)
  const { resourceVersion } = live.metadata
  if (from.length === 0 || resourceVersion === undefined) return undefined
  const managedFields = formatManagedFields(handOver(entries, from, manager))
  return {
    from,
    patch: [
      { op: 'replace', path: '/metadata/managedFields', value: managedFields },
      { op: 'replace', path: '/metadata/resourceVersion', value: resourceVersion },
    ],
  }
}

/**
 * Only fields of one apiVersion are joined, the others are given up. Without an entry of the manager, the first of the
 * old ones becomes it.
 */
export function handOver(
  entries: readonly ManagerFields[],
  from: readonly string[],
  manager: string,
  subresource?: string,
): readonly ManagerFields[] {
  const isOld = (entry: ManagerFields) => isUpdate(entry, subresource) && from.includes(entry.manager)
  const isOwn = (entry: ManagerFields) =>
    entry.operation === 'Apply' && entry.subresource === subresource && entry.manager === manager
  const target = entries.find(isOwn) ?? entries.find(isOld)
  if (target === undefined) return entries
  const joined = from.reduce((fields, name) => {
    const old = entries.find(
      (entry) => isOld(entry) && entry.manager === name && entry.apiVersion === target.apiVersion,
    )
    return old === undefined ? fields : fields.union(old.fields)
  }, target.fields)
  return entries
    .filter((entry) => entry === target || !isOld(entry))
    .map((entry) =>
      entry === target ? { ...entry, manager, operation: 'Apply' as const, fields: joined } : entry,
    )
}
