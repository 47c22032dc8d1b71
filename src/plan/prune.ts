import type { Application } from '../apps/application.ts'
import type { Extraneous } from '../diff/comparison.ts'
import { kindDefinedBy } from '../diff/custom-kinds.ts'
import { listedIn } from '../diff/hook-marks.ts'
import { syncOptionsAnnotation } from '../kube/annotations.ts'
import type { LiveObject } from '../kube/manifest.ts'
import { formatKey } from '../kube/object-key.ts'
import type { Permit } from './permit.ts'
import type { PruneStep, SkipReason, SkipStep } from './plan.ts'
import { orderTasks, type Task, waveOf } from './waves.ts'

export interface PrunePlan {
  readonly prune: readonly PruneStep[]
  readonly skips: readonly SkipStep[]
}

export interface PruneInput {
  readonly extraneous: readonly Extraneous[]
  /** By formatted key. */
  readonly live: ReadonlyMap<string, LiveObject>
  readonly application: Pick<Application, 'syncPolicy' | 'destination'>
  readonly permit: Permit
}

/** What pruning would delete, in the reverse of the order of a sync, and why each extraneous object stays. */
export function planPrune(input: PruneInput): PrunePlan {
  const judged = input.extraneous.map((object) => ({ object, reason: reasonToStay(object, input) }))
  const candidates = judged.filter(({ reason }) => reason === 'prune-not-implemented')
  return {
    prune: inReverse(
      candidates.map(({ object }) => object),
      input,
    ),
    skips: judged.map(({ object, reason }) => ({ action: 'skip', key: object.key, reason })),
  }
}

function reasonToStay(object: Extraneous, { live, application, permit }: PruneInput): SkipReason {
  const policy = application.syncPolicy
  if (object.kept !== undefined) return object.kept
  if (policy.automated?.prune !== true) return 'prune-not-enabled'
  const found = live.get(formatKey(object.key))
  const isAskedFor = found !== undefined && listedIn(found, syncOptionsAnnotation).includes('Prune=true')
  if (!policy.prune && !isAskedFor) return 'prune-disabled-by-option'
  if (permit(object.key, object.key.namespace !== '') !== undefined) return 'not-permitted'
  return 'prune-not-implemented'
}

interface PruneTask extends Task {
  readonly uid: string
}

function inReverse(
  extraneous: readonly Extraneous[],
  { live, application }: PruneInput,
): readonly PruneStep[] {
  const tasks = extraneous.map(({ key, uid }) => pruneTask(key, uid, live.get(formatKey(key))))
  return orderTasks(tasks, application.destination.namespace)
    .toReversed()
    .map(({ key, uid, wave }) => ({ action: 'prune', key, uid, wave }))
}

function pruneTask(key: Extraneous['key'], uid: string, live: LiveObject | undefined): PruneTask {
  const task: PruneTask = { key, uid, phase: 'Sync', wave: live === undefined ? 0 : waveOf(live) }
  const defines = live === undefined ? undefined : kindDefinedBy(live)
  return defines === undefined ? task : { ...task, defines }
}
