import { expect, test } from 'vitest'
import { formatKey } from '../../src/kube/object-key.ts'
import { advance } from '../../src/sync/advance.ts'
import type { Decision } from '../../src/sync/decision.ts'
import type { Observed } from '../../src/sync/observed.ts'
import type { HookRecord, ObjectResult, Operation } from '../../src/sync/operation.ts'
import type { PlannedPhases } from '../../src/sync/plan-order.ts'
import { aSha } from '../support/builders.ts'
import {
  aKey,
  anOperation,
  aPlan,
  applied,
  hook,
  hookRecordOf,
  limits,
  pruned,
  result,
  type Seen,
  sees,
  sighting,
  start,
} from './builders.ts'

const twoWaves = aPlan({ Sync: [[applied('ConfigMap a')], [applied('apps/Deployment b')]] })
const inFirst = { at: { phase: 'Sync', wave: 0 } } as const
const withHook = aPlan({
  PreSync: [[hook('batch/Job migrate')]],
  Sync: [[applied('ConfigMap a')]],
  SyncFail: [[hook('batch/Job alarm')]],
})
const withPrune = {
  ...aPlan({ Sync: [[applied('ConfigMap a')]], PostSync: [[hook('batch/Job smoke')]] }),
  prune: [pruned('apps/Deployment old', 1), pruned('ConfigMap x'), pruned('ConfigMap y'), pruned('Secret z')],
}
const inPrune = {
  at: { phase: 'Prune', wave: 0 },
  results: [result('ConfigMap x', { state: 'pending' })],
} as const
const inPreSync = { at: { phase: 'PreSync', wave: 0 } } as const

function decide(
  plan: PlannedPhases,
  operation: Operation,
  observed: Observed = sees(),
  seconds = 1,
): Decision {
  return advance(plan, operation, observed, { now: start + seconds * 1000, limits })
}

/** One line that tells a decision apart. */
function line(decision: Decision): string {
  switch (decision.kind) {
    case 'wait':
      return `wait ${decision.seconds}: ${decision.waitsFor.map((w) => `${w.for} of ${formatKey(w.key)}`).join(', ')}`
    case 'done':
      return `${decision.operation.phase}: ${decision.operation.message}`
    case 'step': {
      const groups = decision.actions.map((group) =>
        group
          .map((action) => `${action.do} ${'step' in action ? action.step.key.name : action.key.name}`)
          .join(' + '),
      )
      const { at } = decision.operation
      return [`at ${at?.phase} ${at?.wave}`, ...groups].join(' | ')
    }
  }
}

test('the first wave is claimed, with its steps as pending, before anything is sent', () => {
  const decision = decide(twoWaves, anOperation())

  expect(line(decision)).toBe('at Sync 0')
  expect(decision).toMatchObject({ operation: { results: [{ key: { name: 'a' }, state: 'pending' }] } })
})

