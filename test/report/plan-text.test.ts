import { expect, test } from 'vitest'
import { planText } from '../../src/report/plan-text.ts'
import { aKey, aPlan } from '../support/reports.ts'

test('a plan reads from top to bottom', async () => {
  const plan = aPlan({
    blocks: [
      {
        code: 'not-permitted',
        key: aKey('Secret', 'token'),
        message: 'resource :Secret is not permitted in project default',
      },
    ],
    phases: [
      {
        phase: 'PreSync',
        waves: [
          {
            wave: -1,
            steps: [
              { action: 'apply', key: aKey('Namespace', 'shop', '', ''), reason: 'create-namespace' },
              {
                action: 'createHook',
                key: aKey('Job', 'migrate', 'batch'),
                deletePolicies: ['BeforeHookCreation', 'HookSucceeded'],
              },
            ],
          },
        ],
      },
      {
        phase: 'Sync',
        waves: [
          {
            wave: 0,
            steps: [
              {
                action: 'apply',
                key: aKey('ConfigMap', 'settings'),
                reason: 'drifted',
                handedOverBy: 'shop',
              },
            ],
          },
          {
            wave: 5,
            steps: [
              { action: 'apply', key: aKey('Deployment', 'web', 'apps'), reason: 'drifted' },
              { action: 'apply', key: aKey('Widget', 'w', 'example.com'), reason: 'unverified' },
            ],
            watch: [aKey('Deployment', 'worker', 'apps')],
          },
        ],
      },
    ],
    prune: [{ action: 'prune', key: aKey('ConfigMap', 'old'), uid: 'u', wave: 0 }],
    acknowledgement: {
      digest: '0123456789abcdef0123',
      given: false,
      objects: [aKey('Namespace', 'annex', '', '')],
      reasons: ['Namespace annex is of a protected kind'],
    },
    skips: [
      { action: 'skip', key: aKey('Namespace', 'annex', '', ''), reason: 'awaits-acknowledgement' },
      { action: 'skip', key: aKey('Service', 'web'), reason: 'in-sync' },
      { action: 'skip', key: aKey('ConfigMap', 'other'), reason: 'has-owner' },
      { action: 'skip', key: aKey('Service', 'worker'), reason: 'in-sync' },
    ],
  })

  await expect(planText(plan)).toMatchFileSnapshot('../../fixtures/reports/plan.txt')
})

test('a plan that would write nothing says so', () => {
  expect(planText(aPlan()).split('\n')[1]).toBe('  nothing to write')
})
