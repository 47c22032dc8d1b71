import { formatPath } from '../kube/field-path.ts'
import { type ManagerFields, ownersOf } from '../kube/managed-fields.ts'
import type { LiveValue } from '../kube/manifest.ts'
import type { FieldDrift, FieldEffect, FieldValue } from './comparison.ts'
import type { Difference } from './local-compare.ts'
import { isPlain } from './plain-value.ts'
import { fieldManager, writerOf } from './writers.ts'

/** A difference as it is reported: with who wrote the live value, and what a sync will do. */
export function driftOf(difference: Difference, managedFields: readonly ManagerFields[]): FieldDrift {
  const { path, git, live } = difference
  const writer = live === undefined ? undefined : writerOf(managedFields, path)
  return {
    path: formatPath(path),
    git: shown(git),
    live: shown(live),
    effect: effectOf(difference, managedFields),
    ...(writer === undefined ? {} : { writer }),
  }
}

function effectOf({ path, git, live }: Difference, managedFields: readonly ManagerFields[]): FieldEffect {
  if (git === undefined) return 'remove'
  if (live === undefined) return 'set'
  const isOthers = ownersOf(managedFields, path).some(({ manager }) => manager !== fieldManager)
  return isOthers ? 'take-over' : 'overwrite'
}

/** A value as reports hold it. */
export function shown(value: LiveValue | undefined): FieldValue {
  if (value === undefined) return { kind: 'absent' }
  return isPlain(value) ? { kind: 'value', value } : { kind: 'masked' }
}

/** True where nothing in the difference is secret. */
export function isOpen({ git, live }: Difference): boolean {
  return (git === undefined || isPlain(git)) && (live === undefined || isPlain(live))
}
