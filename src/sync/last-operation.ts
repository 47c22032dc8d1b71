import type { CommitSha } from '../git/commit.ts'
import type { Operation, OperationPhase } from './operation.ts'

/** What deciding about the next operation takes of the last one. */
export interface LastOperation {
  readonly commit: CommitSha
  /** Absent in records that did not keep it. */
  readonly render?: string
  readonly phase: OperationPhase
  /** Counts from 1 within the commit. */
  readonly attempt: number
  /** Self-heals of this commit in a row, when it ended. */
  readonly heals: number
  /** Milliseconds of Unix time; absent while it runs. */
  readonly finishedAt?: number
  /** A person ended it: it is not tried again by itself. */
  readonly terminated?: true
}

export function lastOperation(operation: Operation): LastOperation {
  const { commit, render, phase, attempt, heals, finishedAt, terminatedBy } = operation
  return {
    commit,
    phase,
    attempt,
    heals,
    ...(render === undefined ? {} : { render }),
    ...(finishedAt === undefined ? {} : { finishedAt: Date.parse(finishedAt) }),
    ...(terminatedBy === undefined ? {} : { terminated: true }),
  }
}

/** A commit alone does not say what is wanted: the declaration may have changed beside it. */
export function isSameWork(
  last: Pick<LastOperation, 'commit' | 'render'>,
  { commit, render }: { readonly commit: CommitSha; readonly render?: string | undefined },
): boolean {
  return last.commit === commit && (last.render === undefined || last.render === render)
}

/** Argo CD's cool-down: after a heal that held so long, the next one is the first. Reference: argocd section 6. */
const calmSeconds = 330

/** Self-heals in a row by now, in milliseconds of Unix time. */
export function healsInRow(
  { heals, finishedAt }: Pick<LastOperation, 'heals' | 'finishedAt'>,
  now: number,
): number {
  return finishedAt !== undefined && now - finishedAt >= calmSeconds * 1000 ? 0 : heals
}
