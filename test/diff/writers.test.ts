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
  ['kubelet', 'controller'],
  ['k3s@node-1', 'controller'],
  ['before-first-apply', 'controller'],
  ['horizontal-pod-autoscaler', 'controller'],
  ['cluster-autoscaler', 'controller'],
  ['cloud-controller-manager', 'controller'],
  ['vpa-updater', 'controller'],
  ['manager', 'controller'],
  ['csi-provisioner', 'controller'],
  ['cainjector', 'controller'],
  ['PrometheusOperator', 'controller'],
  ['cert-manager-certificates-issuing', 'controller'],
  ['pilot-discovery', 'controller'],
  ['argocd-controller', 'controller'],
  ['kustomize-controller', 'controller'],
  ['helm-controller', 'controller'],
  ['agency-import', 'unknown'],
  ['management-script', 'unknown'],
  ['unknown', 'unknown'],
  ['Go-http-client', 'unknown'],
  ['nightly-patch', 'unknown'],
  ['', 'unknown'],
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
