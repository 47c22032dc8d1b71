import type { Operation } from './operation.ts'
import { operationId } from './operation-id.ts'
import type { SyncInput } from './sync-input.ts'

type Beginning = Pick<
  SyncInput,
  'installation' | 'application' | 'commit' | 'kind' | 'startedAt' | 'last' | 'render'
>

/** A new operation, nothing of it done. Attempts and self-heals count within one commit. */
export function beginOperation(input: Beginning): Operation {
  const { application, commit, kind, startedAt, render } = input
  const { attempt, heals } = counts(input)
  return {
    version: 1,
    id: operationId({ ...input, attempt, heals }),
    application,
    commit,
    ...(render === undefined ? {} : { render }),
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

function counts({ commit, kind, last }: Beginning): { attempt: number; heals: number } {
  const before = last?.operation.commit === commit ? last.operation : { attempt: 0, heals: 0 }
  return kind === 'self-heal'
    ? { attempt: Math.max(1, before.attempt), heals: before.heals + 1 }
    : { attempt: before.attempt + 1, heals: before.heals }
}