test.each<[string, PlannedPhases, Partial<Operation>, Observed, string]>([
  [
    'pending objects of the claimed wave are applied',
    twoWaves,
    { ...inFirst, results: [result('ConfigMap a', { state: 'pending' })] },
    sees(),
    'at Sync 0 | apply a',
  ],
  [
    'groups are adjacent steps of equal kind, in order',
    aPlan({
      Sync: [[applied('Secret a'), applied('ConfigMap b'), applied('ConfigMap c'), applied('Secret d')]],
    }),
    {
      ...inFirst,
      results: ['Secret a', 'ConfigMap b', 'ConfigMap c', 'Secret d'].map((k) =>
        result(k, { state: 'pending' }),
      ),
    },
    sees(),
    'at Sync 0 | apply a | apply b + apply c | apply d',
  ],
  [
    'a wave is left when its objects are healthy',
    twoWaves,
    { ...inFirst, results: [result('ConfigMap a')] },
    sees(['ConfigMap a', sighting('ConfigMap a')]),
    'at Sync 1',
  ],
  [
    'an object that was not looked at is waited for',
    twoWaves,
    { ...inFirst, results: [result('ConfigMap a')] },
    sees(),
    'wait 15: health of ConfigMap shop/a',
  ],
  [
    'the last wave is waited for too',
    twoWaves,
    {
      at: { phase: 'Sync', wave: 1 },
      results: [result('ConfigMap a', { state: 'healthy' }), result('apps/Deployment b')],
    },
    sees(['apps/Deployment b', sighting('apps/Deployment b', 'Progressing')]),
    'wait 15: health of apps/Deployment shop/b',
  ],
  [
    'a suspended object is waited for',
    twoWaves,
    { ...inFirst, results: [result('ConfigMap a')] },
    sees(['ConfigMap a', sighting('ConfigMap a', 'Suspended')]),
    'wait 15: health of ConfigMap shop/a',
  ],
  [
    'after the last wave the sync has succeeded',
    twoWaves,
    { at: { phase: 'Sync', wave: 1 }, results: [result('apps/Deployment b')] },
    sees(['apps/Deployment b', sighting('apps/Deployment b', 'Healthy')]),
    'Succeeded: successfully synced (all tasks run)',
  ],
  [
    'when the last Sync wave is healthy, the highest wave of prunes is claimed',
    withPrune,
    { ...inFirst, results: [result('ConfigMap a')] },
    sees(['ConfigMap a', sighting('ConfigMap a')]),
    'at Prune 1',
  ],
  [
    'the next wave of prunes is the one below, when the objects of this one are gone',
    withPrune,
    { at: { phase: 'Prune', wave: 1 }, results: [result('apps/Deployment old', { state: 'pruned' })] },
    sees(),
    'at Prune 0',
  ],
  [
    'prunes of one wave go kind by kind, in order',
    withPrune,
    {
      at: { phase: 'Prune', wave: 0 },
      results: ['ConfigMap x', 'ConfigMap y', 'Secret z'].map((k) => result(k, { state: 'pending' })),
    },
    sees(...['ConfigMap x', 'ConfigMap y', 'Secret z'].map((k) => [k, sighting(k)] as const)),
    'at Prune 0 | prune x + prune y | prune z',
  ],
  [
    'what is being deleted is waited for and not deleted again',
    withPrune,
    inPrune,
    sees(['ConfigMap x', sighting('ConfigMap x', undefined, { deleting: true })]),
    'wait 15: deletion of ConfigMap shop/x',
  ],
  [
    'an object to prune that was not looked at is not deleted',
    withPrune,
    inPrune,
    sees(),
    'wait 15: deletion of ConfigMap shop/x',
  ],
  [
    'after the last prune comes PostSync',
    withPrune,
    { ...inPrune, results: [result('ConfigMap x', { state: 'pruned' })] },
    sees(),
    'at PostSync 0',
  ],
  [
    'a superseded sync deletes nothing more',
    withPrune,
    { ...inPrune, supersededBy: aSha('newer') },
    sees(['ConfigMap x', sighting('ConfigMap x')]),
    `Failed: superseded by ${aSha('newer').slice(0, 7)}`,
  ],
  [
    'a failure does not stop the rest of its wave',
    aPlan({ Sync: [[applied('ConfigMap a'), applied('ConfigMap b')], [applied('ConfigMap c')]] }),
    {
      ...inFirst,
      results: [result('ConfigMap a', { state: 'failed' }), result('ConfigMap b', { state: 'pending' })],
    },
    sees(),
    'at Sync 0 | apply b',
  ],
  [
    'a failed object ends the sync after its wave',
    twoWaves,
    { ...inFirst, results: [result('ConfigMap a', { state: 'failed', message: 'denied' })] },
    sees(),
    'Failed: one or more synchronization tasks completed unsuccessfully, reason: ConfigMap shop/a: denied',
  ],
  [
    'a failed wave still awaits its running hook',
    aPlan({ Sync: [[applied('ConfigMap a'), hook('batch/Job x')]] }),
    {
      ...inFirst,
      results: [result('ConfigMap a', { state: 'failed' })],
      hooks: [hookRecordOf('batch/Job x', { phase: 'Sync' })],
    },
    sees(['batch/Job x', sighting('batch/Job x', 'Progressing')]),
    'wait 15: hook of batch/Job shop/x',
  ],
  [
    'a failed hook leads to SyncFail',
    withHook,
    { ...inPreSync, hooks: [hookRecordOf('batch/Job migrate', { state: 'failed', released: true })] },
    sees(),
    'at SyncFail 0',
  ],
  [
    'after SyncFail the sync has failed for the first reason',
    withHook,
    {
      at: { phase: 'SyncFail', wave: 0 },
      failing: 'because',
      hooks: [hookRecordOf('batch/Job alarm', { phase: 'SyncFail', state: 'succeeded', released: true })],
    },
    sees(),
    'Failed: because',
  ],
  [
    'a failed SyncFail hook adds a second line',
    withHook,
    {
      at: { phase: 'SyncFail', wave: 0 },
      failing: 'because',
      hooks: [
        hookRecordOf('batch/Job alarm', {
          phase: 'SyncFail',
          state: 'failed',
          message: 'boom',
          released: true,
        }),
      ],
    },
    sees(),
    'Failed: because\none or more SyncFail hooks failed: batch/Job shop/alarm: boom',
  ],
  [
    'an earlier run of a hook is deleted first',
    withHook,
    { ...inPreSync, hooks: [hookRecordOf('batch/Job migrate', { state: 'creating', uid: '' })] },
    sees([
      'batch/Job migrate',
      sighting('batch/Job migrate', 'Healthy', { ours: true, run: { operation: 'op-0', phase: 'PreSync' } }),
    ]),
    'at PreSync 0 | deleteHook migrate',
  ],
  [
    'and waited for until it is gone',
    withHook,
    { ...inPreSync, hooks: [hookRecordOf('batch/Job migrate', { state: 'creating', uid: '' })] },
    sees(['batch/Job migrate', sighting('batch/Job migrate', 'Healthy', { ours: true, deleting: true })]),
    'wait 15: deletion of batch/Job shop/migrate',
  ],
  [
    'the run of an earlier phase of this very operation is an earlier run too',
    aPlan({ PreSync: [[hook('batch/Job x')]], PostSync: [[hook('batch/Job x')]] }),
    {
      at: { phase: 'PostSync', wave: 0 },
      hooks: [
        hookRecordOf('batch/Job x', { state: 'succeeded', released: true }),
        hookRecordOf('batch/Job x', { phase: 'PostSync', state: 'creating', uid: '' }),
      ],
    },
    sees([
      'batch/Job x',
      sighting('batch/Job x', 'Healthy', { ours: true, run: { operation: 'op-1', phase: 'PreSync' } }),
    ]),
    'at PostSync 0 | deleteHook x',
  ],
  [
    'nothing is sent past a definition of the same wave',
    aPlan({
      Sync: [[applied('apiextensions.k8s.io/CustomResourceDefinition d'), applied('example.org/Thing t')]],
    }),
    {
      ...inFirst,
      results: [
        result('apiextensions.k8s.io/CustomResourceDefinition d', { state: 'pending' }),
        result('example.org/Thing t', { state: 'pending' }),
      ],
    },
    sees(),
    'at Sync 0 | apply d',
  ],
  [
    'nor before the definition is established',
    aPlan({
      Sync: [[applied('apiextensions.k8s.io/CustomResourceDefinition d'), applied('example.org/Thing t')]],
    }),
    {
      ...inFirst,
      results: [
        result('apiextensions.k8s.io/CustomResourceDefinition d'),
        result('example.org/Thing t', { state: 'pending' }),
      ],
    },
    sees([
      'apiextensions.k8s.io/CustomResourceDefinition d',
      sighting('apiextensions.k8s.io/CustomResourceDefinition d', 'Progressing'),
    ]),
    'wait 15: health of apiextensions.k8s.io/CustomResourceDefinition shop/d',
  ],
  [
    'a hook that ended is let go of after that was recorded',
    withHook,
    { ...inPreSync, hooks: [hookRecordOf('batch/Job migrate', { state: 'succeeded' })] },
    sees(),
    'at PreSync 0 | releaseHook migrate',
  ],
  [
    'a hook is deleted by its policy at the end of the whole sync',
    aPlan({ PreSync: [[hook('batch/Job migrate', 'HookSucceeded')]] }),
    {
      ...inPreSync,
      hooks: [
        hookRecordOf('batch/Job migrate', {
          state: 'succeeded',
          released: true,
          deletePolicies: ['HookSucceeded'],
        }),
      ],
    },
    sees(),
    'at PreSync 0 | deleteHook migrate',
  ],
  [
    'HookSucceeded is about the sync: a failed one keeps its hooks',
    withHook,
    {
      at: { phase: 'SyncFail', wave: 0 },
      failing: 'because',
      hooks: [
        hookRecordOf('batch/Job migrate', {
          state: 'succeeded',
          released: true,
          deletePolicies: ['HookSucceeded'],
        }),
      ],
    },
    sees(),
    'Failed: because',
  ],
  [
    'HookFailed deletes every ended hook of a failed sync',
    withHook,
    {
      at: { phase: 'SyncFail', wave: 0 },
      failing: 'because',
      hooks: [
        hookRecordOf('batch/Job migrate', {
          state: 'succeeded',
          released: true,
          deletePolicies: ['HookFailed'],
        }),
      ],
    },
    sees(),
    'at SyncFail 0 | deleteHook migrate',
  ],
  [
    'superseded: what was not sent is not sent, and health is not waited for',
    twoWaves,
    {
      ...inFirst,
      supersededBy: aSha('newer'),
      results: [result('ConfigMap a', { state: 'pending' }), result('apps/Deployment b')],
    },
    sees(['apps/Deployment b', sighting('apps/Deployment b', 'Progressing')]),
    `Failed: superseded by ${aSha('newer').slice(0, 7)}`,
  ],
  [
    'superseded: a running hook is awaited',
    withHook,
    { ...inPreSync, supersededBy: aSha('newer'), hooks: [hookRecordOf('batch/Job migrate')] },
    sees(['batch/Job migrate', sighting('batch/Job migrate', 'Progressing')]),
    'wait 15: hook of batch/Job shop/migrate',
  ],
  [
    'superseded: no SyncFail hook runs',
    withHook,
    {
      ...inPreSync,
      supersededBy: aSha('newer'),
      hooks: [hookRecordOf('batch/Job migrate', { state: 'failed', released: true })],
    },
    sees(),
    `Failed: superseded by ${aSha('newer').slice(0, 7)}`,
  ],
  [
    'terminated: a running hook is given up before it is deleted',
    withHook,
    { ...inPreSync, terminatedBy: 'ada', hooks: [hookRecordOf('batch/Job migrate')] },
    sees(['batch/Job migrate', sighting('batch/Job migrate', 'Progressing')]),
    'at PreSync 0 | releaseHook migrate',
  ],
  [
    'terminated: its hook is deleted though no policy says so',
    withHook,
    {
      ...inPreSync,
      terminatedBy: 'ada',
      hooks: [hookRecordOf('batch/Job migrate', { state: 'failed', released: true, terminated: true })],
    },
    sees(),
    'at PreSync 0 | deleteHook migrate',
  ],
  [
    'terminated: a hook that had ended stays as its policy says, nothing is sent, no SyncFail hook runs',
    withHook,
    {
      ...inPreSync,
      terminatedBy: 'ada',
      failing: 'x',
      hooks: [hookRecordOf('batch/Job migrate', { state: 'succeeded', released: true })],
    },
    sees(),
    'Failed: Operation terminated by ada',
  ],
  [
    'terminated: a hook that cannot be deleted is told of',
    withHook,
    {
      ...inPreSync,
      terminatedBy: 'ada',
      hooks: [
        hookRecordOf('batch/Job migrate', { state: 'failed', terminated: true, cleanUpError: 'forbidden' }),
      ],
    },
    sees(),
    'Failed: Operation terminated by ada; hooks that could not be deleted: batch/Job shop/migrate: forbidden',
  ],
  [
    'an object that is only watched is waited for',
    { phases: [{ phase: 'Sync', waves: [{ wave: 0, steps: [], watch: [aKey('apps/Deployment b')] }] }] },
    { ...inFirst, results: [result('apps/Deployment b')] },
    sees(['apps/Deployment b', sighting('apps/Deployment b', 'Progressing')]),
    'wait 15: health of apps/Deployment shop/b',
  ],
  ['an empty plan has succeeded', aPlan({}), {}, sees(), 'Succeeded: successfully synced (all tasks run)'],
  ['an ended operation stays as it is', twoWaves, { phase: 'Failed', message: 'x' }, sees(), 'Failed: x'],
])('%s', (_, plan, operation, observed, expected) => {
  expect(line(decide(plan, anOperation(operation), observed, 100))).toBe(expected)
})

