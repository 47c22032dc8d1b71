import { expect, test } from 'vitest'
import type { ObjectComparison } from '../../src/diff/comparison.ts'
import type { ApplicationFacts } from '../../src/report/application-facts.ts'
import { reportApplication } from '../../src/report/application-report.ts'
import { aComparison, aKey, aPlan, aProblem, inSync, missing, theFacts } from '../support/reports.ts'

const results = { operationId: 'op', results: [] }
const unhealthy = { status: 'Degraded', message: 'Deployment shop/web: exceeded its deadline' } as const
const extraneous: ObjectComparison = { kind: 'extraneous', key: aKey('ConfigMap', 'old'), uid: 'u' }
const oneMissing = aComparison([inSync('a'), missing('b')])
const unverified: ObjectComparison = {
  kind: 'unverified',
  key: aKey('ConfigMap', 'c'),
  reason: 'webhook-refuses-dry-run',
  message: 'the webhook says no',
  live: 'yes',
  fields: [],
}
const rejected: ObjectComparison = {
  kind: 'rejected',
  key: aKey('ConfigMap', 'd'),
  reason: 'immutable',
  message: 'data is immutable',
  remedy: 'rename it',
}

test.each<[string, Partial<ApplicationFacts>, string, string]>([
  ['in order', {}, 'success', 'Synced and Healthy: 2 objects'],
  ['in order where it is only observed', { mode: 'observe' }, 'success', 'Synced and Healthy: 2 objects'],
  [
    'in order after a sync',
    { outcome: { ...results, phase: 'Succeeded', message: 'done' } },
    'success',
    'Synced and Healthy: 2 objects',
  ],
  [
    'in order with a warning',
    { problems: [aProblem({ warning: true })] },
    'success',
    'Synced and Healthy: 2 objects; 1 warning: spec is required',
  ],
  [
    'becoming healthy',
    { health: { status: 'Progressing', message: '1 of 3 updated' } },
    'pending',
    'Synced, waits for health: Progressing: 1 of 3 updated',
  ],
  [
    'suspended',
    { health: { status: 'Suspended', message: '' } },
    'pending',
    'Synced, waits for health: Suspended',
  ],
  ['degraded', { health: unhealthy }, 'failure', 'Degraded: Deployment shop/web: exceeded its deadline'],
  [
    'degraded where it is only observed',
    { mode: 'observe', comparison: oneMissing, health: unhealthy },
    'failure',
    'Degraded: Deployment shop/web: exceeded its deadline',
  ],
  [
    'of unknown health',
    { health: { status: 'Unknown', message: 'no answer' } },
    'error',
    'the health is not known: no answer',
  ],
  [
    'only observed',
    { mode: 'observe', comparison: oneMissing },
    'pending',
    'observed only: 1 of 2 objects differs',
  ],
  [
    'without automation',
    { comparison: oneMissing, held: { reason: 'no-automation' } },
    'pending',
    'no automation, waits for a sync: 1 of 2 objects differs',
  ],
  [
    'drifted without self-heal',
    { comparison: oneMissing, held: { reason: 'self-heal-off' } },
    'pending',
    'drifted, self-heal is off: 1 of 2 objects differs',
  ],
  [
    'about to heal',
    { comparison: oneMissing, held: { reason: 'self-heal-backoff', seconds: 5.2 } },
    'pending',
    'drifted, heals in 6 s: 1 of 2 objects differs',
  ],
  [
    'fought over',
    {
      comparison: oneMissing,
      contested: [{ object: 'ConfigMap shop/b', path: 'data.x', manager: 'keda', times: 3 }],
    },
    'failure',
    'keda undid 3 heals of ConfigMap shop/b data.x; add it to ignoreDifferences, stop keda, or sync by hand',
  ],
  ['about to be synced', { comparison: oneMissing }, 'pending', 'OutOfSync: 1 of 2 objects differs'],
  [
    'unverified in part',
    { comparison: aComparison([inSync('a'), missing('b'), unverified]) },
    'pending',
    'OutOfSync: 1 of 3 objects differs, 1 could not be verified',
  ],
  [
    'waiting to prune',
    { comparison: aComparison([inSync('a'), extraneous]), held: { reason: 'prune-only' } },
    'pending',
    'synced, pruning waits: 1 object to prune',
  ],
  [
    'not allowed to prune',
    {
      comparison: aComparison([extraneous]),
      plan: aPlan({ skips: [{ action: 'skip', key: extraneous.key, reason: 'prune-not-enabled' }] }),
    },
    'pending',
    'synced, pruning is not enabled: 1 object to prune',
  ],
  [
    'refused',
    {
      comparison: oneMissing,
      plan: aPlan({
        blocks: [
          { code: 'not-permitted', message: 'resource :Secret is not permitted in project default' },
          { code: 'empty-render', message: 'nothing' },
        ],
      }),
    },
    'failure',
    'refused: resource :Secret is not permitted in project default (and 1 more reason)',
  ],
  [
    'going to be rejected',
    { mode: 'observe', comparison: aComparison([rejected, rejected, rejected]) },
    'failure',
    'ConfigMap shop/d would be rejected: data is immutable (and 2 more objects)',
  ],
  [
    'failed',
    {
      comparison: oneMissing,
      outcome: { ...results, phase: 'Failed', message: 'one or more objects failed to apply' },
    },
    'failure',
    'the sync failed: one or more objects failed to apply',
  ],
  [
    'failed for good',
    { comparison: oneMissing, held: { reason: 'failed-waits-for-a-new-commit', message: 'hook failed' } },
    'failure',
    'the sync of this commit failed and waits for a new one: hook failed',
  ],
  [
    'broken off by hand, though nothing differs any more',
    {
      comparison: aComparison([inSync('a')]),
      held: { reason: 'error-waits-for-a-sync', message: 'no answer' },
    },
    'error',
    'the sync could not go on and waits for another one: no answer',
  ],
  [
    'tried again',
    { comparison: oneMissing, held: { reason: 'retry-backoff', seconds: 10, message: 'hook failed' } },
    'pending',
    'the sync is tried again in 10 s: hook failed',
  ],
  [
    'tried again after an error',
    {
      comparison: oneMissing,
      held: { reason: 'retry-backoff', seconds: 10, message: 'no answer', after: 'Error' },
    },
    'error',
    'the sync is tried again in 10 s: no answer',
  ],
  [
    'stopped by an error',
    { outcome: { ...results, phase: 'Error', message: 'no answer', retryable: true } },
    'error',
    'the sync could not go on: no answer',
  ],
  [
    'unreadable',
    { problems: [aProblem(), aProblem({ turn: 'platform', message: 'the host is away' })] },
    'error',
    'the host is away (and 1 more problem)',
  ],
  [
    'not renderable',
    { problems: [aProblem({ message: 'a.yaml:3: not valid YAML' })] },
    'failure',
    'a.yaml:3: not valid YAML',
  ],
])('an application that is %s', (_, facts, verdict, summary) => {
  expect(reportApplication(theFacts(facts))).toMatchObject({ verdict, summary })
})

