import { expect, test } from 'vitest'
import { assessHealth } from '../../src/health/assess-health.ts'
import type { LiveObject } from '../../src/kube/manifest.ts'
import { parseYamlValue } from '../../src/kube/yaml.ts'

function healthOf(spec: string, status: string, metadata = '') {
  const text = `{apiVersion: example.com/v1, kind: Till, metadata: {name: till, generation: 3${metadata}}, spec: ${spec}, status: ${status}}`
  return assessHealth(parseYamlValue(text).value as unknown as LiveObject)
}

const ready = (status: string, more = '') => `{conditions: [{type: Ready, status: "${status}"${more}}]}`

test.each<[string, string, string, string | undefined, string]>([
  ['says nothing', '{}', '{}', undefined, ''],
  ['says something else', '{}', '{conditions: [{type: Open, status: "False"}]}', undefined, ''],
  ['is ready', '{}', ready('True', ', message: all well'), 'Healthy', ''],
  [
    'is not ready',
    '{}',
    ready('False', ', reason: NoPaper, message: the paper ran out'),
    'Progressing',
    'the paper ran out',
  ],
  ['does not know yet', '{}', ready('Unknown', ', reason: Starting'), 'Progressing', 'Starting'],
  [
    'was ready before its spec changed',
    '{}',
    '{observedGeneration: 2, conditions: [{type: Ready, status: "True"}]}',
    'Progressing',
    'Till generation is 3, but latest observed generation is 2',
  ],
  [
    'has a condition from before its spec changed',
    '{}',
    ready('True', ', observedGeneration: 2'),
    'Progressing',
    'Ready was said of an older generation',
  ],
  [
    'is being worked on',
    '{}',
    '{observedGeneration: 3, conditions: [{type: Reconciling, status: "True", message: step 2 of 3}, {type: Ready, status: "True"}]}',
    'Progressing',
    'step 2 of 3',
  ],
  [
    'is stalled',
    '{}',
    '{conditions: [{type: Ready, status: "False"}, {type: Stalled, status: "True", reason: BadSpec, message: no such drawer}]}',
    'Degraded',
    'no such drawer',
  ],
  [
    'is stalled no more',
    '{}',
    '{conditions: [{type: Stalled, status: "False"}, {type: Ready, status: "True"}]}',
    'Healthy',
    '',
  ],
  [
    'took too long',
    '{}',
    '{conditions: [{type: Progressing, status: "False", reason: ProgressDeadlineExceeded, message: gave up after 600 s}]}',
    'Degraded',
    'gave up after 600 s',
  ],
  [
    'is suspended',
    '{suspend: true}',
    '{observedGeneration: 2, conditions: [{type: Ready, status: "False"}]}',
    'Suspended',
    'Till is suspended',
  ],
  ['is paused', '{paused: true}', '{}', 'Suspended', 'Till is paused'],
])('a kind without a check that %s', (_, spec, status, verdict, message) => {
  expect(healthOf(spec, status)).toEqual(verdict === undefined ? undefined : { status: verdict, message })
})

test('what is being deleted is not judged by its conditions', () => {
  expect(healthOf('{}', ready('True'), ', deletionTimestamp: "2026-01-01T00:00:00Z"')).toEqual({
    status: 'Progressing',
    message: 'Pending deletion',
  })
})
