import { expect } from 'vitest'
import { type AnswerRow, configMap, configMaps, get, post } from './row.ts'

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
const named = (name: string, labels: Record<string, string>) =>
  post(configMaps, configMap({}, { name, labels }))
const three = [
  named('x', { app: 'web', tier: 'front' }),
  named('y', { app: 'web' }),
  named('z', { app: 'db' }),
]
/** Beside the one that the server puts into each namespace by itself. */
const mine = 'metadata.name!=kube-root-ca.crt'
const chosen = (fact: string, query: string, ...names: readonly string[]): AnswerRow => ({
  fact,
  given: three,
  ask: get(`${configMaps}?${query}&fieldSelector=${encodeURIComponent(mine)}`),
  status: 200,
  answer: { items: names.map((name) => ({ metadata: { name } })) },
})
const selector = (text: string) => `labelSelector=${encodeURIComponent(text)}`

/** Lists, selectors, discovery and OpenAPI. */
export const readingRows: readonly AnswerRow[] = [
  chosen('a label selector of equality chooses', selector('app=web'), 'x', 'y'),
  chosen(
    'a label selector of inequality chooses what does not have the key too',
    selector('tier!=front'),
    'y',
    'z',
  ),
  chosen('a label selector of several values chooses', selector('app in (db,none)'), 'z'),
  chosen('a label selector without several values chooses', selector('app notin (db)'), 'x', 'y'),
  chosen('a label selector of existence chooses', selector('tier'), 'x'),
  chosen('a label selector of absence chooses', selector('!tier'), 'y', 'z'),
  chosen('label selectors are all to hold', selector('app=web,!tier'), 'y'),
  {
    fact: 'a label selector that cannot be read is a bad request',
    ask: get(`${configMaps}?${selector('a=b=c')}`),
    status: 400,
  },
  {
    fact: 'a field selector chooses by name',
    given: three,
    ask: get(`${configMaps}?fieldSelector=metadata.name%3Dy`),
    status: 200,
    answer: { items: [{ metadata: { name: 'y' } }] },
  },
  {
    fact: 'a field that cannot be selected by is a bad request',
    ask: get(`${configMaps}?fieldSelector=data.a%3Dx`),
    status: 400,
    answer: 'data.a',
  },
  {
    fact: 'a first page tells how many are left',
    given: [...three, { ...get(`${configMaps}/kube-root-ca.crt`), until: 200 }],
    ask: get(`${configMaps}?limit=1`),
    status: 200,
    answer: { metadata: { remainingItemCount: 3, continue: expect.any(String) } },
  },
  {
    fact: 'a page by a selector does not tell how many are left',
    given: three,
    ask: get(`${configMaps}?limit=1&${selector('app=web')}`),
    status: 200,
    answer: { metadata: expect.not.objectContaining({ remainingItemCount: expect.anything() }) },
  },
  {
    fact: 'a limit of 0 is none',
    given: three,
    ask: get(`${configMaps}?limit=0`),
    status: 200,
    answer: { metadata: expect.not.objectContaining({ continue: expect.anything() }) },
  },
  {
    fact: 'a token that is none is a bad request',
    ask: get(`${configMaps}?limit=1&continue=none`),
    status: 400,
    answer: 'continue key is not valid',
  },
  {
    fact: 'a list may be of any age',
    given: three,
    ask: get(`${configMaps}?resourceVersion=0`),
    status: 200,
    answer: { kind: 'ConfigMapList' },
  },
  {
    fact: 'an exact list names its revision',
    ask: get(`${configMaps}?resourceVersionMatch=Exact`),
    status: 422,
  },
  {
    fact: 'an exact list of any age is invalid',
    ask: get(`${configMaps}?resourceVersionMatch=Exact&resourceVersion=0`),
    status: 422,
  },
  {
    fact: 'a revision that is no number is refused',
    ask: get(`${configMaps}?resourceVersion=x`),
    status: 400,
  },
  {
    fact: 'items of a list do not repeat their kind',
    given: three,
    ask: get(`${configMaps}?${selector('app=db')}`),
    status: 200,
    answer: { kind: 'ConfigMapList', items: [expect.not.objectContaining({ kind: expect.anything() })] },
  },
  {
    fact: 'the core group tells its version',
    ask: get('/api'),
    status: 200,
    answer: { kind: 'APIVersions', versions: ['v1'] },
  },
  {
    fact: 'the groups are listed with their preferred versions',
    ask: get('/apis'),
    status: 200,
    answer: {
      kind: 'APIGroupList',
      groups: expect.arrayContaining([
        expect.objectContaining({
          name: 'apps',
          preferredVersion: { groupVersion: 'apps/v1', version: 'v1' },
        }),
      ]),
    },
  },
  {
    fact: 'a group tells its versions',
    ask: get('/apis/apps'),
    status: 200,
    answer: { kind: 'APIGroup', name: 'apps', versions: [{ groupVersion: 'apps/v1', version: 'v1' }] },
  },
  {
    fact: 'a group-version tells its resources',
    ask: get('/apis/apps/v1'),
    status: 200,
    answer: {
      kind: 'APIResourceList',
      groupVersion: 'apps/v1',
      resources: expect.arrayContaining([
        expect.objectContaining({
          name: 'deployments',
          singularName: 'deployment',
          namespaced: true,
          kind: 'Deployment',
          shortNames: ['deploy'],
        }),
        expect.objectContaining({ name: 'deployments/scale', kind: 'Scale' }),
      ]),
    },
  },
  { fact: 'a group that is not served has no description', ask: get('/apis/none.example.test'), status: 404 },
  {
    fact: 'all groups are described at once where that is accepted',
    ask: get('/apis', aggregated),
    status: 200,
    answer: { kind: 'APIGroupDiscoveryList', apiVersion: 'apidiscovery.k8s.io/v2' },
  },
  {
    fact: 'the core group is described at once where that is accepted',
    ask: get('/api', aggregated),
    status: 200,
    answer: {
      kind: 'APIGroupDiscoveryList',
      items: [{ versions: [{ version: 'v1', freshness: 'Current' }] }],
    },
  },
  {
    fact: 'the schemas of each group-version have an address with a hash',
    ask: get('/openapi/v3'),
    status: 200,
    answer: {
      paths: expect.objectContaining({
        'apis/apps/v1': {
          serverRelativeURL: expect.stringMatching(/^\/openapi\/v3\/apis\/apps\/v1\?hash=[0-9A-F]+$/),
        },
      }),
    },
  },
  {
    fact: 'the schemas of a group-version are one document',
    ask: get('/openapi/v3/apis/apps/v1'),
    status: 200,
    answer: {
      openapi: '3.0.0',
      components: {
        schemas: expect.objectContaining({ 'io.k8s.api.apps.v1.Deployment': expect.anything() }),
      },
    },
  },
  {
    fact: 'the schemas of a group-version that is not served are not found',
    ask: get('/openapi/v3/apis/none.example.test/v1'),
    status: 404,
  },
  {
    fact: 'the server tells its version',
    ask: get('/version'),
    status: 200,
    answer: { major: '1', gitVersion: expect.stringMatching(/^v1\./) },
  },
]
