import { expect, test } from 'vitest'
import { findExtraneous, type RecordedObject } from '../../src/diff/extraneous.ts'
import type { LiveMetadata, LiveObject } from '../../src/kube/manifest.ts'
import { keyOf } from '../../src/kube/object-key.ts'
import { syncStatusOf } from '../../src/report/sync-status.ts'

const tracking = 'argocd.argoproj.io/tracking-id'
const mark = 'shop:/ConfigMap:shop/old'

function live(changes: Partial<LiveMetadata> = {}): LiveObject {
  const metadata = {
    name: 'old',
    namespace: 'shop',
    uid: 'u1',
    annotations: { [tracking]: mark },
    ...changes,
  }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata }
}

function find(
  object: LiveObject,
  recorded?: Partial<RecordedObject> | 'not',
  declared: readonly string[] = [],
) {
  const inventory = recorded === 'not' ? [] : [{ key: keyOf(object), uid: 'u1', ...recorded }]
  return findExtraneous({ application: 'shop', live: [object], declared: new Set(declared), inventory })
}

const withoutUid = { key: keyOf(live()) }

test('an object of ours that Git does not hold is a candidate', () => {
  expect(find(live())).toEqual([{ kind: 'extraneous', key: keyOf(live()), uid: 'u1' }])
})

test('an object that asks not to be counted is a candidate that makes no application OutOfSync', () => {
  const annotations = { [tracking]: mark, 'argocd.argoproj.io/compare-options': 'IgnoreExtraneous' }
  const objects = find(live({ annotations }))

  expect(objects).toEqual([{ kind: 'extraneous', key: keyOf(live()), uid: 'u1', ignored: true }])
  expect(syncStatusOf({ application: 'shop', objects, unlisted: [] })).toBe('Synced')
  expect(syncStatusOf({ application: 'shop', objects: find(live()), unlisted: [] })).toBe('OutOfSync')
})

test('what Git holds is not extraneous, whatever becomes of it', () => {
  expect(find(live(), {}, ['ConfigMap shop/old'])).toEqual([])
})

test('what others made and nobody recorded is none of our business', () => {
  expect(find(live({ annotations: { [tracking]: 'annex:/ConfigMap:shop/old' } }), 'not')).toEqual([])
  expect(find(live({ annotations: {} }), 'not')).toEqual([])
})

const applied = { manager: 'plumbline', operation: 'Apply', apiVersion: 'v1' } as const
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'parent', uid: 'u0' }

test.each<[string, Partial<LiveMetadata>, string | undefined]>([
  [
    'another application marked it',
    { annotations: { [tracking]: 'annex:/ConfigMap:shop/old' } },
    'another-application',
  ],
  ['it has no mark', { annotations: {} }, 'not-marked'],
  ['its mark was copied', { name: 'copy' }, 'copied-tracking-id'],
  ['its mark is of another namespace', { namespace: 'annex' }, 'copied-tracking-id'],
  ['it is a hook', { annotations: { [tracking]: mark, 'argocd.argoproj.io/hook': 'PreSync' } }, 'hook'],
  ['it has an owner', { ownerReferences: [owner] }, 'has-owner'],
  ['it is going already', { deletionTimestamp: '2026-01-01T00:00:00Z' }, 'being-deleted'],
  [
    'it says so',
    { annotations: { [tracking]: mark, 'argocd.argoproj.io/sync-options': 'Replace=true, Prune=false' } },
    'prune-disabled-on-object',
  ],
  [
    'another GitOps manager writes it',
    { managedFields: [{ ...applied, manager: 'argocd-controller' }] },
    'other-gitops-manager',
  ],
  ['it was made anew by others', { uid: 'u2' }, 'not-in-inventory'],
])('it is kept: %s', (_, metadata, kept) => {
  expect(find(live(metadata))[0]?.kept).toBe(kept)
})

test('what was never recorded is kept', () => {
  expect(find(live(), 'not')[0]?.kept).toBe('not-in-inventory')
})

test('a record without uid takes the live one only where we own fields', () => {
  const found = (object: LiveObject) =>
    findExtraneous({
      application: 'shop',
      live: [object],
      declared: new Set(),
      inventory: [withoutUid],
    })[0]?.kept

  expect(found(live({ managedFields: [applied] }))).toBeUndefined()
  expect(found(live({ managedFields: [{ ...applied, manager: 'kubectl' }] }))).toBe('not-in-inventory')
  expect(found(live())).toBe('not-in-inventory')
})
