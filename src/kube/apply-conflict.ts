import { formatApiPath } from './field-path.ts'
import type { EntryIdentity } from './manager-entries.ts'
import type { ApplyConflict } from './server-side-apply.ts'

/** The API server's words for one conflict: the message and the field of a `FieldManagerConflict` cause. */
export interface ConflictCause {
  readonly message: string
  readonly field: string
}

export function conflictCause({ manager, path }: ApplyConflict): ConflictCause {
  return { message: `conflict with ${describeManager(manager)}`, field: formatApiPath(path) }
}

/**
 * The message of the 409 that answers an apply with conflicts.
 * Source: k8s.io/apimachinery pkg/util/managedfields/internal/conflict.go.
 */
export function conflictMessage(conflicts: readonly ApplyConflict[]): string {
  const [only, ...others] = conflicts
  if (only && others.length === 0) {
    const { message, field } = conflictCause(only)
    return `Apply failed with 1 conflict: ${message}: ${field}`
  }
  const fieldsByManager = new Map<string, string[]>()
  for (const { manager, path } of conflicts) {
    const name = describeManager(manager)
    const fields = fieldsByManager.get(name) ?? []
    fields.push(`- ${formatApiPath(path)}`)
    fieldsByManager.set(name, fields)
  }
  const parts = [...fieldsByManager].flatMap(([name, fields]) => [`conflicts with ${name}:`, ...fields])
  return `Apply failed with ${conflicts.length} conflicts: ${parts.join('\n')}`
}

function describeManager({ manager, operation, apiVersion, subresource }: EntryIdentity): string {
  const name = JSON.stringify(manager)
  const whole = subresource === undefined ? name : `${name} with subresource ${JSON.stringify(subresource)}`
  return operation === 'Update' ? `${whole} using ${apiVersion}` : whole
}
