import type { Commit } from '../git/commit.ts'
import type { Inputs } from '../git/inputs.ts'
import type { Repository } from '../git/repository.ts'
import type { Operation } from '../sync/operation.ts'
import type { HeldReason } from './application-facts.ts'
import type { ApplicationReport } from './report.ts'

/** Why an application is or is not synced now, what would happen, and what touches it. It holds no secret. */
export interface Explanation {
  readonly report: ApplicationReport
  readonly declaredAt: Place & { readonly commit: Commit['sha']; readonly repository: Repository }
  /** Absent where it could not be looked at: the report's problems say why. */
  readonly decision?: Decision
  readonly last?: LastSync
  /** Of the containers that it declares, each once; absent where there is none, or it cannot be rendered. */
  readonly images?: readonly string[]
  /** What its render read, and so what touches it when it changes; absent where it cannot be rendered. */
  readonly inputs?: Inputs
  /** `argocd.argoproj.io/manifest-generate-paths`, which has the last word about what touches it. */
  readonly generatePaths?: readonly string[]
}

export interface Decision {
  readonly action: 'nothing' | 'report' | 'continue' | 'supersede' | 'sync' | 'self-heal' | 'prune' | 'later'
  readonly reason?: HeldReason
  /** Until it goes on by itself. */
  readonly seconds?: number
  /** Of a sync: which one of this commit it is, from 1. */
  readonly attempt?: number
  /** The declarations and settings that decided it. */
  readonly rules: readonly Rule[]
}

/** `spec.syncPolicy.automated.selfHeal` `is not set`, and where that is written, or would be. */
export interface Rule {
  readonly field: string
  readonly says: string
  /** Absent for a field of the settings. */
  readonly at?: Place
}

/** A line of a file, from 1. */
export interface Place {
  readonly path: string
  readonly line: number
}

export type LastSync = Pick<
  Operation,
  'id' | 'commit' | 'kind' | 'phase' | 'attempt' | 'heals' | 'message' | 'startedAt' | 'finishedAt'
>
