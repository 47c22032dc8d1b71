import { expect, test } from 'vitest'
import { builtinSchemas } from '../../../src/kube/builtin-schema.ts'
import type { JsonObject } from '../../../src/kube/json.ts'
import { openApiSchemas } from '../../../src/kube/open-api-schema.ts'
import type { Schema } from '../../../src/kube/schema.ts'
import { openSandboxCluster, type SandboxCluster } from '../../support/sandbox-cluster.ts'
import { manifest, roomIn } from './room.ts'

const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'

function get(
  { server }: SandboxCluster,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const authorization = 'Bearer admin-token'
  return server.fetch(new Request(`https://sandbox.test${path}`, { headers: { authorization, ...headers } }))
}

const definition = manifest('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'widgets.example.test', {
  spec: {
    group: 'example.test',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: ['v1', 'v1beta1'].map((name) => ({
      name,
      served: true,
      storage: name === 'v1',
      schema: {
        openAPIV3Schema: {
          type: 'object',
          properties: {
            spec: {
              type: 'object',
              properties: {
                tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
              },
            },
          },
        },
      },
    })),
  },
})

test('discovery that did not change is not sent again', async () => {
  const sandbox = openSandboxCluster()
  const first = await get(sandbox, '/apis', { accept: aggregated })
  const etag = first.headers.get('etag') ?? ''

  const second = await get(sandbox, '/apis', { accept: aggregated, 'if-none-match': etag })
  await roomIn(sandbox).apply(definition)
  const third = await get(sandbox, '/apis', { accept: aggregated, 'if-none-match': etag })

  expect([first.status, second.status, third.status]).toEqual([200, 304, 200])
  expect(await second.text()).toBe('')
})

test('both ways of discovery tell of the same kinds, the preferred version first', async () => {
  const sandbox = openSandboxCluster()
  await roomIn(sandbox).apply(definition)
  const { resources } = await sandbox.cluster.discovery('fresh')

  const widgets = resources.filter(({ kind }) => kind === 'Widget').map(({ version }) => version)
  const plain: JsonObject = await (await get(sandbox, '/apis/example.test')).json()

  expect(widgets).toEqual(['v1', 'v1beta1'])
  expect(plain.preferredVersion).toEqual({ groupVersion: 'example.test/v1', version: 'v1' })
})

test('an object is shown in the version that is asked for', async () => {
  const sandbox = openSandboxCluster()
  const room = roomIn(sandbox)
  await room.apply(definition)
  await sandbox.cluster.discovery('fresh')
  await room.apply(manifest('example.test/v1', 'Widget', 'one', { spec: { tags: ['a'] } }))

  const old: JsonObject = await (
    await get(sandbox, '/apis/example.test/v1beta1/namespaces/default/widgets/one')
  ).json()

  expect(old).toMatchObject({ apiVersion: 'example.test/v1beta1', spec: { tags: ['a'] } })
})

test('the OpenAPI of a custom kind says how its lists merge, under a hash that names the text', async () => {
  const sandbox = openSandboxCluster()
  await roomIn(sandbox).apply(definition)
  await get(sandbox, '/version')

  const index: { paths: Record<string, { serverRelativeURL: string }> } = await (
    await get(sandbox, '/openapi/v3')
  ).json()
  const url = index.paths['apis/example.test/v1']?.serverRelativeURL ?? ''
  const document: { components: { schemas: JsonObject } } = await (await get(sandbox, url)).json()
  const moved = await get(sandbox, url.replace(/hash=.*/, 'hash=OLD'))

  const schema = openApiSchemas(document.components.schemas).schemaOf('example.test', 'v1', 'Widget')
  expect(schema?.map?.get('spec')?.map?.get('tags')?.list?.kind).toBe('set')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, url])
})

test('a definition that goes takes its kind and its objects along', async () => {
  const sandbox = openSandboxCluster()
  const room = roomIn(sandbox)
  await room.apply(definition)
  await sandbox.cluster.discovery('fresh')
  await room.apply(manifest('example.test/v1', 'Widget', 'one'))

  await room.delete(definition, 'Background')
  const gone = await get(sandbox, '/apis/example.test/v1/namespaces/default/widgets/one')
  await room.apply(definition)
  await sandbox.cluster.discovery('fresh')

  expect(gone.status).toBe(404)
  expect(await room.list('example.test/v1', 'Widget')).toEqual([])
})

test('the OpenAPI of the built-in kinds says how they merge as the table of clients does', async () => {
  const sandbox = openSandboxCluster()
  const table = builtinSchemas()
  const { resources } = await sandbox.cluster.discovery()
  const wrong: string[] = []
  for (const { group, version, kind } of resources) {
    const schemas = (await sandbox.cluster.openApi(group, version)) ?? {}
    const said = openApiSchemas(schemas).schemaOf(group, version, kind)
    wrong.push(...differences(said, table.schemaOf(group, version, kind), kind, 8))
  }

  expect(wrong).toEqual([])
})

/** Where two schemas tell lists and maps apart differently. */
function differences(a: Schema | undefined, b: Schema | undefined, path: string, depth: number): string[] {
  if (depth === 0) return []
  const shape = (schema: Schema | undefined) =>
    JSON.stringify([schema?.list?.kind, schema?.list?.keys, schema?.map?.isAtomic])
  if (shape(a) !== shape(b)) return [`${path}: ${shape(a)} is not ${shape(b)}`]
  if (b?.list?.kind === 'map') return differences(a?.list?.item, b.list.item, `${path}[]`, depth - 1)
  const declared = [
    'spec',
    'template',
    'metadata',
    'containers',
    'ports',
    'env',
    'volumes',
    'selector',
    'rules',
    'data',
  ]
  return declared
    .filter((name) => b?.map?.declares(name))
    .flatMap((name) => differences(a?.map?.get(name), b?.map?.get(name), `${path}.${name}`, depth - 1))
}
