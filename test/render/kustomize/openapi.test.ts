import { describe, expect, it } from 'vitest'
import { memoryTree } from '../../../src/git/memory-tree.ts'
import { buildKustomization } from '../../../src/render/kustomize/build.ts'
import { SourceFiles } from '../../../src/render/kustomize/source-files.ts'
import { RenderBudget } from '../../../src/render/render-budget.ts'

type Files = { readonly [path: string]: string }

const foo =
  'apiVersion: example.com/v1\nkind: Foo\nmetadata: {name: foo}\nspec: {list: [{name: a, v: 1}, {name: b}]}\n'
const fooPatch = foo.replace('[{name: a, v: 1}, {name: b}]', '[{name: b, v: 9}]')
const web = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: a, image: a}, {name: b, image: b}]}
`
const webPatch = web.replace('{name: a, image: a}, {name: b, image: b}', '{name: b, image: c}')
const config = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\n'

const listOfFoo = {
  type: 'array',
  items: { type: 'object' },
  'x-kubernetes-patch-merge-key': 'name',
  'x-kubernetes-patch-strategy': 'merge',
}
const fooType = { group: 'example.com', version: 'v1', kind: 'Foo' }
const schema = JSON.stringify({
  definitions: {
    Foo: {
      properties: { spec: { properties: { list: listOfFoo } } },
      'x-kubernetes-group-version-kind': [fooType],
    },
    'io.k8s.api.core.v1.PodSpec': { properties: { containers: { type: 'array' } } },
  },
  paths: { '/foos': { get: { 'x-kubernetes-group-version-kind': fooType } } },
})

const patched = 'namespace: nn\npatches: [{path: foo-patch.yaml}, {path: web-patch.yaml}]\n'
const beside = {
  'o/foo.yaml': foo,
  'o/web.yaml': web,
  'o/foo-patch.yaml': fooPatch,
  'o/web-patch.yaml': webPatch,
}

async function build(files: Files): Promise<readonly unknown[]> {
  const source = new SourceFiles(memoryTree(files), new RenderBudget())
  const { resources } = await buildKustomization('o', source, { order: 'fifo' })
  return resources.map(({ object }) => object)
}

function merged(objects: readonly unknown[]): unknown {
  const named = (name: string): unknown => objects.find((object) => nameOf(object) === name)
  return { foo: names(named('foo')), web: names(named('web')), namespace: namespaceOf(named('foo')) }
}

interface Shape {
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly spec?: { readonly [list: string]: readonly { readonly name: string }[] }
}

const nameOf = (object: unknown): string => (object as Shape).metadata.name
const namespaceOf = (object: unknown): string | undefined => (object as Shape).metadata.namespace
const names = (object: unknown): readonly string[] =>
  Object.values((object as Shape).spec ?? {}).flatMap((list) => list.map(({ name }) => name))

const base = {
  'b/kustomization.yaml': 'resources: [c.yaml]\nopenapi: {path: s.json}\n',
  'b/c.yaml': config,
  'b/s.json': schema,
}

describe('a document of openapi', () => {
  it('of the root is all that is known of merge keys and of scopes outside the built-in table', async () => {
    const objects = await build({
      ...beside,
      'o/kustomization.yaml': `resources: [foo.yaml, web.yaml]\nopenapi: {path: s.json}\n${patched}`,
      'o/s.json': schema,
    })
    expect(merged(objects)).toEqual({ foo: ['b', 'a'], web: ['b'], namespace: undefined })
  })

  it('of a base is all that is known where nothing has asked for a schema before', async () => {
    const objects = await build({
      ...beside,
      ...base,
      'o/kustomization.yaml': `resources: [../b, foo.yaml, web.yaml]\n${patched}`,
    })
    expect(merged(objects)).toEqual({ foo: ['b', 'a'], web: ['b'], namespace: undefined })
  })

  it('stands below the built-in one where a kind outside its table came before it', async () => {
    const objects = await build({
      ...beside,
      ...base,
      'o/kustomization.yaml': `resources: [foo.yaml, ../b, web.yaml]\n${patched}`,
    })
    expect(merged(objects)).toEqual({ foo: ['b', 'a'], web: ['b', 'a'], namespace: undefined })
  })

  it('stands above the built-in one where a patch came before it', async () => {
    const objects = await build({
      ...beside,
      ...base,
      'a/kustomization.yaml': 'resources: [c.yaml]\nnamePrefix: a-\npatches: [{path: c.yaml}]\n',
      'a/c.yaml': config,
      'o/kustomization.yaml': `resources: [../a, ../b, foo.yaml, web.yaml]\n${patched}`,
    })
    expect(merged(objects)).toEqual({ foo: ['b', 'a'], web: ['b'], namespace: undefined })
  })

  it('of a component holds for what was there before it', async () => {
    const objects = await build({
      ...beside,
      'b/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nopenapi: {path: s.json}\n',
      'b/s.json': schema,
      'o/kustomization.yaml': `resources: [foo.yaml, web.yaml]\ncomponents: [../b]\n${patched}`,
    })
    expect(merged(objects)).toEqual({ foo: ['b', 'a'], web: ['b', 'a'], namespace: undefined })
  })

  it('is followed through references and the values of maps', async () => {
    const definitions = {
      List: {
        ...listOfFoo,
        items: { $ref: '#/definitions/Item' },
        'x-kubernetes-patch-strategy': 'retainKeys,merge',
      },
      Item: { type: 'object' },
      Spec: { additionalProperties: { $ref: '#/definitions/List' } },
      Foo: {
        properties: { spec: { $ref: '#/definitions/Spec' } },
        'x-kubernetes-group-version-kind': [fooType],
      },
    }
    const objects = await build({
      ...beside,
      'o/kustomization.yaml':
        'resources: [foo.yaml]\nopenapi: {path: s.json}\npatches: [{path: foo-patch.yaml}]\n',
      'o/s.json': JSON.stringify({ definitions }),
    })
    expect(objects.flatMap(names)).toEqual(['b', 'a'])
  })

  it('whose references go in a circle is an error', async () => {
    const definitions = {
      A: { $ref: '#/definitions/B' },
      B: { $ref: '#/definitions/A' },
      Foo: {
        properties: { spec: { $ref: '#/definitions/A' } },
        'x-kubernetes-group-version-kind': [fooType],
      },
    }
    const files = {
      ...beside,
      'o/kustomization.yaml':
        'resources: [foo.yaml]\nopenapi: {path: s.json}\npatches: [{path: foo-patch.yaml}]\n',
      'o/s.json': JSON.stringify({ definitions }),
    }
    await expect(build(files)).rejects.toThrow('go in a circle')
  })

  it('that is no Swagger document is an error with its line as soon as it is asked', async () => {
    const files = {
      ...beside,
      'o/kustomization.yaml': 'resources: [foo.yaml]\nopenapi: {path: s.yaml}\n',
      'o/s.yaml': 'paths: {}\ndefinitions: [Foo]\n',
    }
    await expect(build(files)).rejects.toThrow(
      /^o\/s\.yaml:2: .*invalid schema file: definitions: a map is expected/,
    )
  })
})

describe('a version of openapi', () => {
  it.each([
    [
      '{version: v9}',
      'o/kustomization.yaml:2: openapi.version: the specified OpenAPI version is not built in',
    ],
    ['{version: v1.21.2, path: s.json}', 'builtin version and custom schema provided, cannot use both'],
  ])('%s is an error', async (openapi, message) => {
    const files = {
      ...beside,
      'o/kustomization.yaml': `resources: [foo.yaml]\nopenapi: ${openapi}\n`,
      'o/s.json': schema,
    }
    await expect(build(files)).rejects.toThrow(message)
  })

  it('of a base is not looked at when the root has one', async () => {
    const files = {
      ...base,
      'b/kustomization.yaml': 'resources: [c.yaml]\nopenapi: {version: v9}\n',
      'o/kustomization.yaml': 'resources: [../b]\nopenapi: {version: v1.21.2}\n',
    }
    expect(await build(files)).toHaveLength(1)
  })
})