const job = 'batch/Job migrate'
const ours = { run: { operation: 'op-1', phase: 'PreSync' } } as const

test.each<[string, Partial<HookRecord>, Seen, number, string]>([
  ['completes', {}, sighting(job, 'Healthy'), 1, 'succeeded'],
  ['has no check', {}, sighting(job), 1, 'succeeded: migrate created'],
  ['degrades', {}, sighting(job, 'Degraded'), 1, 'failed: Degraded'],
  ['cannot be judged', {}, sighting(job, 'Unknown'), 1, 'failed: Unknown'],
  ['runs on', {}, sighting(job, 'Progressing'), 599, 'running'],
  ['is suspended', {}, sighting(job, 'Suspended'), 1, 'running'],
  ['takes too long', {}, sighting(job, 'Progressing'), 600, 'failed: did not finish within 10 minutes'],
  ['vanished', {}, 'absent', 1, 'failed: vanished before its completion was seen'],
  [
    'was replaced by somebody',
    {},
    sighting(job, 'Healthy', { uid: 'other' }),
    1,
    'failed: vanished before its completion was seen',
  ],
  [
    'is deleted while it runs',
    {},
    sighting(job, 'Progressing', { deleting: true }),
    1,
    'failed: was deleted while it ran',
  ],
  ['is deleted after it completed', {}, sighting(job, 'Healthy', { deleting: true }), 1, 'succeeded'],
  ['is found again after a crash', { state: 'creating' }, sighting(job, 'Progressing', ours), 1, 'running'],
  ['was never created', { state: 'creating' }, 'absent', 1, 'creating'],
  [
    'finds its name taken',
    { state: 'creating' },
    sighting(job, 'Healthy'),
    1,
    'failed: batch/Job shop/migrate exists and is not a hook of this application: delete or rename one of the two',
  ],
  [
    'finds an earlier run and may not delete it',
    { state: 'creating', deletePolicies: ['HookFailed'] },
    sighting(job, 'Healthy', { ours: true }),
    1,
    'failed: batch/Job shop/migrate exists from an earlier sync: add the delete policy BeforeHookCreation or delete it',
  ],
  [
    'finds an earlier run that its policy deletes',
    { state: 'creating', deletePolicies: ['HookSucceeded'] },
    sighting(job, 'Healthy', { ours: true }),
    1,
    'creating',
  ],
  [
    'finds an earlier run on its way out, which is Progressing by that',
    { state: 'creating', deletePolicies: ['HookSucceeded'] },
    sighting(job, 'Progressing', { ours: true, deleting: true }),
    1,
    'creating',
  ],
  [
    'finds an earlier run on its way out that somebody deleted',
    { state: 'creating', deletePolicies: ['HookFailed'] },
    sighting(job, 'Healthy', { ours: true, deleting: true }),
    1,
    'creating',
  ],
  [
    'waits too long for its earlier run to go',
    { state: 'creating', message: 'waiting' },
    sighting(job, 'Healthy', { ours: true, deleting: true }),
    1800,
    'failed: could not be created within 30 minutes: waiting',
  ],
])('a hook that %s', (_, record, seen, seconds, expected) => {
  const operation = anOperation({ ...inPreSync, hooks: [hookRecordOf(job, record)] })

  const decision = decide(withHook, operation, sees([job, seen]), seconds)

  const after = decision.kind === 'wait' ? operation : decision.operation
  const [hooked] = after.hooks
  expect(hooked?.message === '' ? hooked.state : `${hooked?.state}: ${hooked?.message}`).toBe(expected)
})

