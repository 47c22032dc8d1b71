import assert from 'node:assert/strict'
import { parse } from 'yaml'
import { conflictCause, conflictMessage } from '../../../src/kube/apply-conflict.ts'
import { parseElement } from '../../../src/kube/fields-v1.ts'
import { formatManagedFields, parseManagedFields } from '../../../src/kube/managed-fields.ts'
import { parseIdentity } from '../../../src/kube/manager-entries.ts'
import type { LiveObject, ManagedFieldsEntry } from '../../../src/kube/manifest.ts'
import { clientSideApplyMigration, handOver } from '../../../src/sync/migrate-client-side-apply.ts'
import { type Drivers, expectOf, type Row, withoutDriver } from '../row.ts'
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
  readonly options: readonly unknown[]
}

/** We migrate the main resource alone. */
function handOverFields(row: Row): typeof withoutDriver | undefined {
  const { yaml, csaManagers, ssaManager, options } = row.input as Upgrade
  if (options.length > 0) return withoutDriver
  const entries = parseManagedFields(managedIn(yaml))

  const after = formatManagedFields(handOver(entries, csaManagers, ssaManager))

  const wanted = parseManagedFields(managedIn(expectOf<{ yaml: string }>(row).yaml))
  assert.deepEqual(after, formatManagedFields(wanted))
  return undefined
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

/** Ours looks for one thing: whoever owns the last-applied annotation by an Update. */
function findOwners(row: Row): typeof withoutDriver | undefined {
  const { yaml, operation, fields } = row.input as FindOwners
  const isOurQuestion =
    fields.paths.length === 1 && fields.paths[0]?.[2]?.endsWith('last-applied-configuration')
  if (operation !== 'Update' || isOurQuestion !== true) return withoutDriver
  const { managedFields } = parse(yaml) as { managedFields?: readonly ManagedFieldsEntry[] }
  const live = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'x', resourceVersion: '1', managedFields: managedFields ?? [] },
  }
  const found = clientSideApplyMigration(live as unknown as LiveObject, 'plumbline')?.from ?? []
  assert.deepEqual(found, expectOf<{ managers: readonly string[] }>(row).managers)
  return undefined
}

interface Conflicts {
  readonly conflicts: readonly { readonly manager: string; readonly path: readonly string[] }[]
}

/** The API server never tells managers apart by time, and so neither do we, though its printer could print one. */
function conflict(row: Row): typeof withoutDriver | undefined {
  const { conflicts } = row.input as Conflicts
  const { message, causes } = expectOf<{
    message: string
    causes: readonly { message: string; field: string }[]
  }>(row)
  const read = conflicts.map(({ manager, path }) => ({
    manager: parseIdentity(manager),
    path: path.flatMap((text) => parseElement(text) ?? []),
  }))
  if (read.some(({ manager }) => 'time' in manager)) return withoutDriver
  assert.equal(conflictMessage(read), message)
  assert.deepEqual(
    read.map(conflictCause),
    causes.map(({ message: cause, field }) => ({ message: cause, field })),
  )
  return undefined
}
