import type { CommitSha } from '../git/commit.ts'
import type { Operation, OperationPhase } from './operation.ts'

/** What deciding about the next operation takes of the last one. */
export interface LastOperation {
  readonly commit: CommitSha
  readonly phase: OperationPhase
  /** Counts from 1 within the commit. */
  readonly attempt: number
  /** Self-heals of this commit so far. */
  readonly heals: number
  /** Milliseconds of Unix time; absent while it runs. */
  readonly finishedAt?: number
}

export function lastOperation({ commit, phase, attempt, heals, finishedAt }: Operation): LastOperation {
  const facts = { commit, phase, attempt, heals }
  return finishedAt === undefined ? facts : { ...facts, finishedAt: Date.parse(finishedAt) }
}
