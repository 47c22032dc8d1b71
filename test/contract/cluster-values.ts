import { expect } from 'vitest'
import type { Manifest } from '../../src/kube/manifest.ts'
import {
  at,
  type ClusterCase,
  configMap,
  deployment,
  expectUnchanged,
  fieldsOf,
  firstContainer,
  owned,
  refusal,
} from './cluster-case.ts'

function service(name: string, ports: readonly Manifest[string][]): Manifest {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name },
    spec: { selector: { app: name }, ports },
  }
}

/** What becomes of the values of an apply: defaults, canonical forms, keys, nulls, unusual text. */
export const valueCases: readonly ClusterCase[] = [
  {
    fact: 'an atomic list is replaced as one whole and owned as one',
    run: async (it) => {
      await it.apply(deployment('web', {}, { args: ['a', 'b'] }))

      const live = await it.apply(deployment('web', {}, { args: ['c'] }))

      expect(at(firstContainer(live), 'args')).toEqual(['c'])
      expect(
        at(owned(live, 'plumbline'), 'f:spec', 'f:template', 'f:spec', 'f:containers', 'k:{"name":"web"}'),
      ).toMatchObject({ 'f:args': {} })
    },
  },
  {
    fact: 'bytes that are null are written as null, owned by who wrote them, and stored as empty ones',
    run: async (it) => {
      const manifest: Manifest = { ...configMap('settings'), binaryData: { blob: '' } }
      await it.apply(manifest, { by: 'other' })

      const error = await refusal(it.apply({ ...manifest, binaryData: { blob: null } }))
      const live = await it.apply({ ...manifest, binaryData: { blob: null } }, { force: true })

      expect(fieldsOf(error)).toEqual(['.binaryData.blob'])
      expect(live.binaryData).toEqual({ blob: '' })
      expect(at(owned(live, 'plumbline'), 'f:binaryData')).toEqual({ 'f:blob': {} })
    },
  },
  {
    fact: 'an atomic list in another order is another value',
    run: async (it) => {
      const before = await it.apply(deployment('web', { replicas: 0 }, { args: ['a', 'b'] }))

      const live = await it.apply(deployment('web', { replicas: 0 }, { args: ['b', 'a'] }))

      expect(live.metadata.generation).toBe((before.metadata.generation ?? 0) + 1)
    },
  },
  {
    fact: 'a selector is atomic: two managers cannot each have a part of it',
    run: async (it) => {
      await it.apply(service('web', [{ port: 80 }]), { by: 'other' })
      const manifest = service('web', [{ port: 80 }])

      const error = await refusal(
        it.apply({ ...manifest, spec: { selector: { app: 'web', tier: 'front' }, ports: [{ port: 80 }] } }),
      )

      expect(fieldsOf(error)).toEqual(['.spec.selector'])
    },
  },
  {
    fact: 'a port without protocol is the port with TCP: the default of a key counts',
    run: async (it) => {
      await it.apply(service('web', [{ name: 'http', port: 80, protocol: 'TCP' }]), { by: 'other' })

      const live = await it.apply(service('web', [{ name: 'http', port: 80 }]))

      expect(at(live, 'spec', 'ports')).toEqual([{ name: 'http', port: 80, protocol: 'TCP', targetPort: 80 }])
      expect(at(owned(live, 'plumbline'), 'f:spec', 'f:ports')).toEqual({
        'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {}, 'f:port': {} },
      })
    },
  },
  {
    fact: 'one port under two protocols is two items',
    run: async (it) => {
      const ports = [
        { name: 'tcp', containerPort: 53, protocol: 'TCP' },
        { name: 'udp', containerPort: 53, protocol: 'UDP' },
      ]

      const live = await it.apply(deployment('dns', {}, { ports }))

      expect(at(firstContainer(live), 'ports')).toEqual(ports)
    },
  },
  {
    fact: 'quantities are stored in their canonical form, and applying the other form again changes nothing',
    run: async (it) => {
      const quota = (cpu: string, memory: string): Manifest => ({
        apiVersion: 'v1',
        kind: 'LimitRange',
        metadata: { name: 'limits' },
        spec: { limits: [{ type: 'Container', default: { cpu, memory } }] },
      })

      const first = await it.apply(quota('1000m', '1024Mi'))
      const second = await it.apply(quota('1000m', '1024Mi'))

      expect(at(first, 'spec', 'limits', 0, 'default')).toEqual({ cpu: '1', memory: '1Gi' })
      expectUnchanged(first, second)
    },
  },
  {
    fact: 'two managers that write one quantity in two forms conflict, though it is stored alike',
    run: async (it) => {
      const requests = (cpu: string) =>
        deployment('web', { replicas: 0 }, { resources: { requests: { cpu } } })
      await it.apply(requests('1'), { by: 'other' })

      const error = await refusal(it.apply(requests('1000m')))
      const forced = await it.apply(requests('1000m'), { force: true })

      expect(fieldsOf(error)).toEqual(['.spec.template.spec.containers[name="web"].resources.requests.cpu'])
      expect(at(firstContainer(forced), 'resources', 'requests')).toEqual({ cpu: '1' })
    },
  },
  {
    fact: 'a port as text is another value than the port as a number',
    run: async (it) => {
      await it.apply(service('web', [{ port: 80, targetPort: 8080 }]), { by: 'other' })

      const error = await refusal(it.apply(service('web', [{ port: 80, targetPort: 'http' }])))

      expect(fieldsOf(error)).toEqual(['.spec.ports[port=80,protocol="TCP"].targetPort'])
    },
  },
  {
    fact: 'a null in a map of texts is owned, and stored as the empty text',
    run: async (it) => {
      const live = await it.apply({ ...configMap('settings'), data: { a: null, b: 'x' } })

      expect(live.data).toEqual({ a: '', b: 'x' })
      expect(owned(live, 'plumbline')).toEqual({ 'f:data': { 'f:a': {}, 'f:b': {} } })
    },
  },
  {
    fact: 'a null number is owned and takes its default',
    run: async (it) => {
      const live = await it.apply(deployment('web', { replicas: null }))

      expect(at(live, 'spec', 'replicas')).toBe(1)
      expect(at(owned(live, 'plumbline'), 'f:spec')).toHaveProperty('f:replicas')
    },
  },
  {
    fact: 'an empty map is owned as a leaf and not stored',
    run: async (it) => {
      const live = await it.apply({ ...configMap('settings'), data: {} })

      expect(live.data).toBeUndefined()
      expect(owned(live, 'plumbline')).toEqual({ 'f:data': {} })
    },
  },
  {
    fact: 'a null creationTimestamp in a template is owned, though nothing is stored',
    run: async (it) => {
      const manifest = deployment('web', {
        template: {
          metadata: { creationTimestamp: null, labels: { app: 'web' } },
          spec: { containers: [{ name: 'web', image: 'example.test/web:1' }] },
        },
      })

      const live = await it.apply(manifest)

      expect(at(live, 'spec', 'template', 'metadata')).toEqual({ labels: { app: 'web' } })
      expect(at(owned(live, 'plumbline'), 'f:spec', 'f:template', 'f:metadata')).toEqual({
        'f:creationTimestamp': {},
        'f:labels': { 'f:app': {} },
      })
    },
  },
  {
    fact: 'text arrives as it was sent, with line breaks of every alphabet, controls and characters beyond the basic plane',
    run: async (it) => {
      const text = 'a\u0085b\u2028c\u2029d\ufeffe\u00a0f\u009ag\u007fh\u{1f600}i\tj\r\nk\\"l\u0001'

      const live = await it.apply(configMap('settings', { text, yes: 'yes', number: '0o7' }))

      expect(live.data).toEqual({ text, yes: 'yes', number: '0o7' })
    },
  },
  {
    fact: 'keys that a language takes for its own are ordinary keys',
    run: async (it) => {
      const data = JSON.parse('{"constructor": "1", "toString": "2"}')
      const annotations = JSON.parse('{"__proto__": "3"}')

      const live = await it.create({ ...configMap('settings', data), metadata: { name: 'settings' } })
      const error = await refusal(
        it.apply({ ...configMap('settings'), metadata: { name: 'settings', annotations } }),
      )

      expect(Object.entries(live.data ?? {})).toEqual([
        ['constructor', '1'],
        ['toString', '2'],
      ])
      expect(error).toMatchObject({ code: 'invalid', status: 422 })
      expect(new Set(fieldsOf(error))).toEqual(new Set(['metadata.annotations']))
    },
  },
  {
    fact: 'a Service is given an address that nobody owns, and keeps it',
    run: async (it) => {
      const first = await it.apply(service('web', [{ port: 80 }]))

      const second = await it.apply(service('web', [{ port: 81 }]))

      expect(at(first, 'spec', 'clusterIP')).toMatch(/^10\./)
      expect(at(second, 'spec', 'clusterIP')).toBe(at(first, 'spec', 'clusterIP'))
      expect(at(owned(second, 'plumbline'), 'f:spec', 'f:clusterIP')).toBeUndefined()
    },
  },
  {
    fact: 'the plain text of a Secret becomes data; its manager owns what it sent, not the data',
    run: async (it) => {
      const live = await it.apply({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'db' },
        stringData: { password: 'canary-value' },
      })

      expect(Object.keys(live.data ?? {})).toEqual(['password'])
      expect(live.stringData).toBeUndefined()
      expect(owned(live, 'plumbline')).toEqual({ 'f:stringData': { 'f:password': {} } })
    },
  },
]
