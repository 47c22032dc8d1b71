import { expect, test } from 'vitest'
import type { ObjectKey } from '../../src/kube/object-key.ts'
import { authorise } from '../../src/policy/authorise.ts'
import type { Allow } from '../../src/settings.ts'
import { anApplication } from '../support/applications.ts'

const allow: Allow = {
  namespaces: ['shop', 'shop-*'],
  namespacedKinds: ['apps/*', 'ConfigMap', '*.example.com/Widget'],
  clusterKinds: ['Namespace', 'rbac.authorization.k8s.io/ClusterRole*'],
}

test.each<[string, ObjectKey, boolean]>([
  ['a kind of a permitted group', key('apps', 'Deployment', 'shop'), true],
  ['a kind of the core group', key('', 'ConfigMap', 'shop'), true],
  ['a custom kind of any group', key('things.example.com', 'Widget', 'shop'), true],
  ['a namespace that a glob names', key('apps', 'Deployment', 'shop-blue'), true],
  ['a cluster-scoped kind', key('rbac.authorization.k8s.io', 'ClusterRoleBinding', ''), false],
  ['a permitted namespace itself', key('', 'Namespace', '', 'shop-blue'), false],
])('%s may be written', (_, objectKey, namespaced) => {
  expect(authorise({ application: anApplication(), allow, key: objectKey, namespaced })).toBeUndefined()
})

test.each<[string, ObjectKey, boolean, string]>([
  [
    'a kind of another group',
    key('batch', 'Job', 'shop'),
    true,
    'resource batch:Job is not permitted in project default',
  ],
  [
    'a kind of the core group that is not listed',
    key('', 'Secret', 'shop'),
    true,
    'resource :Secret is not permitted in project default',
  ],
  [
    'a kind of a like-named group',
    key('xapps', 'Deployment', 'shop'),
    true,
    'resource xapps:Deployment is not permitted in project default',
  ],
  [
    'a listed core kind in another group',
    key('example.com', 'ConfigMap', 'shop'),
    true,
    'resource example.com:ConfigMap is not permitted in project default',
  ],
  [
    'a cluster-scoped kind that is listed for namespaces',
    key('apps', 'Deployment', ''),
    false,
    'resource apps:Deployment is not permitted in project default',
  ],
  [
    'another namespace',
    key('apps', 'Deployment', 'kube-system'),
    true,
    "namespace kube-system is not permitted in project 'default'",
  ],
  [
    'a namespace that only begins alike',
    key('apps', 'Deployment', 'shopping'),
    true,
    "namespace shopping is not permitted in project 'default'",
  ],
  [
    'another namespace itself',
    key('', 'Namespace', '', 'kube-system'),
    false,
    "namespace kube-system is not permitted in project 'default'",
  ],
  ['no namespace', key('apps', 'Deployment', ''), true, 'Namespace for web apps:Deployment is missing.'],
])('%s is refused', (_, objectKey, namespaced, message) => {
  expect(authorise({ application: anApplication(), allow, key: objectKey, namespaced })).toBe(message)
})

test('empty lists permit nothing', () => {
  const nothing = { namespaces: [], namespacedKinds: [], clusterKinds: [] }
  const application = anApplication({ destination: { namespace: '' } })

  expect(
    authorise({ application, allow: nothing, key: key('', 'ConfigMap', 'shop'), namespaced: true }),
  ).toBe('resource :ConfigMap is not permitted in project default')
})

test.each([['*'], ['*/*']])('the kinds %s are all kinds, the core group’s too', (pattern) => {
  const everything = { namespaces: ['*'], namespacedKinds: [pattern], clusterKinds: [pattern] }

  const refusals = [key('', 'Secret', 'a'), key('apps', 'Deployment', 'a')].map((objectKey) =>
    authorise({ application: anApplication(), allow: everything, key: objectKey, namespaced: true }),
  )

  expect(refusals).toEqual([undefined, undefined])
})

test.each([
  [key('', 'ConfigMap', 'plumbline'), true],
  [key('coordination.k8s.io', 'Lease', 'plumbline'), true],
  [key('', 'Namespace', '', 'plumbline'), false],
])('nothing permits a write where the records are: %j', (objectKey, namespaced) => {
  const everything = { namespaces: ['*'], namespacedKinds: ['*'], clusterKinds: ['*'] }

  expect(authorise({ application: anApplication(), allow: everything, key: objectKey, namespaced })).toBe(
    'namespace plumbline holds the records of all applications',
  )
})

test('an application whose destination is not permitted writes nothing at all', () => {
  const elsewhere = { destination: { server: 'https://east.example.com', namespace: 'kube-system' } }
  const application = anApplication({ project: 'team-a', ...elsewhere })

  expect(authorise({ application, allow, key: key('apps', 'Deployment', 'shop'), namespaced: true })).toBe(
    "application destination server 'https://east.example.com' and namespace 'kube-system' do not match any of the allowed destinations in project 'team-a'",
  )
})

test('names that are no globs are matched as what they are', () => {
  const odd = { namespaces: ['*'], namespacedKinds: ['__proto__', 'a+b'], clusterKinds: [] }
  const refusal = (kind: string): string | undefined =>
    authorise({ application: anApplication(), allow: odd, key: key('', kind, 'shop'), namespaced: true })

  expect([refusal('__proto__'), refusal('a+b'), refusal('aab')]).toEqual([
    undefined,
    undefined,
    'resource :aab is not permitted in project default',
  ])
})

function key(group: string, kind: string, namespace: string, name = 'web'): ObjectKey {
  return { group, kind, namespace, name }
}
