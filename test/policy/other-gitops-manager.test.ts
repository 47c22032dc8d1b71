import { expect, test } from 'vitest'
import type { LiveObject, ManagedFieldsEntry } from '../../src/kube/manifest.ts'
import { describeClaim, otherGitOpsManager } from '../../src/policy/other-gitops-manager.ts'

const asking = { name: 'shop' }

test.each([
  ['argocd-controller', 'Apply', 'argocd-controller'],
  ['argocd-controller', 'Update', 'argocd-controller'],
  ['argocd-application-controller', 'Update', 'argocd-controller'],
  ['kustomize-controller', 'Apply', 'kustomize-controller'],
  ['helm-controller', 'Update', 'helm-controller'],
] as const)('fields of %s (%s) are a claim', (manager, operation, claimant) => {
  const live = anObject({ managedFields: [entry('kubectl', 'Update'), entry(manager, operation)] })

  expect(otherGitOpsManager(live, asking)).toEqual({ manager: claimant, by: 'field manager' })
})

test.each([
  ['kustomize.toolkit.fluxcd.io/name', 'kustomize-controller'],
  ['helm.toolkit.fluxcd.io/name', 'helm-controller'],
])('the label %s is a claim', (label, claimant) => {
  expect(otherGitOpsManager(anObject({ labels: { [label]: 'shop' } }), asking)).toEqual({
    manager: claimant,
    by: 'label',
  })
})

test.each<[string, Partial<LiveObject['metadata']>]>([
  ['nobody', {}],
  ['Plumbline', { managedFields: [entry('plumbline', 'Apply')] }],
  ['a person', { managedFields: [entry('kubectl-edit', 'Update')] }],
  ['a controller of the cluster', { managedFields: [entry('kube-controller-manager', 'Update')] }],
  ['a name that only begins alike', { managedFields: [entry('argocd-controller-2', 'Apply')] }],
  [
    'a writer of status',
    { managedFields: [{ ...entry('kustomize-controller', 'Update'), subresource: 'status' }] },
  ],
  [
    'the mark that Argo CD and Plumbline share',
    { annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:shop/web' } },
  ],
  ['the label that charts set too', { labels: { 'app.kubernetes.io/instance': 'other' } }],
])('%s claims nothing', (_, metadata) => {
  expect(otherGitOpsManager(anObject(metadata), asking)).toBeUndefined()
})

test('a claim says who it is and what to do', () => {
  expect(describeClaim({ manager: 'helm-controller', by: 'label' }, 'shop')).toBe(
    'is managed by helm-controller (label); stop that there, then: plumbline adopt shop',
  )
})

function anObject(metadata: Partial<LiveObject['metadata']>): LiveObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', ...metadata } }
}

function entry(manager: string, operation: ManagedFieldsEntry['operation']): ManagedFieldsEntry {
  return { manager, operation, apiVersion: 'apps/v1' }
}
