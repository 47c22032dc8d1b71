import { expect, test } from 'vitest'
import { aResource } from '../../../src/render/kustomize/resource.ts'
import {
  defaultLegacyOrder,
  type ResourceOrder,
  sortResources,
} from '../../../src/render/kustomize/sort-resources.ts'

function sorted(objects: readonly string[], order: ResourceOrder): readonly string[] {
  const resources = objects.map((text) => {
    const [apiVersion = '', kind = '', namespace = '', name = ''] = text.split(' ')
    const metadata = namespace === '-' ? { name } : { name, namespace }
    return aResource({ apiVersion, kind, metadata }, { path: 'r.yaml', line: 1 })
  })
  return sortResources(resources, order).map(({ id }) => `${id.kind} ${id.namespace || '-'} ${id.name}`)
}

test('in legacy order kinds have a rank, then come groups, the core group last, then namespaces and names', () => {
  const objects = [
    'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration - v',
    'v1 Pod - b',
    'v1 Pod a z',
    'v1 Pod - a',
    'x.io/v1 Foo - f',
    'apps/v1 Deployment - d',
    'v1 Namespace - n',
  ]

  expect(sorted(objects, defaultLegacyOrder)).toEqual([
    'Namespace - n',
    'Deployment - d',
    'Foo - f',
    'Pod a z',
    'Pod - a',
    'Pod - b',
    'ValidatingWebhookConfiguration - v',
  ])
})

test('of two lists that name a kind the last one counts', () => {
  const order = { orderFirst: ['B', 'A'], orderLast: ['B'] }

  expect(sorted(['v1 B - b', 'v1 C - c', 'v1 A - a'], order)).toEqual(['A - a', 'C - c', 'B - b'])
})

test('in fifo order they stay', () => {
  expect(sorted(['v1 B - b', 'v1 A - a'], 'fifo')).toEqual(['B - b', 'A - a'])
})
