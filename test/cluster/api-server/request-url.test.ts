import { expect, test } from 'vitest'
import { requestUrl } from '../../../src/cluster/api-server/request-url.ts'
import type { ClusterRequest } from '../../../src/cluster/cluster.ts'

const get: ClusterRequest = {
  verb: 'get',
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  namespace: 'shop',
  name: 'web',
}
const list: ClusterRequest = { verb: 'list', group: 'apps', version: 'v1', resource: 'deployments' }

test.for<[ClusterRequest, string]>([
  [get, '/apis/apps/v1/namespaces/shop/deployments/web'],
  [{ ...get, group: '' }, '/api/v1/namespaces/shop/deployments/web'],
  [{ ...get, subresource: 'scale' }, '/apis/apps/v1/namespaces/shop/deployments/web/scale'],
  [
    { ...get, verb: 'apply', options: { fieldManager: 'plumbline', force: true, dryRun: true } },
    '/apis/apps/v1/namespaces/shop/deployments/web?dryRun=All&fieldManager=plumbline&force=true&fieldValidation=Strict',
  ],
  [
    {
      verb: 'get',
      group: 'rbac.authorization.k8s.io',
      version: 'v1',
      resource: 'clusterroles',
      name: 'system:a',
    },
    '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Aa',
  ],
  [
    { ...list, namespace: 'shop', options: { limit: 500, continue: 'a+b/=', labelSelector: 'a in (b,c)' } },
    '/apis/apps/v1/namespaces/shop/deployments?limit=500&continue=a%2Bb%2F%3D&labelSelector=a+in+%28b%2Cc%29',
  ],
  [list, '/apis/apps/v1/deployments'],
  [{ ...get, verb: 'delete', options: { dryRun: true } }, '/apis/apps/v1/namespaces/shop/deployments/web'],
])('%o is asked for at one URL', ([request, path]) => {
  expect(requestUrl('https://kube.test', request).href).toBe(`https://kube.test${path}`)
})

test.for(['https://proxy.test/k8s/clusters/c-1', 'https://proxy.test/k8s/clusters/c-1/'])(
  'the path prefix of %s stays',
  (baseUrl) => {
    expect(requestUrl(baseUrl, get).href).toBe(
      'https://proxy.test/k8s/clusters/c-1/apis/apps/v1/namespaces/shop/deployments/web',
    )
  },
)

test.for<Partial<ClusterRequest>>([
  { group: '..' },
  { group: 'a/b' },
  { group: 'Apps' },
  { version: '../v1' },
  { version: '' },
  { resource: 'deployments/web' },
  { resource: '%2e%2e' },
  { namespace: '..' },
  { namespace: '' },
  { namespace: 'a'.repeat(64) },
  { name: '..' },
  { name: '.' },
  { name: '' },
  { name: 'a'.repeat(254) },
  { name: 'a b' },
  { verb: 'list' },
  { verb: 'create' },
])('%o is refused before it is a URL', (part) => {
  expect(() => requestUrl('https://kube.test', { ...get, ...part })).toThrow(
    expect.objectContaining({ code: 'bad-name', turn: 'author', retryable: false }),
  )
})
