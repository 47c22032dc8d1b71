import type { Comparison, ObjectComparison, Unverified } from '../diff/comparison.ts'
import type { SyncStatus } from './report.ts'

/** Live objects that carry our mark and are not ours to judge: they do not make an application OutOfSync. */
const foreign: readonly string[] = [
  'has-owner',
  'copied-tracking-id',
  'hook',
  'another-application',
  'handed-over',
  'not-marked',
  'not-in-inventory',
  'other-gitops-manager',
]

/** Argo CD's word for a comparison. Whatever is not known beats what is. Reference: argocd section 7. */
export function syncStatusOf(comparison: Comparison | undefined): SyncStatus {
  if (comparison === undefined || comparison.unlisted.length > 0) return 'Unknown'
  const { objects } = comparison
  if (objects.some(isUnknown)) return 'Unknown'
  return objects.some(isOutOfSync) ? 'OutOfSync' : 'Synced'
}

/**
 * It could not be found out what it is, or what the API server would make of it. What waits for a kind, or for a version
 * of one, that comes with the plan is to be written, that much is known.
 */
export function isUnknown(object: ObjectComparison): object is Unverified {
  if (object.kind !== 'unverified' || object.reason === 'kind-in-plan') return false
  return object.live === 'unknown' || object.reason === 'unreachable'
}

export function isOutOfSync(object: ObjectComparison): boolean {
  if (object.kind === 'extraneous') {
    return object.ignored !== true && (object.kept === undefined || !foreign.includes(object.kept))
  }
  return object.kind !== 'inSync'
}