test.each<[ApplicationFacts['outcome'], string]>([
  [{ ...results, phase: 'Running', waitsFor: [], callAgainIn: 1 }, 'syncing'],
  [
    {
      ...results,
      phase: 'Running',
      at: { phase: 'PreSync', wave: -1 },
      waitsFor: [{ key: aKey('Job', 'migrate', 'batch'), for: 'hook' }],
      callAgainIn: 1,
    },
    'syncing (PreSync, wave -1): waits for the hook batch/Job shop/migrate',
  ],
  [
    {
      ...results,
      phase: 'Running',
      at: { phase: 'Sync', wave: 0 },
      waitsFor: [
        {
          key: aKey('Deployment', 'web', 'apps'),
          for: 'health',
          health: { status: 'Progressing', message: '1 of 3 updated' },
        },
        { key: aKey('ConfigMap', 'a'), for: 'deletion' },
        { key: aKey('ConfigMap', 'b'), for: 'deletion' },
      ],
      callAgainIn: 1,
    },
    'syncing (Sync, wave 0): waits for apps/Deployment shop/web: Progressing: 1 of 3 updated (and 2 more objects)',
  ],
])('a running sync tells what it waits for, even while the live state is bad (%#)', (outcome, summary) => {
  const facts = theFacts({ health: unhealthy, ...(outcome === undefined ? {} : { outcome }) })

  expect(reportApplication(facts)).toMatchObject({ verdict: 'pending', summary })
})

