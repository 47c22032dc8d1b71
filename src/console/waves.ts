import { formatKey, type ObjectKey, sameKey } from '../kube/object-key.ts'
import type { ApplyStep, HookStep } from '../plan/plan.ts'
import type { ObjectResult, Operation, OperationStage } from '../sync/operation.ts'
import { allWaves, type PlannedPhases, samePosition } from '../sync/plan-order.ts'

/** One wave of a sync: what it does, and how far that has come. */
export interface ShownWave {
  readonly stage: OperationStage
  readonly wave: number
  /** The one in hand. */
  readonly isNow: boolean
  readonly steps: readonly ShownStep[]
}

export interface ShownStep {
  readonly key: ObjectKey
  readonly does: 'apply' | 'recreate' | 'hook' | 'delete' | 'wait'
  /** `planned` until it has begun; `unknown` where nobody remembers how it went. */
  readonly state: 'planned' | 'running' | 'done' | 'failed' | 'kept' | 'unknown'
  /** What the cluster said of it; empty where it said nothing. */
  readonly message: string
  readonly step?: ApplyStep | HookStep
}

/** How far an operation has come. The cluster's record has its hooks; what is told of it has only how it ended. */
export type Progress = Pick<Operation, 'phase' | 'at' | 'results'> & Partial<Pick<Operation, 'hooks'>>

/** In the order of the sync: PreSync, Sync, deletions, PostSync, and what runs only after a failure. */
export function wavesOf(plan: PlannedPhases, progress?: Progress): readonly ShownWave[] {
  const results = new Map((progress?.results ?? []).map((one) => [formatKey(one.key), one]))
  const isRunning = progress?.phase === 'Running'
  const stepOf = (key: ObjectKey, does: ShownStep['does']): ShownStep => {
    const result = results.get(formatKey(key))
    const state = result === undefined ? 'planned' : stateOf(result.state, isRunning)
    return { key, does, state, message: result?.message ?? '' }
  }
  return allWaves(plan).map((wave) => ({
    stage: wave.phase,
    wave: wave.wave,
    isNow: isRunning && progress.at !== undefined && samePosition(wave, progress.at),
    steps: [
      ...wave.steps.map((step) =>
        step.action === 'apply'
          ? { ...stepOf(step.key, step.recreates === undefined ? 'apply' : 'recreate'), step }
          : { ...hookOf(step.key, wave.phase, progress), step },
      ),
      ...wave.watch.map((key) => stepOf(key, 'wait')),
      ...wave.prune.map(({ key }) => stepOf(key, 'delete')),
    ],
  }))
}

function hookOf(key: ObjectKey, stage: OperationStage, progress: Progress | undefined): ShownStep {
  const hook = progress?.hooks?.find((one) => one.phase === stage && sameKey(one.key, key))
  const state = hook === undefined ? unrecorded(stage, progress) : hookStates[hook.state]
  return { key, does: 'hook', state, message: hook?.message ?? '' }
}

function unrecorded(stage: OperationStage, progress: Progress | undefined): ShownStep['state'] {
  if (progress === undefined || progress.hooks !== undefined) return 'planned'
  if (progress.phase !== 'Succeeded') return 'unknown'
  return stage === 'SyncFail' ? 'planned' : 'done'
}

/** What an ended operation has sent and did not wait for is done; what it had not sent was not. */
function stateOf(state: ObjectResult['state'], isRunning: boolean): ShownStep['state'] {
  switch (state) {
    case 'pending':
      return isRunning ? 'running' : 'planned'
    case 'applied':
      return isRunning ? 'running' : 'done'
    case 'healthy':
    case 'pruned':
      return 'done'
    case 'failed':
    case 'kept':
      return state
  }
}

const hookStates = {
  creating: 'running',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
} as const
