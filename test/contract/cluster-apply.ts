import { expect } from 'vitest'
import {
  at,
  type ClusterCase,
  configMap,
  deployment,
  expectUnchanged,
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

      expect(at(live, 'spec', 'template', 'spec', 'containers', 0, 'env')).toEqual([
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

      expect(error.causes.map(({ field }) => field).toSorted()).toEqual(['.spec.paused', '.spec.replicas'])
      expect(error.causes.map(({ message }) => message).toSorted()).toEqual([
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

      expect(error.causes.map(({ field }) => field)).toEqual([
        '.spec.template.spec.containers[name="web"].image',
      ])
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
      const first = await it.apply(deployment('web', { replicas: 0 }, { ports: [{ containerPort: 80 }] }))

      const second = await it.apply(deployment('web', { replicas: 0 }, { ports: [{ containerPort: 80 }] }))

      expect(second.metadata.generation).toBe(first.metadata.generation)
      expect(owned(second, 'plumbline')).toEqual(owned(first, 'plumbline'))
      expectUnchanged(await it.read(first), second)
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
]