test('what could not be listed is never called in sync', () => {
  const comparison = aComparison([inSync('a')], {
    unlisted: [{ group: 'apps', kind: 'Deployment', namespace: 'shop', reason: 'forbidden' }],
  })

  expect(reportApplication(theFacts({ comparison }))).toMatchObject({
    sync: 'Unknown',
    verdict: 'error',
    summary: 'apps/Deployment could not be listed: forbidden',
  })
})

test('an object of which not even the existence is known makes the whole unknown', () => {
  const comparison = aComparison([
    inSync('a'),
    unverified,
    { ...unverified, live: 'unknown', reason: 'unreachable', message: 'no answer' },
  ])

  expect(reportApplication(theFacts({ comparison }))).toMatchObject({
    sync: 'Unknown',
    verdict: 'error',
    summary: 'ConfigMap shop/c is not known: no answer',
  })
})

test('an object of which the dry run could not be made is not known, live or not', () => {
  const unheard = { ...unverified, reason: 'unreachable', message: 'the API server answered 500' } as const
  const comparison = aComparison([inSync('a'), unheard, { ...unheard, key: aKey('ConfigMap', 'd') }])

  expect(reportApplication(theFacts({ comparison }))).toMatchObject({
    sync: 'Unknown',
    verdict: 'error',
    summary: 'ConfigMap shop/c is not known: the API server answered 500 (and 1 more object)',
  })
})

test('objects that bear the mark and were never applied block no green status, and are told of', () => {
  const comparison = aComparison([inSync('a'), { ...extraneous, kept: 'not-in-inventory' }])

  expect(reportApplication(theFacts({ comparison }))).toMatchObject({
    verdict: 'success',
    summary: 'Synced and Healthy: 1 object; 1 object bears its mark and was not applied by it',
  })
})

test('without a comparison nothing is known', () => {
  const { comparison: _, ...facts } = theFacts()

  expect(reportApplication(facts)).toMatchObject({
    sync: 'Unknown',
    verdict: 'error',
    summary: 'the live state could not be compared',
  })
})

test.each([
  ['has-owner', 'Synced'],
  ['copied-tracking-id', 'Synced'],
  ['another-application', 'Synced'],
  ['hook', 'Synced'],
  ['not-marked', 'Synced'],
  ['other-gitops-manager', 'Synced'],
  ['prune-disabled-on-object', 'OutOfSync'],
  ['not-in-inventory', 'Synced'],
  ['being-deleted', 'OutOfSync'],
  [undefined, 'OutOfSync'],
] as const)('an object that left Git and is kept because of %s leaves the application %s', (kept, sync) => {
  const comparison = aComparison([inSync('a'), { ...extraneous, ...(kept === undefined ? {} : { kept }) }])

  expect(reportApplication(theFacts({ comparison })).sync).toBe(sync)
})

test('a summary is one line that no terminal obeys', () => {
  const message = 'line one\nline two\u001b[31m\u202e red'

  const { summary } = reportApplication(theFacts({ health: { status: 'Degraded', message } }))

  expect(summary).toBe('Degraded: line one line two\u{fffd}[31m\u{fffd} red')
})
