import { expect } from 'vitest'
import type { Manifest } from '../../src/kube/manifest.ts'
import { compareText } from '../../src/kube/object-key.ts'
import {
  at,
  type ClusterCase,
  configMap,
  deployment,
  entryOf,
  expectUnchanged,
  fieldsOf,
  firstContainer,
  managersOf,
  owned,
  refusal,
} from './cluster-case.ts'

/** Server-side apply: https://kubernetes.io/docs/reference/using-api/server-side-apply/ */
export const applyCases: readonly ClusterCase[] = [
  {
    fact: 'an apply creates the object; its manager owns what it sent, list items by their keys',
    run: async (it) => {
      const live = await it.apply(deployment('web', { replicas: 2 }, { ports: [{ containerPort: 80 }] }))

      expect(live.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
      expect(managersOf(live)).toEqual(['plumbline Apply'])
      expect(owned(live, 'plumbline')).toEqual({
        'f:spec': {
          'f:replicas': {},
          'f:selector': {},
          'f:template': {
            'f:metadata': { 'f:labels': { 'f:app': {} } },
            'f:spec': {
              'f:containers': {
                'k:{"name":"web"}': {
                  '.': {},
                  'f:name': {},
                  'f:image': {},
                  'f:ports': {
                    'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} },
                  },
                },
              },
            },
          },
        },
      })
    },
  },
  {
    fact: 'items of a keyed list that two managers applied stand side by side',
    run: async (it) => {
      await it.apply(deployment('web', {}, { env: [{ name: 'A', value: '1' }] }))
      await it.apply(deployment('web', {}, { env: [{ name: 'B', value: '2' }] }), { by: 'other' })

      const live = await it.apply(deployment('web', {}, { env: [{ name: 'A', value: '3' }] }))

      expect(at(firstContainer(live), 'env')).toEqual([
        { name: 'A', value: '3' },
        { name: 'B', value: '2' },
      ])
    },
  },
  {
    fact: 'a value that two managers apply is owned by both',
    run: async (it) => {
      await it.apply(configMap('settings', { a: '1' }))

      const live = await it.apply(configMap('settings', { a: '1' }), { by: 'other' })

      expect(owned(live, 'plumbline')).toEqual({ 'f:data': { 'f:a': {} } })
      expect(owned(live, 'other')).toEqual({ 'f:data': { 'f:a': {} } })
    },
  },
  {
    fact: 'a field that one of two owners drops stays, with the other',
    run: async (it) => {
      await it.apply(configMap('settings', { a: '1', b: '2' }))
      await it.apply(configMap('settings', { a: '1' }), { by: 'other' })

      const live = await it.apply(configMap('settings', { b: '2' }))

      expect(live.data).toEqual({ a: '1', b: '2' })
      expect(owned(live, 'plumbline')).toEqual({ 'f:data': { 'f:b': {} } })
    },
  },
  {
    fact: 'a field that its only owner drops is removed',
    run: async (it) => {
      await it.apply(configMap('settings', { a: '1', b: '2' }))

      const live = await it.apply(configMap('settings', { b: '2' }))

      expect(live.data).toEqual({ b: '2' })
    },
  },
  {
    fact: 'replicas that their only owner drops go back to the default of 1',
    run: async (it) => {
      await it.apply(deployment('web', { replicas: 3 }))

      const live = await it.apply(deployment('web'))

      expect(at(live, 'spec', 'replicas')).toBe(1)
    },
  },
  {
    fact: 'replicas written through scale belong to the scaler; who drops them then leaves them alone',
    run: async (it) => {
      const before = await it.apply(deployment('web', { replicas: 3 }))
      const scaled = await it.patch(before, { spec: { replicas: 5 } }, { by: 'scaler', subresource: 'scale' })
      expect(at(scaled, 'kind')).toBe('Scale')

      const between = await it.read(before)
      const live = await it.apply(deployment('web'))

      expect(owned(between, 'scaler', 'Update', 'scale')).toEqual({ 'f:spec': { 'f:replicas': {} } })
      expect(at(owned(between, 'plumbline'), 'f:spec', 'f:replicas')).toBeUndefined()
      expect(at(live, 'spec', 'replicas')).toBe(5)
    },
  },
  {
    fact: 'an apply of a field that another manager applied with another value is a conflict that names it',
    run: async (it) => {
      await it.apply(deployment('web', { replicas: 3 }), { by: 'other' })

      const error = await refusal(it.apply(deployment('web', { replicas: 2 })))

      expect(error).toMatchObject({ code: 'apply-conflict', status: 409, reason: 'Conflict' })
      expect(error.causes).toEqual([
        { reason: 'FieldManagerConflict', field: '.spec.replicas', message: 'conflict with "other"' },
      ])
    },
  },
  {
    fact: 'a conflict with a manager that updated tells its apiVersion and subresource',
    run: async (it) => {
      const live = await it.apply(deployment('web', { replicas: 3 }))
      await it.patch(live, { spec: { replicas: 5 } }, { by: 'scaler', subresource: 'scale' })
      await it.patch(live, { spec: { paused: true } }, { by: 'editor' })

      const error = await refusal(it.apply(deployment('web', { replicas: 3, paused: false })))

      expect(fieldsOf(error)).toEqual(['.spec.paused', '.spec.replicas'])
      expect(error.causes.map(({ message }) => message).toSorted(compareText)).toEqual([
        expect.stringMatching(/^conflict with "editor" using apps\/v1( at .*)?$/),
        expect.stringMatching(/^conflict with "scaler" with subresource "scale" using apps\/v1( at .*)?$/),
      ])
    },
  },
  {
    fact: 'a conflict inside a keyed list names the item by its key',
    run: async (it) => {
      await it.apply(deployment('web', {}, { image: 'example.test/web:2' }), { by: 'other' })

      const error = await refusal(it.apply(deployment('web')))

      expect(fieldsOf(error)).toEqual(['.spec.template.spec.containers[name="web"].image'])
    },
  },
  {
    fact: 'a forced apply takes the field from the other manager',
    run: async (it) => {
      await it.apply(configMap('settings', { a: '1', b: '2' }), { by: 'other' })

      const live = await it.apply(configMap('settings', { a: '3' }), { force: true })

      expect(live.data).toEqual({ a: '3', b: '2' })
      expect(owned(live, 'other')).toEqual({ 'f:data': { 'f:b': {} } })
      expect(owned(live, 'plumbline')).toEqual({ 'f:data': { 'f:a': {} } })
    },
  },
  {
    fact: 'a manager that loses its last field loses its entry',
    run: async (it) => {
      await it.apply(configMap('settings', { a: '1' }), { by: 'other' })

      const live = await it.apply(configMap('settings', { a: '3' }), { force: true })

      expect(managersOf(live)).toEqual(['plumbline Apply'])
    },
  },
  {
    fact: 'an apply of what is applied already changes nothing, not even the resourceVersion',
    run: async (it) => {
      const first = await it.apply(configMap('settings', { a: '1' }))

      expectUnchanged(first, await it.apply(configMap('settings', { a: '1' })))
    },
  },
  {
    fact: 'an apply of a workload that is applied already keeps the time of its entry',
    run: async (it) => {
      const manifest = deployment('web', { replicas: 0 }, { ports: [{ containerPort: 80 }] })
      const first = await it.apply(manifest)

      const second = await it.apply(manifest)

      expect(second.metadata.generation).toBe(first.metadata.generation)
      expect(entryOf(second, 'plumbline')).toEqual(entryOf(first, 'plumbline'))
    },
  },
  {
    fact: 'a dry run of an apply tells what would be, and stores nothing',
    run: async (it) => {
      const before = await it.apply(configMap('settings', { a: '1' }))

      const predicted = await it.apply(configMap('settings', { a: '2' }), { dryRun: true })

      expect(predicted.data).toEqual({ a: '2' })
      expectUnchanged(before, await it.read(before))
    },
  },
  {
    fact: 'a dry run of a creation has a uid but no resourceVersion, and stores nothing',
    run: async (it) => {
      const predicted = await it.apply(configMap('settings', { a: '1' }), { dryRun: true })

      expect(predicted.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
      expect(predicted.metadata.resourceVersion).toBeUndefined()
      expect(await it.find(predicted)).toBeUndefined()
    },
  },
  {
    fact: 'a list item that its only owner drops is removed with its fields',
    run: async (it) => {
      await it.apply(
        deployment(
          'web',
          {},
          {
            env: [
              { name: 'A', value: '1' },
              { name: 'B', value: '2' },
            ],
          },
        ),
      )

      const live = await it.apply(deployment('web', {}, { env: [{ name: 'B', value: '2' }] }))

      expect(at(firstContainer(live), 'env')).toEqual([{ name: 'B', value: '2' }])
    },
  },
  {
    fact: 'another key of a list item is another item: the old one goes',
    run: async (it) => {
      await it.apply(deployment('web', {}, { ports: [{ containerPort: 80 }] }))

      const live = await it.apply(deployment('web', {}, { ports: [{ containerPort: 81 }] }))

      expect(at(firstContainer(live), 'ports')).toEqual([{ containerPort: 81, protocol: 'TCP' }])
    },
  },
  {
    fact: 'the elements of a set that two managers applied stand side by side',
    run: async (it) => {
      const held = (finalizer: string): Manifest => ({
        ...configMap('settings'),
        metadata: { name: 'settings', finalizers: [finalizer] },
      })
      await it.apply(held('example.test/theirs'), { by: 'other' })

      const live = await it.apply(held('example.test/ours'))
      const left = await it.apply(configMap('settings'))
      await it.patch(live, { metadata: { finalizers: null } })

      expect(live.metadata.finalizers?.toSorted()).toEqual(['example.test/ours', 'example.test/theirs'])
      expect(owned(live, 'plumbline')).toEqual({
        'f:metadata': { 'f:finalizers': { 'v:"example.test/ours"': {} } },
      })
      expect(left.metadata.finalizers).toEqual(['example.test/theirs'])
    },
  },
  {
    fact: 'an update takes the fields that it changes from who applied them, and no others',
    run: async (it) => {
      const applied = await it.apply(configMap('settings', { a: '1', b: '2' }))

      const live = await it.patch(applied, { data: { a: '9', b: '2' } }, { by: 'editor' })

      expect(owned(live, 'editor', 'Update')).toEqual({ 'f:data': { 'f:a': {} } })
      expect(owned(live, 'plumbline')).toEqual({ 'f:data': { 'f:b': {} } })
    },
  },
  {
    fact: 'a manager that created with an update and then applies has two entries, and drops nothing that it created',
    run: async (it) => {
      await it.create(configMap('settings', { a: '1', b: '2' }), { by: 'plumbline' })

      const live = await it.apply(configMap('settings', { a: '1' }))

      expect(live.data).toEqual({ a: '1', b: '2' })
      expect(managersOf(live).toSorted()).toEqual(['plumbline Apply', 'plumbline Update'])
    },
  },
  {
    fact: 'an Update entry that is moved to Apply by a JSON patch lets the next apply drop fields',
    run: async (it) => {
      const created = await it.create(configMap('settings', { a: '1', b: '2' }), {
        by: 'kubectl-client-side-apply',
      })
      const entries = (created.metadata.managedFields ?? []).map((entry) => ({
        ...entry,
        manager: 'plumbline',
        operation: 'Apply',
      }))
      await it.patch(created, [
        { op: 'replace', path: '/metadata/managedFields', value: entries },
        { op: 'replace', path: '/metadata/resourceVersion', value: created.metadata.resourceVersion ?? '' },
      ])

      const live = await it.apply(configMap('settings', { a: '1' }))

      expect(live.data).toEqual({ a: '1' })
      expect(managersOf(live)).toEqual(['plumbline Apply'])
    },
  },
  {
    fact: 'a JSON patch that replaces the resourceVersion by an old one is a conflict',
    run: async (it) => {
      const old = await it.create(configMap('settings', { a: '1' }))
      await it.patch(old, { data: { a: '2' } })

      const error = await refusal(
        it.patch(old, [
          { op: 'replace', path: '/metadata/resourceVersion', value: old.metadata.resourceVersion ?? '' },
          { op: 'replace', path: '/data/a', value: '3' },
        ]),
      )

      expect(error).toMatchObject({ code: 'conflict', status: 409 })
      expect(error.causes).toEqual([])
    },
  },
  {
    fact: 'one empty entry in managedFields clears them; what is there then belongs to before-first-apply',
    run: async (it) => {
      const applied = await it.apply(configMap('settings', { a: '1', b: '2' }))
      const cleared = await it.patch(applied, { metadata: { managedFields: [{}] } })

      const live = await it.apply(configMap('settings', { a: '1' }))

      expect(cleared.metadata.managedFields ?? []).toEqual([])
      expect(live.data).toEqual({ a: '1', b: '2' })
      expect(managersOf(live).toSorted()).toEqual(['before-first-apply Update', 'plumbline Apply'])
    },
  },
  {
    fact: 'an apply that names an old resourceVersion is a conflict without causes',
    run: async (it) => {
      const old = await it.apply(configMap('settings', { a: '1' }))
      await it.apply(configMap('settings', { a: '2' }))
      const { resourceVersion = '' } = old.metadata

      const error = await refusal(
        it.apply({ ...configMap('settings', { a: '3' }), metadata: { name: 'settings', resourceVersion } }),
      )

      expect(error).toMatchObject({ code: 'conflict', status: 409, causes: [] })
    },
  },
  {
    fact: 'an apply that names a uid does not create',
    run: async (it) => {
      const uid = '00000000-0000-0000-0000-000000000000'

      const error = await refusal(it.apply({ ...configMap('settings'), metadata: { name: 'settings', uid } }))

      expect(error).toMatchObject({ code: 'conflict', status: 409 })
    },
  },
  {
    fact: 'the status that an apply brings along is left aside',
    run: async (it) => {
      const live = await it.apply({ ...deployment('web', { replicas: 0 }), status: { replicas: 7 } })

      expect(at(live, 'status', 'replicas')).toBeUndefined()
      expect(at(owned(live, 'plumbline'), 'f:status')).toBeUndefined()
    },
  },
  {
    fact: 'owner references are a list keyed by uid',
    run: async (it) => {
      const owner = await it.create(configMap('owner'))
      const uid = owner.metadata.uid ?? ''
      const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }

      const live = await it.apply({
        ...configMap('settings'),
        metadata: { name: 'settings', ownerReferences: [reference] },
      })

      expect(Object.keys(at(owned(live, 'plumbline'), 'f:metadata', 'f:ownerReferences') ?? {})).toEqual([
        `k:{"uid":"${uid}"}`,
      ])
    },
  },
]
