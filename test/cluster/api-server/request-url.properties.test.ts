import fc from 'fast-check'
import { expect, test } from 'vitest'
import { requestUrl } from '../../../src/cluster/api-server/request-url.ts'
import { ClusterError } from '../../../src/cluster/cluster-error.ts'

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({
    unit: fc.constantFrom('.', '/', '%', '2', 'e', 'f', '?', '#', '\\', 'a', ' ', '\n'),
    maxLength: 8,
  }),
)

test('no part of a group, version, resource or namespace reaches beyond its own segment', () => {
  const part = fc.oneof(hostile, fc.stringMatching(/^[a-z]([a-z.-]{0,5}[a-z])?$/))
  fc.assert(
    fc.property(part, part, part, part, (group, version, resource, namespace) => {
      let url: URL
      try {
        url = requestUrl('https://kube.test', { verb: 'list', group, version, resource, namespace })
      } catch (error) {
        expect(error).toBeInstanceOf(ClusterError)
        return
      }
      const [, ...segments] = url.pathname.split('/').map(decodeURIComponent)
      const root = group === '' ? ['api'] : ['apis', group]
      expect(segments).toEqual([...root, version, 'namespaces', namespace, resource])
      expect(url.host + url.search + url.hash).toBe('kube.test')
    }),
    { numRuns: 300 },
  )
})

test('whatever its parts, a request stays below its own namespace and resource, or is no URL', () => {
  fc.assert(
    fc.property(hostile, hostile, (namespace, name) => {
      const request = {
        verb: 'delete',
        group: '',
        version: 'v1',
        resource: 'secrets',
        namespace,
        name,
      } as const
      let url: URL
      try {
        url = requestUrl('https://kube.test/prefix', request)
      } catch (error) {
        expect(error).toBeInstanceOf(ClusterError)
        return
      }
      const [, ...segments] = url.pathname.split('/').map(decodeURIComponent)
      expect(segments).toEqual(['prefix', 'api', 'v1', 'namespaces', namespace, 'secrets', name])
      expect(url.search + url.hash).toBe('')
    }),
  )
})
