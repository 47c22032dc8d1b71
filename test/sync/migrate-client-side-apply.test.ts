import { expect, test } from 'vitest'
import type { LiveObject, ManagedFieldsEntry } from '../../src/kube/manifest.ts'
import { clientSideApplyMigration } from '../../src/sync/migrate-client-side-apply.ts'

const lastApplied = {
  'f:metadata': { 'f:annotations': { 'f:kubectl.kubernetes.io/last-applied-configuration': {} } },
}

function entry(changes: Partial<ManagedFieldsEntry>): ManagedFieldsEntry {
  return {
    manager: 'kubectl',
    operation: 'Update',
    apiVersion: 'v1',
    fieldsV1: { 'f:data': { 'f:a': {} } },
    ...changes,
  }
}

function live(...managedFields: ManagedFieldsEntry[]): LiveObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'shop', uid: 'u', resourceVersion: '7', managedFields },
  }
}

function managersAfter(object: LiveObject): readonly string[] | undefined {
  const migration = clientSideApplyMigration(object, 'plumbline')
  const value = migration?.patch[0]?.value as unknown as readonly ManagedFieldsEntry[] | undefined
  return value?.map(
    ({ manager, operation, fieldsV1 }) => `${manager} ${operation} ${JSON.stringify(fieldsV1)}`,
  )
}

test('without client-side apply there is nothing to hand over', () => {
  expect(
    clientSideApplyMigration(live(entry({}), entry({ operation: 'Apply' })), 'plumbline'),
  ).toBeUndefined()
})

test('its entry becomes ours, under the version that was read', () => {
  const object = live(entry({ fieldsV1: { 'f:data': { 'f:a': {} }, ...lastApplied } }))

  const migration = clientSideApplyMigration(object, 'plumbline')

  expect(migration?.from).toEqual(['kubectl'])
  expect(migration?.patch[1]).toEqual({ op: 'replace', path: '/metadata/resourceVersion', value: '7' })
  expect(managersAfter(object)).toEqual([
    `plumbline Apply ${JSON.stringify({ 'f:data': { 'f:a': {} }, ...lastApplied })}`,
  ])
})

test('it is joined with the entry that we have already', () => {
  const object = live(
    entry({ manager: 'plumbline', operation: 'Apply', fieldsV1: { 'f:data': { 'f:b': {} } } }),
    entry({ fieldsV1: { 'f:data': { 'f:a': {} }, ...lastApplied } }),
  )

  expect(managersAfter(object)).toEqual([
    `plumbline Apply ${JSON.stringify({ 'f:data': { 'f:a': {}, 'f:b': {} }, ...lastApplied })}`,
  ])
})

test('fields of another version are given up, and a status writer of the same name stays', () => {
  const object = live(
    entry({ fieldsV1: lastApplied }),
    entry({ apiVersion: 'v2', fieldsV1: { 'f:old': {} } }),
    entry({ subresource: 'status', fieldsV1: { 'f:status': {} } }),
    entry({ manager: 'hpa', fieldsV1: { 'f:spec': {} } }),
  )

  expect(managersAfter(object)).toEqual([
    `plumbline Apply ${JSON.stringify(lastApplied)}`,
    'kubectl Update {"f:status":{}}',
    'hpa Update {"f:spec":{}}',
  ])
})
