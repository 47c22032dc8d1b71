import { expect, test } from 'vitest'
import { assessHealth } from '../../src/health/assess-health.ts'
import type { JsonObject } from '../../src/kube/json.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'

const suspended = { type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended' }

test.each([
  ['suspended before its controller has seen it', { suspend: true }, [], 'Suspended', 'Job is suspended'],
  ['suspended', { suspend: true }, [suspended], 'Suspended', 'Job suspended'],
  ['about to be resumed', { suspend: false }, [suspended], 'Progressing', 'Job not started. active: 0/1'],
  ['not started', { parallelism: 3 }, [], 'Progressing', 'Job not started. active: 0/3'],
  ['done', {}, [{ type: 'Complete', status: 'True' }], 'Healthy', 'Job Completed. succeeded: 0/1'],
  ['failed without a word', {}, [{ type: 'Failed', status: 'True' }], 'Degraded', 'Job Failed. failed: 0'],
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

function withStatus(apiVersion: string, kind: string, spec: JsonObject, status: JsonObject): LiveObject {
  return { apiVersion, kind, metadata: { name: 'till', generation: 1 }, spec, status }
}

test.each<[string, string, JsonObject, JsonObject, string, string]>([
  [
    'batch/v1',
    'Job',
    { completions: 5 },
    { startTime: '2026-01-02T03:04:05Z', active: 2, succeeded: 1, failed: 1 },
    'Progressing',
    'Job in progress. succeeded: 1/5, active: 2, failed: 1',
  ],
  [
    'v1',
    'Pod',
    {},
    {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'False', message: 'till has unready status' }],
    },
    'Progressing',
    'till has unready status',
  ],
  ['v1', 'Pod', {}, { phase: 'Running' }, 'Progressing', 'Pod is not ready'],
  ['v1', 'Pod', { restartPolicy: 'Never' }, { phase: 'Running' }, 'Progressing', 'Pod is running'],
  ['v1', 'Pod', {}, { phase: 'Pending' }, 'Progressing', 'Pod is pending'],
  ['v1', 'Pod', {}, {}, 'Progressing', 'Pod has not been seen yet'],
  [
    'v1',
    'Pod',
    {},
    { phase: 'Running', containerStatuses: [{ state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
    'Degraded',
    'CrashLoopBackOff',
  ],
  [
    'v1',
    'Service',
    { type: 'LoadBalancer' },
    { loadBalancer: {} },
    'Progressing',
    'waiting for the address of its load balancer',
  ],
  ['v1', 'PersistentVolumeClaim', {}, { phase: 'Pending' }, 'Progressing', 'waiting for a volume'],
  ['v1', 'PersistentVolumeClaim', {}, { phase: 'Lost' }, 'Degraded', 'its volume is lost'],
  [
    'apps/v1',
    'Deployment',
    { replicas: 1 },
    {
      observedGeneration: 1,
      replicas: 1,
      updatedReplicas: 1,
      availableReplicas: 1,
      conditions: [{ type: 'Available', status: 'False', message: 'no minimum availability' }],
    },
    'Progressing',
    'Waiting for rollout to finish: no minimum availability',
  ],
  [
    'apps/v1',
    'StatefulSet',
    { replicas: 1 },
    { observedGeneration: 1, replicas: 3, readyReplicas: 3 },
    'Progressing',
    'Waiting for 2 pods to be removed...',
  ],
  [
    'apps/v1',
    'StatefulSet',
    {},
    { observedGeneration: 1 },
    'Progressing',
    'Waiting for 1 pods to be ready...',
  ],
  [
    'apps/v1',
    'ReplicaSet',
    { replicas: 2 },
    { observedGeneration: 1, availableReplicas: 2, readyReplicas: 1 },
    'Progressing',
    'Waiting for rollout to finish: 1 out of 2 new replicas are ready...',
  ],
  [
    'apiextensions.k8s.io/v1',
    'CustomResourceDefinition',
    {},
    { conditions: [{ type: 'Established', status: 'False', reason: 'Installing' }] },
    'Progressing',
    'CRD is not established: Installing',
  ],
  [
    'v1',
    'Pod',
    {},
    { phase: 'Running', conditions: [{ type: 'Stalled', status: 'True', reason: 'NoLicence' }] },
    'Degraded',
    'NoLicence',
  ],
])('%s %s with spec %j and status %j', (apiVersion, kind, spec, status, verdict, message) => {
  expect(assessHealth(withStatus(apiVersion, kind, spec, status))).toEqual({ status: verdict, message })
})
