import type { Health } from '../health/health.ts'
import type { ObjectKey } from '../kube/object-key.ts'
import { present } from '../settings/present.ts'
import type { ObjectResult, Operation, Position } from './operation.ts'

/** Value 7 of the pipe: how a sync stands or ended. */
export type Outcome = Running | Succeeded | Failed | Errored

interface Results {
  readonly operationId: string
  readonly results: readonly ObjectResult[]
}

export interface Running extends Results {
  readonly phase: 'Running'
  readonly at?: Position
  /** What it waits for, empty when it only needs another call. */
  readonly waitsFor: readonly WaitedFor[]
  /** Seconds after which another call is worth it. */
  readonly callAgainIn: number
}

export interface WaitedFor {
  readonly key: ObjectKey
  readonly for: 'health' | 'hook' | 'deletion'
  readonly health?: Health
}

export interface Succeeded extends Results {
  readonly phase: 'Succeeded'
  readonly message: string
  /** RFC 3339; absent where there was nothing to sync. */
  readonly finishedAt?: string
  /** The call that ended it wrote records alone: what was there before it is there after it. */
  readonly wroteNothing?: true
}

export interface Failed extends Results {
  readonly phase: 'Failed'
  readonly message: string
}

/** We could not act: the sweep tries again at growing intervals. */
export interface Errored extends Results {
  readonly phase: 'Error'
  readonly message: string
  readonly retryable: boolean
}

export function runningOutcome(
  { id, results, at }: Operation,
  waitsFor: readonly WaitedFor[],
  callAgainIn: number,
): Running {
  const where = at === undefined ? {} : { at }
  return { phase: 'Running', operationId: id, results, ...where, waitsFor, callAgainIn }
}

/** Of an operation that has ended. */
export function endedOutcome({ id, phase, results, message, finishedAt }: Operation): Outcome {
  if (phase === 'Running' || phase === 'Error') {
    return { phase: 'Error', operationId: id, results, message, retryable: true }
  }
  const ended = { operationId: id, results, message }
  return phase === 'Failed' ? { phase, ...ended } : { phase, ...ended, ...present({ finishedAt }) }
}
