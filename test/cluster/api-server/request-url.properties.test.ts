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
