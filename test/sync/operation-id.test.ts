import { expect, test } from 'vitest'
import { beginOperation } from '../../src/sync/begin-operation.ts'
import { type OperationIdentity, operationId } from '../../src/sync/operation-id.ts'
import { recordNames } from '../../src/sync/record-names.ts'
import { aSha } from '../support/builders.ts'
import { anOperation } from './builders.ts'

const identity: OperationIdentity = {
  installation: 'test',
  application: 'shop',
  commit: aSha('commit'),
  kind: 'sync',
  attempt: 1,
  heals: 0,
  startedAt: '2026-03-01T10:00:00.000Z',
}

test.each<[string, Partial<OperationIdentity>]>([
  ['installation', { installation: 'other' }],
  ['application', { application: 'other' }],
  ['commit', { commit: aSha('other') }],
  ['kind', { kind: 'manual' }],
  ['attempt', { attempt: 2 }],
  ['self-heal', { heals: 1 }],
  ['start, as on a return to an old commit', { startedAt: '2026-03-02T10:00:00.000Z' }],
  ['border between two parts', { installation: 'tests', application: 'hop' }],
])('another %s gives another operation id', (_, changes) => {
  expect(operationId({ ...identity, ...changes })).not.toBe(operationId(identity))
})

test('names of records fit the API server whatever the application is called', () => {
  const names = recordNames('My Installation!', '../../etc/<b>')

  for (const name of Object.values(names)) expect(name).toMatch(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)
})

test.each([
  ['the first of a commit', undefined, 'sync', 1, 0],
  ['after another commit', anOperation({ commit: aSha('old'), attempt: 4, heals: 2 }), 'sync', 1, 0],
  ['a retry', anOperation({ attempt: 2, heals: 1 }), 'sync', 3, 1],
  ['a self-heal', anOperation({ attempt: 2, heals: 1 }), 'self-heal', 2, 2],
  [
    'a self-heal after a calm',
    anOperation({ heals: 2, finishedAt: '2020-01-01T00:00:00Z' }),
    'self-heal',
    1,
    1,
  ],
  ['another declaration', anOperation({ render: 'old', attempt: 2, heals: 1 }), 'sync', 1, 0],
  ['a self-heal of an object that nobody synced before', undefined, 'self-heal', 1, 1],
] as const)('attempts and self-heals count within a commit: %s', (_, before, kind, attempt, heals) => {
  const last =
    before === undefined
      ? undefined
      : { operation: before, phases: [], prune: [], holder: 'x', resourceVersion: '1' }

  const operation = beginOperation({ ...identity, kind, last })

  expect(operation).toMatchObject({ attempt, heals, phase: 'Running' })
})
