import { ClusterError, withoutSubject } from '../cluster/cluster-error.ts'
import type { ActionResult } from './fold.ts'

/**
 * What an API server's refusal means for one object: it is the object's fault, or the cluster is not ready for it.
 * Rethrows what says nothing about the object: no answer, an overload, credentials that are not accepted.
 */
export function refusalOf(error: unknown, isKindOnItsWay: boolean): ActionResult {
  if (!(error instanceof ClusterError)) throw error
  const { code, causes, retryable } = error
  const message = withoutSubject(error)
  const isTerminating = causes.some(({ reason }) => reason === 'NamespaceTerminating')
  const isUnserved = code === 'unknown-kind' || code === 'not-found'
  if (isTerminating || (isUnserved && isKindOnItsWay)) return { kind: 'postponed', message }
  if (retryable || code === 'unauthorized' || code === 'malformed') throw error
  return { kind: 'refused', message }
}

export function isCode(error: unknown, ...codes: readonly ClusterError['code'][]): boolean {
  return error instanceof ClusterError && codes.includes(error.code)
}
