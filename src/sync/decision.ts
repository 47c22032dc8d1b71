import type { ObjectKey } from '../kube/object-key.ts'
import type { ApplyStep, HookStep, PruneStep, SyncPhase } from '../plan/plan.ts'
import type { Operation } from './operation.ts'
import type { WaitedFor } from './outcome.ts'

/**
 * What to do next. `step`: save the operation, then perform the actions, in groups one after the other.
 * `wait`: nothing can be done for `seconds`. `done`: the operation has ended and is saved a last time.
 */
export type Decision =
  | {
      readonly kind: 'step'
      readonly operation: Operation
      readonly actions: readonly (readonly Action[])[]
    }
  | { readonly kind: 'wait'; readonly waitsFor: readonly WaitedFor[]; readonly seconds: number }
  | { readonly kind: 'done'; readonly operation: Operation }

export type HookAction = CreateHookAction | DeleteHookAction | ReleaseHookAction
export type Action = ApplyAction | HookAction | PruneAction

export interface ApplyAction {
  readonly do: 'apply'
  readonly step: ApplyStep
}

/** Deletes the object in exactly the state in which it was seen to be the application's to delete. */
export interface PruneAction {
  readonly do: 'prune'
  readonly step: PruneStep
  readonly resourceVersion: string
}

export interface CreateHookAction {
  readonly do: 'createHook'
  readonly step: HookStep
  readonly phase: SyncPhase
}

/**
 * `stale`: a run of another operation that is in the way. `policy`: an ended hook of this operation. `terminated`: one
 * that ran when its operation was terminated.
 */
export interface DeleteHookAction {
  readonly do: 'deleteHook'
  readonly key: ObjectKey
  readonly phase: SyncPhase
  readonly uid: string
  readonly why: 'stale' | 'policy' | 'terminated'
}

/** Takes our finalizer off an ended hook. */
export interface ReleaseHookAction {
  readonly do: 'releaseHook'
  readonly key: ObjectKey
  readonly phase: SyncPhase
  readonly uid: string
}

/** The caller's clock, in milliseconds of Unix time, and the time-outs in seconds. */
export interface Clock {
  readonly now: number
  readonly limits: TimeLimits
}

export interface TimeLimits {
  readonly hookSeconds: number
  readonly waveSeconds: number
}
