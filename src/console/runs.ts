import type { RunRecord } from '../engine/run-store.ts'
import type { Plan } from '../plan/plan.ts'
import type { OperationPhase } from '../sync/operation.ts'
import type { OperationRecord } from '../sync/operation-record.ts'
import { type Progress, type ShownWave, wavesOf } from './waves.ts'

/** An operation from its first call to its last as far as these are remembered, or one look that began none. */
export interface Run {
  /** Of its operation; of a look, when it was. */
  readonly id: string
  readonly first: RunRecord
  readonly last: RunRecord
}

/** `records` come newest first, and so do the runs, by their last call. */
export function runsOf(records: readonly RunRecord[]): readonly Run[] {
  const runs = new Map<string, Run>()
  for (const record of records) {
    const id = idOf(record)
    const known = runs.get(id)
    runs.set(id, known === undefined ? { id, first: record, last: record } : { ...known, first: record })
  }
  return [...runs.values()]
}

function idOf({ at, report: { outcome } }: RunRecord): string {
  return outcome === undefined || outcome.operationId === '' ? at : outcome.operationId
}

/** The run that a status on a commit speaks of: the last one there that wrote something, else the last look. */
export function runOn(runs: readonly Run[], sha: string): Run | undefined {
  const there = runs.filter(({ last }) => last.on.sha === sha)
  return there.find(({ last }) => last.report.outcome !== undefined) ?? there[0]
}

/**
 * Its waves. Later calls of an operation plan only what is left, so the first one has the plan; the record in the cluster
 * has it whole, and where the operation is.
 */
export function wavesOfRun(
  { id, first, last }: Run,
  stored: OperationRecord | undefined,
): readonly ShownWave[] {
  const outcome = last.report.outcome
  if (stored?.operation.id === id) return wavesOf(stored, stored.operation)
  const plan = first.report.plan
  if (plan === undefined) return []
  return outcome === undefined ? wavesOf(plan) : wavesOf(plan, progressOf(outcome))
}

function progressOf(outcome: NonNullable<RunRecord['report']['outcome']>): Progress {
  const { phase, results } = outcome
  const at = outcome.phase === 'Running' ? outcome.at : undefined
  return { phase, results, ...(at && { at }) }
}

/** What became of its operation: the record in the cluster knows it also where another instance has gone on with it. */
export function phaseOf({ id, last }: Run, stored: OperationRecord | undefined): Phase | undefined {
  const told = last.report.outcome?.phase
  if (told !== 'Running' || stored === undefined) return told
  return stored.operation.id === id ? stored.operation.phase : 'was running'
}

/** `was running`: another operation came after it. */
export type Phase = OperationPhase | 'was running'

export function planOfRun({ first, last }: Run): Plan | undefined {
  return first.report.plan ?? last.report.plan
}
