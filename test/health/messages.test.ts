import { expect, test } from 'vitest'
import { assessHealth } from '../../src/health/assess-health.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'

const suspended = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }

test.each([
  ['suspended before its controller has seen it', { suspend: true }, [], 'Suspended', 'Job is suspended'],
  ['suspended', { suspend: true }, [suspended], 'Suspended', 'Job suspended'],
  ['about to be resumed', { suspend: false }, [suspended], 'Progressing', ''],
  ['running', {}, [], 'Progressing', ''],
])('a Job that is %s', (_, spec, conditions, status, message) => {
  const live: LiveObject = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'job' },
    spec,
    status: { conditions },
  }

  expect(assessHealth(live)).toEqual({ status, message })
})

test('a Pod that cannot be scheduled says why', () => {
  const live: LiveObject = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'till' },
    status: {
      phase: 'Pending',
      conditions: [
        {
          type: 'PodScheduled',
          status: 'False',
          reason: 'Unschedulable',
          message: '0/3 nodes are available',
        },
      ],
    },
  }

  expect(assessHealth(live)).toEqual({ status: 'Progressing', message: '0/3 nodes are available' })
})
