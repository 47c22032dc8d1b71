import { expect, test } from 'vitest'
import { classOf, writerOf } from '../../src/diff/writers.ts'
import { fieldPath } from '../../src/kube/field-path.ts'
import { parseManagedFields } from '../../src/kube/managed-fields.ts'

test.each([
  ['plumbline', 'us'],
  ['kubectl-edit', 'person'],
  ['kubectl-client-side-apply', 'person'],
  ['kubectl', 'person'],
  ['helm', 'person'],
  ['k9s', 'person'],
  ['node-fetch', 'person'],
  ['Mozilla', 'person'],
  ['kube-controller-manager', 'controller'],
  ['keda-operator', 'controller'],
  ['vault-secrets-webhook', 'controller'],
  ['something-new', 'controller'],
])('%s is %s', (manager, expected) => {
  expect(classOf(manager)).toBe(expected)
})

test('the last writer of a field is told with the time and the subresource of its write', () => {
  const managedFields = parseManagedFields([
    {
      manager: 'plumbline',
      operation: 'Apply',
      apiVersion: 'apps/v1',
      time: '2026-01-01T00:00:00Z',
      fieldsV1: { 'f:spec': { 'f:replicas': {}, 'f:paused': {} } },
    },
    {
      manager: 'kube-controller-manager',
      operation: 'Update',
      subresource: 'scale',
      apiVersion: 'apps/v1',
      time: '2026-01-02T00:00:00Z',
      fieldsV1: { 'f:spec': { 'f:replicas': {} } },
    },
  ])

  expect(writerOf(managedFields, fieldPath('spec', 'replicas'))).toEqual({
    manager: 'kube-controller-manager',
    operation: 'Update',
    subresource: 'scale',
    time: '2026-01-02T00:00:00Z',
    class: 'controller',
  })
  expect(writerOf(managedFields, fieldPath('spec', 'paused'))?.class).toBe('us')
  expect(writerOf(managedFields, fieldPath('spec', 'strategy'))).toBeUndefined()
})
