import { expect, test } from 'vitest'
import type { ClusterRequest } from '../../../src/cluster/cluster.ts'
import { listObjects } from '../../../src/cluster/requests.ts'
import type { JsonObject } from '../../../src/kube/json.ts'
import { json, status, stubApiServer, thrownBy } from '../stub-api-server.ts'

const canary = 'canary-value'
const secrets = {
  group: '',
  version: 'v1',
  kind: 'Secret',
  resource: 'secrets',
  namespaced: true,
  verbs: [],
}
const at = { group: '', version: 'v1', resource: 'secrets', namespace: 'shop', name: 'db' }
const lastApplied = { 'kubectl.kubernetes.io/last-applied-configuration': canary }

function secret(fields: JsonObject, annotations: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'db', namespace: 'shop', annotations },
    ...fields,
  }
}

test('no value of a Secret leaves the adapter, whatever the answer', async () => {
  const { kind: _, apiVersion: __, ...item } = secret({ data: { p: canary } }, lastApplied)
  const list = { apiVersion: 'v1', kind: 'SecretList', metadata: {}, items: [item] }
  const { cluster } = stubApiServer(({ path }) =>
    json(path.includes('secrets/db') ? secret({ data: { p: canary } }, lastApplied) : list),
  )

  const answers = [await cluster.send({ verb: 'get', ...at }), await listObjects(cluster, secrets, 'shop')]

  expect(JSON.stringify(answers)).not.toContain('canary')
  expect(JSON.stringify(answers)).toContain('"p":"(masked)"')
})

test('what client-side apply remembers is masked in every kind, and in metadata alone', async () => {
  const metadata = { name: 'a', namespace: 'shop', annotations: lastApplied }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { a: 'shown' } }
  const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata }
  const list = { ...partial, kind: 'PartialObjectMetadataList', metadata: {}, items: [partial] }
  const { cluster } = stubApiServer(({ path }) => json(path.includes('configmaps') ? object : list))

  const answers = [
    await cluster.send({ verb: 'get', ...at, resource: 'configmaps' }),
    await listObjects(cluster, secrets, 'shop', { metadataOnly: true }),
  ]

  expect(JSON.stringify(answers)).not.toContain('canary')
  expect(JSON.stringify(answers)).toContain('shown')
})

test.for<[string, Partial<ClusterRequest>]>([
  ['a value in base64', { verb: 'apply', body: secret({ data: { p: btoa(canary) } }) }],
  ['a plain value', { verb: 'apply', body: secret({ stringData: { p: canary } }) }],
  ['a value that is short', { verb: 'apply', body: secret({ stringData: { p: 'can' } }) }],
  ['a value that is no text', { verb: 'apply', body: secret({ data: { p: { q: canary } } }) }],
  ['a patch', { verb: 'patch', body: { data: { p: canary } } }],
  ['a JSON patch', { verb: 'patch', options: { patchType: 'json' }, body: [{ op: 'add', value: canary }] }],
])('a refusal of a Secret does not tell it: %s', async ([, part]) => {
  const message = `failed to create typed patch object: ${canary} ${btoa(canary)} "can"`
  const causes = [{ reason: 'FieldValueInvalid', field: 'data', message }]
  const { cluster } = stubApiServer(() => status(422, 'Invalid', message, { causes }))

  const error = await thrownBy(cluster.send({ verb: 'update', ...at, ...part }))

  const shown = JSON.stringify([error.message, error.stack, error.causes])
  expect(shown).not.toContain(
    part.body !== undefined && JSON.stringify(part.body).includes('"can"') ? '"can"' : canary,
  )
  expect(shown).not.toContain(btoa(canary))
  expect(error.causes).toMatchObject([{ reason: 'FieldValueInvalid' }])
})

test.for<[string, string]>([
  ['type', 'type'],
  ['.data.p', '.data.p'],
  ['data[p]', 'data[p]'],
  ['stringData["q"]', 'stringData["q"]'],
  ['metadata.labels', 'metadata.labels'],
  ['data.canary-va', '(not shown, it may quote a Secret)'],
  ['metadata.labels.canary-va', '(not shown, it may quote a Secret)'],
  ['canary', '(not shown, it may quote a Secret)'],
])('the field %s of a refused Secret is shown as %s', async ([field, shown]) => {
  const causes = [{ reason: 'FieldValueInvalid', field, message: 'canary-va' }]
  const { cluster } = stubApiServer(() => status(422, 'Invalid', 'canary-va', { causes }))
  const body = secret({ data: { p: btoa(canary) }, stringData: { q: canary } })

  const error = await thrownBy(cluster.send({ verb: 'apply', ...at, body }))

  expect(error.causes.map((cause) => cause.field)).toEqual([shown])
  expect(error.message).not.toContain('canary-va')
})

test('that a field of a Secret is immutable may be told', async () => {
  const message = `data: Forbidden: field is immutable when \`immutable\` is set (${canary})`
  const { cluster } = stubApiServer(() => status(422, 'Invalid', message))

  const error = await thrownBy(cluster.send({ verb: 'apply', ...at, body: secret({}) }))

  expect(error.message).toContain('field is immutable')
  expect(error.message).not.toContain(canary)
})