const web = 'apps/Deployment b'

test.each<[string, Partial<ObjectResult>, Seen, number, string]>([
  ['degrades', {}, sighting(web, 'Degraded'), 1, 'failed: Degraded'],
  ['vanished', {}, 'absent', 1, 'failed: apps/Deployment shop/b is missing, it might have been deleted'],
  ['progresses', {}, sighting(web, 'Progressing'), 1799, 'applied'],
  [
    'progresses for too long',
    {},
    sighting(web, 'Progressing'),
    1800,
    'failed: did not become healthy within 30 minutes: Progressing',
  ],
  [
    'was postponed for too long',
    { state: 'pending', message: 'the namespace is terminating' },
    'absent',
    1800,
    'failed: could not be applied within 30 minutes: the namespace is terminating',
  ],
])('an object that %s', (_, changes, seen, seconds, expected) => {
  const plan = aPlan({ Sync: [[applied(web)]], SyncFail: [[hook(job)]] })
  const operation = anOperation({ ...inFirst, results: [result(web, changes)] })

  const decision = decide(plan, operation, sees([web, seen]), seconds)

  const after = decision.kind === 'wait' ? operation : decision.operation
  const [object] = after.results
  expect(object?.message === '' ? object.state : `${object?.state}: ${object?.message}`).toBe(expected)
})

