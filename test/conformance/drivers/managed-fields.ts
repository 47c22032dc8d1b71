import assert from 'node:assert/strict'
import { parse } from 'yaml'
import { conflictCause, conflictMessage } from '../../../src/kube/apply-conflict.ts'
import { updatersOf } from '../../../src/kube/client-side-apply.ts'
import { parseElement } from '../../../src/kube/fields-v1.ts'
import { formatManagedFields, parseManagedFields } from '../../../src/kube/managed-fields.ts'
import { parseIdentity } from '../../../src/kube/manager-entries.ts'
import type { LiveObject, ManagedFieldsEntry } from '../../../src/kube/manifest.ts'
import { handOver } from '../../../src/sync/migrate-client-side-apply.ts'
import { type Drivers, expectOf, type Row } from '../row.ts'
import type { SmdSet } from './smd-schema.ts'

/** Who owns the fields of a live object. */
export const managedFieldDrivers: Drivers = {
  'ssa/csa-upgrade': handOverFields,
  'ssa/find-owners': findOwners,
  'ssa/conflict-message': conflict,
}

interface Upgrade {
  readonly yaml: string
  readonly csaManagers: readonly string[]
  readonly ssaManager: string
  readonly options: readonly { readonly subresource: string }[]
}

function handOverFields(row: Row): void {
  const { yaml, csaManagers, ssaManager, options } = row.input as Upgrade
  const entries = parseManagedFields(managedIn(yaml))

  const after = formatManagedFields(handOver(entries, csaManagers, ssaManager, options[0]?.subresource))

  const wanted = parseManagedFields(managedIn(expectOf<{ yaml: string }>(row).yaml))
  assert.deepEqual(after, formatManagedFields(wanted))
}

function managedIn(yaml: string): readonly ManagedFieldsEntry[] {
  const { metadata } = parse(yaml) as LiveObject
  return metadata.managedFields ?? []
}

interface FindOwners {
  readonly yaml: string
  readonly operation: string
  readonly fields: SmdSet & { readonly paths: readonly (readonly string[])[] }
}

/** The rows ask for updates alone, as we do. */
function findOwners(row: Row): void {
  const { yaml, operation, fields } = row.input as FindOwners
  assert.equal(operation, 'Update')
  const { managedFields } = parse(yaml) as { managedFields?: readonly ManagedFieldsEntry[] }
  const paths = fields.paths.map((path) => path.flatMap((text) => parseElement(text) ?? []))
  const found = updatersOf(parseManagedFields(managedFields), paths)
  assert.deepEqual(found, expectOf<{ managers: readonly string[] }>(row).managers)
}

interface Conflicts {
  readonly conflicts: readonly { readonly manager: string; readonly path: readonly string[] }[]
}

function conflict(row: Row): void {
  const { conflicts } = row.input as Conflicts
  const { message, causes } = expectOf<{
    message: string
    causes: readonly { message: string; field: string }[]
  }>(row)
  const read = conflicts.map(({ manager, path }) => ({
    manager: parseIdentity(manager),
    path: path.flatMap((text) => parseElement(text) ?? []),
  }))
  assert.equal(conflictMessage(read), message)
  assert.deepEqual(
    read.map(conflictCause),
    causes.map(({ message: cause, field }) => ({ message: cause, field })),
  )
}
