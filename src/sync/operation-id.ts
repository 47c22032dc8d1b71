import type { CommitSha } from '../git/commit.ts'
import { digestOf } from './digest.ts'
import type { Operation } from './operation.ts'

/** All that makes one operation different from every other; the start tells a return to an old commit apart. */
export interface OperationIdentity {
  readonly installation: string
  readonly application: string
  readonly commit: CommitSha
  readonly kind: Operation['kind']
  readonly attempt: number
  readonly heals: number
  readonly startedAt: string
}

/** 20 hex digits. */
export function operationId(identity: OperationIdentity): string {
  const { installation, application, commit, kind, attempt, heals, startedAt } = identity
  const parameters = [kind, String(attempt), String(heals), startedAt]
  return digestOf(installation, application, commit, ...parameters).slice(0, 20)
}
