import { healsInRow, isSameWork, lastOperation } from './last-operation.ts'
import type { Operation } from './operation.ts'
import { operationId } from './operation-id.ts'
import type { SyncInput } from './sync-input.ts'

type Beginning = Pick<
  SyncInput,
  'installation' | 'application' | 'commit' | 'kind' | 'startedAt' | 'last' | 'render' | 'healed'
>

/** A new operation, nothing of it done. Attempts and self-heals count within one commit, self-heals until a calm. */
export function beginOperation(input: Beginning): Operation {
  const { application, commit, kind, startedAt, render, healed = [] } = input
  const { attempt, heals } = counts(input)
  return {
    version: 1,
    id: operationId({ ...input, attempt, heals }),
    application,
    commit,
    ...(render === undefined ? {} : { render }),
    ...(healed.length === 0 ? {} : { healed }),
    kind,
    phase: 'Running',
    attempt,
    heals,
    startedAt,
    hooks: [],
    results: [],
    message: '',
  }
}

function counts(input: Beginning): { attempt: number; heals: number } {
  const { kind, last, startedAt } = input
  const isAnother = last === undefined || !isSameWork(last.operation, input)
  const before = isAnother ? { attempt: 0, heals: 0 } : lastOperation(last.operation)
  return kind === 'self-heal'
    ? { attempt: Math.max(1, before.attempt), heals: healsInRow(before, Date.parse(startedAt)) + 1 }
    : { attempt: before.attempt + 1, heals: before.heals }
}
