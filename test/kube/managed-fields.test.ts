import { expect, test } from 'vitest'
import { field, fieldPath, index, keyed } from '../../src/kube/field-path.ts'
import {
  formatManagedFields,
  lastWriter,
  type ManagerFields,
  ownersOf,
  parseManagedFields,
} from '../../src/kube/managed-fields.ts'
import type { ManagedFieldsEntry } from '../../src/kube/manifest.ts'

const common = { operation: 'Apply', apiVersion: 'apps/v1', fieldsType: 'FieldsV1' } as const
const web = [...fieldPath('spec', 'containers'), keyed({ name: 'web' })]
const entries: readonly ManagedFieldsEntry[] = [
  {
    ...common,
    manager: 'plumbline',
    time: '2026-05-01T10:00:00Z',
    fieldsV1: {
      'f:spec': {
        'f:args': {},
        'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {}, 'f:name': {} } },
        'f:replicas': {},
        'f:selector': {},
      },
    },
  },
  {
    ...common,
    manager: 'kubectl',
    operation: 'Update',
    time: '2026-05-01T12:00:00+01:00',
    fieldsV1: { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } },
  },
  {
    ...common,
    manager: 'autoscaler',
    operation: 'Update',
    subresource: 'scale',
    time: '2026-05-01T10:30:00Z',
    fieldsV1: { 'f:spec': { 'f:replicas': {} } },
  },
]

const read: readonly ManagerFields[] = parseManagedFields(entries)

test.each([
  ['a field of one manager', [...web, field('name')], ['plumbline'], 'plumbline'],
  [
    'a shared field, last written by whose entry is newest',
    [...web, field('image')],
    ['plumbline', 'kubectl'],
    'kubectl',
  ],
  [
    'a field written through a subresource',
    fieldPath('spec', 'replicas'),
    ['plumbline', 'autoscaler'],
    'autoscaler',
  ],
  ['an item of an atomic list', [...fieldPath('spec', 'args'), index(1)], ['plumbline'], 'plumbline'],
  ['a map whose parts are owned', fieldPath('spec', 'containers'), ['plumbline', 'kubectl'], 'kubectl'],
  ['a field below an atomic map', fieldPath('spec', 'selector', 'app'), ['plumbline'], 'plumbline'],
  ['a field that nobody set in an item that somebody owns', [...web, field('env')], [], undefined],
  ['a field that nobody knows', fieldPath('status'), [], undefined],
])('%s has its owners and its last writer', (_, path, owners, last) => {
  expect(ownersOf(read, path).map((owner) => owner.manager)).toEqual(owners)
  expect(lastWriter(read, path)?.manager).toBe(last)
})

test('managed fields survive reading and writing', () => {
  expect(formatManagedFields(read)).toEqual(entries)
  expect(parseManagedFields(undefined)).toEqual([])
})

test('entries without a time are the oldest', () => {
  const path = fieldPath('a')
  const fieldsV1 = { 'f:a': {} }
  const timeless = parseManagedFields([
    { ...common, manager: 'old', time: '2020-01-01T00:00:00Z', fieldsV1 },
    { ...common, manager: 'timeless', fieldsV1 },
  ])

  expect(lastWriter(timeless, path)?.manager).toBe('old')
})
