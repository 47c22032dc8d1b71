import { expect, test } from 'vitest'
import { trackingIdAnnotation } from '../../src/kube/annotations.ts'
import type { Manifest } from '../../src/kube/manifest.ts'
import {
  describesItself,
  formatTrackingId,
  parseTrackingId,
  trackingIdOf,
  trackingLabelValue,
} from '../../src/kube/tracking.ts'

const deployment = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }

test.each([
  ['an object of a group', deployment, 'team:apps/Deployment:shop/web'],
  ['an object of the core group', { ...deployment, group: '', kind: 'Service' }, 'team:/Service:shop/web'],
  [
    'a cluster-scoped object, with the namespace of the destination',
    { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', namespace: '', name: 'shop:reader' },
    'team:rbac.authorization.k8s.io/ClusterRole:apps/shop:reader',
  ],
])('the tracking id of %s', (_, key, expected) => {
  const text = formatTrackingId('team', key, 'apps')

  expect(text).toBe(expected)
  expect(parseTrackingId(text)).toEqual({
    application: 'team',
    key: { ...key, namespace: key.namespace || 'apps' },
  })
})

test.each([
  '',
  'team',
  'team:apps/Deployment',
  'team:Deployment:shop/web',
  'a:b/c/d:e/f',
  'a:b/c:d',
  'a:b/c:d/e/f',
])('%j is no tracking id', (text) => {
  expect(parseTrackingId(text)).toBeUndefined()
})

function objectWith(id: string, part: { kind?: string; namespace?: string; name?: string }): Manifest {
  const { kind = 'Deployment', name = 'web', namespace } = part
  const annotations = { [trackingIdAnnotation]: id }
  const metadata = namespace === undefined ? { name, annotations } : { name, namespace, annotations }
  return { apiVersion: 'apps/v1', kind, metadata }
}

test.each([
  ['the object it was written on', { namespace: 'shop' }, true],
  ['a copy in another namespace', { namespace: 'other' }, false],
  ['a copy of another name', { namespace: 'shop', name: 'web-2' }, false],
  ['an object of another kind', { namespace: 'shop', kind: 'StatefulSet' }, false],
  ['an object without a namespace', {}, true],
])('the copy guard judges %s', (_, part, expected) => {
  const object = objectWith('team:apps/Deployment:shop/web', part)
  const id = trackingIdOf(object)

  expect(id && describesItself(id, object)).toBe(expected)
})

test('an object without the annotation, or with a broken one, has no tracking id', () => {
  expect(trackingIdOf({ apiVersion: 'v1', kind: 'A', metadata: { name: 'a' } })).toBeUndefined()
  expect(trackingIdOf(objectWith('nonsense', {}))).toBeUndefined()
})

test.each([
  ['label', 'a'.repeat(70), 'a'.repeat(70)],
  ['annotation+label', 'shop', 'shop'],
  ['annotation+label', `${'a'.repeat(61)}-.bc`, 'a'.repeat(61)],
] as const)('tracked by %s, %s is written as %s', (method, application, value) => {
  expect(trackingLabelValue(application, { key: 'app.kubernetes.io/instance', method })).toBe(value)
})
