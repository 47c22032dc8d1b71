import {
  type AnswerRow,
  accounts,
  configMap,
  configMaps,
  core,
  jsonPatch,
  merge,
  podTemplate,
  podTemplates,
  post,
  service,
  services,
  strategic,
  without,
} from './row.ts'

const one = `${configMaps}/a`
const data = { a: '1', b: '2' }
const given = [post(configMaps, configMap({ data }))]
const template = `${podTemplates}/a`
const env = [
  { name: 'A', value: '1' },
  { name: 'B', value: '2' },
]
const withEnv = [post(podTemplates, podTemplate({}, { env }))]
const patchEnv = (...items: readonly object[]) =>
  strategic(template, { template: { spec: { containers: [{ name: 'web', env: items as never }] } } })
const envOf = (...items: readonly object[]) => ({
  template: { spec: { containers: [{ name: 'web', env: items }] } },
})
const doesNotFit = {
  status: 422,
  answer: 'the server rejected our request due to an error in our request',
} as const

/** https://www.rfc-editor.org/rfc/rfc6902, rfc7386 and the strategic merge patch. */
export const patchRows: readonly AnswerRow[] = [
  {
    fact: 'a JSON patch adds a key',
    given,
    ask: jsonPatch(one, { op: 'add', path: '/data/c', value: '3' }),
    status: 200,
    answer: { data: { ...data, c: '3' } },
  },
  {
    fact: 'a JSON patch replaces a key',
    given,
    ask: jsonPatch(one, { op: 'replace', path: '/data/a', value: '9' }),
    status: 200,
    answer: { data: { a: '9', b: '2' } },
  },
  {
    fact: 'a JSON patch replaces a key that is not there',
    given,
    ask: jsonPatch(one, { op: 'replace', path: '/data/c', value: '3' }),
    status: 200,
    answer: { data: { ...data, c: '3' } },
  },
  {
    fact: 'a JSON patch takes out a key',
    given,
    ask: jsonPatch(one, { op: 'remove', path: '/data/a' }),
    status: 200,
    answer: { data: { b: '2' } },
  },
  {
    fact: 'a JSON patch that takes out what is not there does not fit',
    given,
    ask: jsonPatch(one, { op: 'remove', path: '/data/c' }),
    ...doesNotFit,
  },
  {
    fact: 'a JSON patch below what is not there does not fit',
    given,
    ask: jsonPatch(one, { op: 'add', path: '/binaryData/c', value: 'eA==' }),
    ...doesNotFit,
  },
  {
    fact: 'a JSON patch whose test fails does not fit',
    given,
    ask: jsonPatch(one, { op: 'test', path: '/data/a', value: '9' }),
    ...doesNotFit,
  },
  {
    fact: 'a JSON patch tests what is not there against null',
    given,
    ask: jsonPatch(one, { op: 'test', path: '/data/c', value: null }),
    status: 200,
  },
  {
    fact: 'a JSON patch copies',
    given,
    ask: jsonPatch(one, { op: 'copy', from: '/data/a', path: '/data/c' }),
    status: 200,
    answer: { data: { ...data, c: '1' } },
  },
  {
    fact: 'a JSON patch moves',
    given,
    ask: jsonPatch(one, { op: 'move', from: '/data/a', path: '/data/c' }),
    status: 200,
    answer: { data: { b: '2', c: '1' } },
  },
  {
    fact: 'a JSON patch with a verb that does not exist does not fit',
    given,
    ask: jsonPatch(one, { op: 'fold', path: '/data' }),
    ...doesNotFit,
  },
  {
    fact: 'a JSON patch is a list',
    given,
    ask: { ...jsonPatch(one), body: { op: 'add' } },
    status: 400,
    answer: 'error decoding patch',
  },
  {
    fact: 'a JSON patch of nothing changes nothing',
    given,
    ask: jsonPatch(one),
    status: 200,
    answer: { data },
  },
  {
    fact: 'a JSON patch that leaves no proper object is invalid',
    given,
    ask: jsonPatch(one, { op: 'replace', path: '/data', value: 'x' }),
    status: 422,
    answer: 'patch: Invalid value',
  },
  {
    fact: 'a JSON patch adds at the end of a list',
    given: withEnv,
    ask: jsonPatch(template, { op: 'add', path: '/template/spec/containers/0/env/-', value: { name: 'C' } }),
    status: 200,
    answer: envOf(...env, { name: 'C' }),
  },
  {
    fact: 'a JSON patch adds before an item',
    given: withEnv,
    ask: jsonPatch(template, { op: 'add', path: '/template/spec/containers/0/env/0', value: { name: 'C' } }),
    status: 200,
    answer: envOf({ name: 'C' }, ...env),
  },
  {
    fact: 'a JSON patch beyond the end of a list does not fit',
    given: withEnv,
    ask: jsonPatch(template, { op: 'add', path: '/template/spec/containers/0/env/3', value: { name: 'C' } }),
    ...doesNotFit,
  },
  {
    fact: 'a merge patch adds and replaces keys',
    given,
    ask: merge(one, { data: { b: '9', c: '3' } }),
    status: 200,
    answer: { data: { a: '1', b: '9', c: '3' } },
  },
  {
    fact: 'a merge patch takes a key out by null',
    given,
    ask: merge(one, { data: { a: null } }),
    status: 200,
    answer: { data: { b: '2' } },
  },
  {
    fact: 'a merge patch takes out a whole map by null',
    given,
    ask: merge(one, { data: null }),
    status: 200,
    answer: without('data'),
  },
  {
    fact: 'a merge patch with a null for what is not there changes nothing',
    given,
    ask: merge(one, { data: { c: null } }),
    status: 200,
    answer: { data },
  },
  {
    fact: 'a merge patch of nothing changes nothing',
    given,
    ask: merge(one, {}),
    status: 200,
    answer: { data },
  },
  { fact: 'a merge patch is an object', given, ask: merge(one, []), status: 400 },
  {
    fact: 'a merge patch of another type is invalid',
    given,
    ask: merge(one, { data: 'x' }),
    status: 422,
    answer: 'patch: Invalid value',
  },
  {
    fact: 'a merge patch replaces a list whole',
    given: withEnv,
    ask: merge(template, { template: { spec: { tolerations: [{ key: 'a', operator: 'Exists' }] } } }),
    status: 200,
    answer: { template: { spec: { tolerations: [{ key: 'a', operator: 'Exists' }] } } },
  },
  {
    fact: 'a strategic patch merges a keyed list by its key',
    given: withEnv,
    ask: patchEnv({ name: 'A', value: '9' }),
    status: 200,
    answer: envOf({ name: 'A', value: '9' }, { name: 'B', value: '2' }),
  },
  {
    fact: 'a strategic patch puts what a keyed list does not have in front',
    given: withEnv,
    ask: patchEnv({ name: 'C', value: '3' }),
    status: 200,
    answer: envOf({ name: 'C', value: '3' }, ...env),
  },
  {
    fact: 'a strategic patch takes an item out',
    given: withEnv,
    ask: patchEnv({ name: 'A', $patch: 'delete' }),
    status: 200,
    answer: envOf({ name: 'B', value: '2' }),
  },
  {
    fact: 'a strategic patch replaces a list',
    given: withEnv,
    ask: patchEnv({ $patch: 'replace' }, { name: 'C' }),
    status: 200,
    answer: envOf({ name: 'C' }),
  },
  {
    fact: 'a strategic patch takes a field of an item out by null',
    given: withEnv,
    ask: patchEnv({ name: 'A', value: null }),
    status: 200,
    answer: envOf({ name: 'A' }, { name: 'B', value: '2' }),
  },
  {
    fact: 'a strategic patch replaces an atomic list',
    given: [post(podTemplates, podTemplate({}, { args: ['a', 'b'] }))],
    ask: strategic(template, { template: { spec: { containers: [{ name: 'web', args: ['c'] }] } } }),
    status: 200,
    answer: { template: { spec: { containers: [{ args: ['c'] }] } } },
  },
  {
    fact: 'a strategic patch joins a set',
    given: [post(configMaps, configMap({}, { finalizers: ['example.test/a'] }))],
    ask: strategic(one, { metadata: { finalizers: ['example.test/b'] } }),
    status: 200,
    answer: { metadata: { finalizers: ['example.test/b', 'example.test/a'] } },
  },
  {
    fact: 'a strategic patch takes out of a set',
    given: [post(configMaps, configMap({}, { finalizers: ['example.test/a', 'example.test/b'] }))],
    ask: strategic(one, { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.test/a'] } }),
    status: 200,
    answer: { metadata: { finalizers: ['example.test/b'] } },
  },
  {
    fact: 'a strategic patch of a list that is not there yet takes it as it is, though its merge key comes twice',
    given: [post(podTemplates, podTemplate())],
    ask: strategic(template, {
      template: {
        spec: {
          containers: [
            {
              name: 'web',
              ports: [
                { containerPort: 81, protocol: 'TCP' },
                { containerPort: 81, protocol: 'UDP' },
              ],
            },
          ],
        },
      },
    }),
    status: 200,
    answer: {
      template: {
        spec: {
          containers: [
            {
              ports: [
                { containerPort: 81, protocol: 'TCP' },
                { containerPort: 81, protocol: 'UDP' },
              ],
            },
          ],
        },
      },
    },
  },
  {
    fact: 'a strategic patch of an item without its key is an internal error',
    given: [post(services, service())],
    ask: strategic(`${services}/a`, { spec: { ports: [{ name: 'b' }] } }),
    status: 500,
    answer: 'does not contain declared merge key: port',
  },
  {
    fact: 'a strategic patch over an item without its key is an internal error',
    given: [post(accounts, { metadata: { name: 'a' }, secrets: [{}] })],
    ask: strategic(`${accounts}/a`, { secrets: [] }),
    status: 500,
    answer: 'does not contain declared merge key: name',
  },
  {
    fact: 'a strategic patch of items of another type than those that are there is an internal error',
    given: [post(accounts, { metadata: { name: 'a' }, secrets: [{ name: 'x' }] })],
    ask: strategic(`${accounts}/a`, { secrets: ['y'] }),
    status: 500,
    answer: 'list element types are not identical',
  },
  {
    fact: 'a strategic patch takes out a map',
    given,
    ask: strategic(one, { data: { $patch: 'delete' } }),
    status: 200,
    answer: without('data'),
  },
  {
    fact: 'a strategic patch replaces a map',
    given,
    ask: strategic(one, { data: { $patch: 'replace', c: '3' } }),
    status: 200,
    answer: { data: { c: '3' } },
  },
  {
    fact: 'a patch of a namespace that is not there is not found',
    ask: merge('/api/v1/namespaces/none-at-all', {}),
    status: 404,
    answer: 'namespaces "none-at-all" not found',
  },
  {
    fact: 'a patch keeps the status of a Service',
    given: [post(services, service())],
    ask: merge(`${core}/services/a`, { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } }),
    status: 200,
    answer: { status: { loadBalancer: {} } },
  },
]
