import { expect, test } from 'vitest'
import type { SyncPolicy } from '../../src/apps/application.ts'
import { decide, type Situation } from '../../src/engine/decide.ts'
import type { LastOperation } from '../../src/sync/last-operation.ts'
import { aSha } from '../support/builders.ts'

const now = 1_000_000
const commit = aSha('new')
const manual: SyncPolicy = { options: [] }
const automated: SyncPolicy = { ...manual, automated: { prune: false, selfHeal: false, allowEmpty: false } }
const healing: SyncPolicy = { ...manual, automated: { prune: false, selfHeal: true, allowEmpty: false } }
const retrying: SyncPolicy = {
  ...automated,
  retry: { limit: 2, backoff: { seconds: 5, factor: 2, maxSeconds: 180 } },
}

const contested = [{ object: 'apps/Deployment shop/web', path: 'spec.replicas', manager: 'keda', times: 3 }]

function situation(changes: Partial<Situation> = {}): Situation {
  return {
    mode: 'sync',
    policy: automated,
    commit,
    outOfSync: 1,
    toPrune: 0,
    leftToPrune: 0,
    blocked: false,
    asked: false,
    now,
    ...changes,
  }
}

function last(changes: Partial<LastOperation> = {}): LastOperation {
  return { commit, phase: 'Succeeded', attempt: 1, heals: 0, finishedAt: now, ...changes }
}

test.each<[string, Partial<Situation>, object]>([
  ['in sync: nothing', { outOfSync: 0 }, { kind: 'nothing', reason: 'in-sync' }],
  [
    'only extraneous objects that stay: nothing, and says so',
    { outOfSync: 0, leftToPrune: 2 },
    { kind: 'nothing', reason: 'prune-only' },
  ],
  ['only deletions: sync', { outOfSync: 0, toPrune: 2 }, { kind: 'sync', attempt: 1 }],
  [
    'only deletions, observed: report',
    { outOfSync: 0, toPrune: 2, mode: 'observe' },
    { kind: 'report', reason: 'observed-only' },
  ],
  [
    'deletions that had to wait, of a synced commit: no hook runs again',
    { outOfSync: 0, toPrune: 2, last: last() },
    { kind: 'prune' },
  ],
  [
    'deletions that had to wait beside drift that is not healed: only they are done',
    { outOfSync: 1, toPrune: 2, last: last() },
    { kind: 'prune' },
  ],
  [
    'deletions that had to wait beside drift that is healed: both',
    { policy: healing, outOfSync: 1, toPrune: 2, last: last() },
    { kind: 'self-heal', heals: 1 },
  ],
  ['no automation: report', { policy: manual }, { kind: 'report', reason: 'no-automation' }],
  ['observe mode: report', { mode: 'observe' }, { kind: 'report', reason: 'observed-only' }],
  [
    'observe mode holds against a person',
    { mode: 'observe', asked: true },
    { kind: 'report', reason: 'observed-only' },
  ],
  ['a blocked plan: report', { blocked: true }, { kind: 'report', reason: 'blocked' }],
  ['never synced: sync', {}, { kind: 'sync', attempt: 1 }],
  [
    'a new commit: sync',
    { last: last({ commit: aSha('old'), phase: 'Failed' }) },
    { kind: 'sync', attempt: 1 },
  ],
  ['a running operation of this commit: go on', { last: last({ phase: 'Running' }) }, { kind: 'continue' }],
  [
    'a terminated operation is not tried again, whatever retry says',
    {
      policy: retrying,
      last: last({ phase: 'Failed', terminated: true }),
    },
    { kind: 'report', reason: 'failed-waits-for-a-new-commit' },
  ],
  [
    'a running operation of an older commit: supersede',
    { last: last({ commit: aSha('old'), phase: 'Running' }) },
    { kind: 'supersede' },
  ],
  [
    'drift at the same commit without self-heal: report',
    { last: last() },
    { kind: 'report', reason: 'self-heal-off' },
  ],
  ['the first self-heal is at once', { policy: healing, last: last() }, { kind: 'self-heal', heals: 1 }],
  [
    'the same commit declared otherwise is other work: sync',
    { render: 'new', last: last({ render: 'old', attempt: 3 }) },
    { kind: 'sync', attempt: 1 },
  ],
  [
    'the same commit declared as before: no other work',
    { render: 'old', last: last({ render: 'old' }) },
    { kind: 'report', reason: 'self-heal-off' },
  ],
  [
    'a fight about all that differs: report',
    { policy: healing, last: last({ heals: 3 }), fight: { fields: contested, objects: 1 } },
    { kind: 'report', reason: 'fight', contested },
  ],
  [
    'a fight beside other drift: the rest is healed',
    { policy: healing, last: last(), fight: { fields: contested, objects: 1 }, outOfSync: 2 },
    { kind: 'self-heal', heals: 1 },
  ],
  [
    'a fight beside deletions that had to wait: they are done',
    { policy: healing, last: last(), fight: { fields: contested, objects: 1 }, toPrune: 1 },
    { kind: 'prune' },
  ],
  [
    'a person who asks ends a fight',
    { policy: healing, last: last(), fight: { fields: contested, objects: 1 }, asked: true },
    { kind: 'sync', attempt: 2 },
  ],
  [
    'a failed commit waits for the next one',
    { last: last({ phase: 'Failed' }) },
    { kind: 'report', reason: 'failed-waits-for-a-new-commit' },
  ],
  [
    'a person may try a failed commit again',
    { asked: true, last: last({ phase: 'Failed' }) },
    { kind: 'sync', attempt: 2 },
  ],
  [
    'a declared retry waits its backoff',
    { policy: retrying, last: last({ phase: 'Failed' }) },
    { kind: 'later', seconds: 5, reason: 'retry-backoff' },
  ],
  [
    'and then tries',
    { policy: retrying, last: last({ phase: 'Failed', finishedAt: now - 5000 }) },
    { kind: 'sync', attempt: 2 },
  ],
  [
    'until its limit',
    { policy: retrying, last: last({ phase: 'Failed', attempt: 3, finishedAt: 0 }) },
    { kind: 'report', reason: 'failed-waits-for-a-new-commit' },
  ],
  [
    'an error is tried again without being told',
    { last: last({ phase: 'Error', finishedAt: now - 30_000 }) },
    { kind: 'sync', attempt: 2 },
  ],
])('%s', (_, changes, verdict) => {
  expect(decide(situation(changes))).toEqual(verdict)
})