test.each([
  [0, 0.1],
  [0.05, 0.1],
  [0.5, 0.5],
  [1.5, 1.5],
  [8, 2],
  [30, 5],
  [300, 15],
  [-60, 2],
])('after %s seconds a wave is looked at again in %s', (seconds, expected) => {
  const plan = aPlan({ Sync: [[applied(web)]] })
  const waveStartedAt = new Date(start).toISOString()
  const operation = anOperation({ ...inFirst, waveStartedAt, results: [result(web)] })

  const decision = decide(plan, operation, sees([web, sighting(web, 'Progressing')]), seconds)

  expect(decision).toMatchObject({ kind: 'wait', seconds: expected })
})

test('however much fails at once, the message stays short', () => {
  const names = Array.from({ length: 50 }, (_, i) => `ConfigMap c${i}`)
  const results = names.map((name) => result(name, { state: 'failed', message: 'denied' }))
  const operation = anOperation({ ...inFirst, results })

  const decision = decide(aPlan({ Sync: [names.map(applied)] }), operation)

  expect(line(decision)).toMatch(/c4: denied; and 45 more$/)
})

test('a step that was never tried does not time out, however long nobody called', () => {
  const { at: _, ...pending } = result('ConfigMap a', { state: 'pending' })
  const operation = anOperation({
    ...inFirst,
    results: [pending],
    waveStartedAt: new Date(start).toISOString(),
  })

  expect(line(decide(twoWaves, operation, sees(), 86_400))).toBe('at Sync 0 | apply a')
})