test('a person who asks for a sync gets one even when everything is in sync, so that hooks run', () => {
  expect(decide(situation({ asked: true, outOfSync: 0, last: last() }))).toEqual({ kind: 'sync', attempt: 2 })
})

test('a root that only observes stops even a sync that runs', () => {
  const verdict = decide(situation({ mode: 'observe', last: last({ phase: 'Running' }) }))

  expect(verdict).toEqual({ kind: 'report', reason: 'observed-only' })
})

test('a failed commit stays failed though nothing differs any more', () => {
  expect(decide(situation({ outOfSync: 0, last: last({ phase: 'Failed' }) }))).toEqual({
    kind: 'report',
    reason: 'failed-waits-for-a-new-commit',
  })
})

test.each([0, 1])(
  'a sync by hand that broke off is not called in order, with %i objects that differ',
  (outOfSync) => {
    const broken = last({ phase: 'Error', finishedAt: 0 })

    expect(decide(situation({ policy: manual, outOfSync, last: broken }))).toEqual({
      kind: 'report',
      reason: 'error-waits-for-a-sync',
    })
  },
)

test('nothing that a person asks for writes in observe mode, in sync or not', () => {
  expect(decide(situation({ mode: 'observe', asked: true, outOfSync: 0 }))).toEqual({
    kind: 'report',
    reason: 'observed-only',
  })
})

test.each([
  [1, 2],
  [2, 6],
  [3, 18],
  [4, 54],
  [5, 162],
  [6, 300],
  [40, 300],
  [4000, 300],
])('after %i heals in a row the next waits %i seconds', (heals, seconds) => {
  const verdict = decide(situation({ policy: healing, last: last({ heals }) }))

  expect(verdict).toEqual({ kind: 'later', seconds, reason: 'self-heal-backoff' })
})

test.each([
  ['five and a half minutes: the next heal is the first again', 330, 1],
  ['a second less: one more in the row', 329, 8],
])('after a calm of %s', (_, seconds, heals) => {
  const before = last({ heals: 7, finishedAt: now - seconds * 1000 })

  expect(decide(situation({ policy: healing, last: before }))).toEqual({ kind: 'self-heal', heals })
})