test.each([
  ['is gone', 'absent', { state: 'pruned', message: '' }],
  [
    'became another under the same name',
    sighting('ConfigMap x', undefined, { uid: 'another' }),
    { state: 'pruned', message: 'gone already; another object has its name and stays' },
  ],
  [
    'was taken over by another application',
    sighting('ConfigMap x', undefined, { keep: 'another-application' }),
    { state: 'kept', message: 'left alone: another-application' },
  ],
  [
    'got an owner',
    sighting('ConfigMap x', undefined, { keep: 'has-owner' }),
    { state: 'kept', message: 'left alone: has-owner' },
  ],
] as const)('an object to prune that %s is not deleted', (_, seen, expected) => {
  const decision = decide(withPrune, anOperation(inPrune), sees(['ConfigMap x', seen]))

  expect(decision).toMatchObject({ kind: 'step', actions: [], operation: { results: [expected] } })
})

test('an object to prune that is on its way out is waited for, and not taken for one that is kept', () => {
  const going = sighting('ConfigMap x', undefined, { deleting: true, keep: 'being-deleted' })

  const decision = decide(withPrune, anOperation(inPrune), sees(['ConfigMap x', going]))

  expect(decision).toMatchObject({ kind: 'wait', waitsFor: [{ for: 'deletion' }] })
})

test('an object that does not go within the time of a wave fails the sync', () => {
  const pending = { ...inPrune, results: [result('ConfigMap x', { state: 'pending' })] }
  const observed = sees(['ConfigMap x', sighting('ConfigMap x', undefined, { deleting: true })])

  const decision = decide(withPrune, anOperation(pending), observed, limits.waveSeconds + 1)

  expect(decision).toMatchObject({
    operation: { results: [{ state: 'failed', message: 'was not gone within 30 minutes' }] },
  })
})
