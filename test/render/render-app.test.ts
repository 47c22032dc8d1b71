import { expect, test } from 'vitest'
import { memoryTree } from '../../src/git/memory-tree.ts'
import type { SourceTree } from '../../src/git/source-tree.ts'
import { renderApp } from '../../src/render/render-app.ts'
import { aCommit, applicationAt, renderErrorOf, renderFiles } from '../support/render-files.ts'

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n'

test('a directory is rendered as Kustomize where there is a kustomization, else as it is', async () => {
  const kustomized = await renderFiles({
    'kustomization.yml': 'resources: [a.yaml]\nnamePrefix: x-\n',
    'a.yaml': configMap,
  })
  const plain = await renderFiles({ 'a.yaml': configMap })

  expect(kustomized.manifests.map(({ manifest }) => manifest.metadata.name)).toEqual(['x-a'])
  expect(plain.manifests.map(({ manifest }) => manifest.metadata.name)).toEqual(['a'])
})

test('an application that says directory gets one, even beside a kustomization', async () => {
  const files = { 'kustomization.yaml': 'resources: []\n', 'a.yaml': configMap }

  const rendered = await renderFiles(files, { directory: { recurse: false } })

  expect(rendered.manifests).toHaveLength(1)
})

test('every manifest knows the file and line it came from', async () => {
  const files = {
    'app/kustomization.yaml': 'resources: [../base]\nconfigMapGenerator:\n- name: made\n',
    'base/kustomization.yaml': 'resources: [two.yaml]\n',
    'base/two.yaml': `${configMap}---\n${configMap.replace('name: a', 'name: b')}`,
  }

  const rendered = await renderFiles(files, { path: 'app' })

  expect(rendered.manifests.map(({ origin }) => origin)).toEqual([
    { path: 'base/two.yaml', line: 1 },
    { path: 'base/two.yaml', line: 5 },
    { path: 'app/kustomization.yaml', line: 3 },
  ])
})

test.each([
  ['a Helm chart', { 'Chart.yaml': 'name: x\n' }, 'Chart.yaml', 'unsupported'],
  ['a Helm chart of another name', { 'my-Chart.yaml': 'name: x\n' }, 'my-Chart.yaml', 'unsupported'],
  [
    'a source override',
    { '.argocd-source.yaml': '{}\n', 'a.yaml': configMap },
    '.argocd-source.yaml',
    'unsupported',
  ],
  [
    'an override of this application',
    { '.argocd-source-shop.yaml': '{}\n' },
    '.argocd-source-shop.yaml',
    'unsupported',
  ],
  ['Jsonnet', { 'a.jsonnet': '{}' }, 'a.jsonnet', 'unsupported'],
])('%s is refused by name', async (_, files, file, code) => {
  const error = await renderErrorOf(files)

  expect(error).toMatchObject({ code, subject: { file }, turn: 'author', retryable: false })
})

test.each([
  ['app path does not exist', 'gone'],
  ['app path is no directory', 'a.yaml'],
])('%s', async (message, path) => {
  const error = await renderErrorOf({ 'a.yaml': configMap }, { path })

  expect(error.message).toBe(`${path}: ${message}`)
})

test('all problems of a directory are told at once', async () => {
  const error = await renderErrorOf({
    'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n',
    'b.yaml': `${configMap}data: [\n`,
    'c.jsonnet': '{}',
  })

  expect(error.problems.map(({ file, line }) => [file, line])).toEqual([
    ['a.yaml', 3],
    ['b.yaml', expect.any(Number)],
    ['c.jsonnet', undefined],
  ])
})

test('a failed render tells what it had read', async () => {
  const error = await renderErrorOf({ 'kustomization.yaml': 'resources: [gone.yaml]\n' })

  expect(error.inputs.map(({ path, kind }) => [path, kind])).toContainEqual(['gone.yaml', 'absent'])
})

test('trouble of the Git host is no fault of the author and passes through', async () => {
  const trouble = new Error('the host does not answer')
  const tree: SourceTree = { ...memoryTree({}), lookup: () => Promise.reject(trouble) }

  await expect(renderApp(applicationAt({}), aCommit(), tree)).rejects.toBe(trouble)
})

test.each([
  ['files', { files: 1 }],
  ['size', { size: 100 }],
  ['objects', { objects: 1 }],
])('a render ends at its cap of %s', async (_, limits) => {
  const files = { 'a.yaml': configMap, 'b.yaml': configMap.replace('name: a', 'name: b') }

  await expect(renderFiles(files, {}, limits)).rejects.toMatchObject({ code: 'too-large' })
})

test('bases that nest too deep are refused', async () => {
  const levels = Array.from({ length: 5 }, (_, level): [string, string] => [
    `${level}/kustomization.yaml`,
    `resources: [${level === 4 ? 'a.yaml' : `../${level + 1}`}]\n`,
  ])
  const files = { ...Object.fromEntries(levels), '4/a.yaml': configMap }

  await expect(renderFiles(files, { path: '0' }, { depth: 3 })).rejects.toMatchObject({ code: 'too-large' })
  expect((await renderFiles(files, { path: '0' })).manifests).toHaveLength(1)
})

test('what an application sets for Kustomize is set in the root kustomization alone', async () => {
  const files = {
    'app/kustomization.yaml':
      'resources: [../base]\nimages: [{ name: web, newTag: "1" }, { name: kept, newTag: "2" }]\n',
    'base/kustomization.yaml': 'resources: [pod.yaml]\nnamePrefix: base-\n',
    'base/pod.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: { name: p }\nspec: { containers: [{ name: w, image: web }, { name: k, image: kept }] }\n',
  }
  const kustomize = {
    namePrefix: 'app-',
    namespace: 'shop',
    images: ['web=mirror/web:3.9'],
    commonLabels: { team: 'shop' },
    commonAnnotations: { by: 'argo' },
  }

  const rendered = await renderFiles(files, { path: 'app', kustomize })

  expect(rendered.manifests[0]?.manifest).toEqual({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: 'app-base-p',
      namespace: 'shop',
      labels: { team: 'shop' },
      annotations: { by: 'argo' },
    },
    spec: {
      containers: [
        { name: 'w', image: 'mirror/web:3.9' },
        { name: 'k', image: 'kept:2' },
      ],
    },
  })
})

test.each([
  [
    'a label that the file has',
    { commonLabels: { a: 'x' } },
    'spec.source.kustomize.commonLabels',
    'invalid',
  ],
  ['an image without a change', { images: ['web'] }, 'spec.source.kustomize.images', 'invalid'],
  ['a build variable', { images: ['web:$ARGOCD_APP_REVISION'] }, 'spec.source.kustomize', 'unsupported'],
])('%s in the application is an error at its declaration', async (_, kustomize, field, code) => {
  const error = await renderErrorOf(
    { 'kustomization.yaml': 'resources: []\ncommonLabels: { a: b }\n' },
    { kustomize },
  )

  expect(error).toMatchObject({ code, subject: { file: 'apps/shop.yaml', line: 1, field } })
})

const doubling = `- target: {}
  patch: |-
    - { op: add, path: /x, value: [1] }
${'    - { op: copy, from: /x, path: /x/- }\n'.repeat(60)}`

test.each([
  ['copies that double', `resources: [a.yaml]\npatches:\n${doubling}`],
  [
    'many labels on many objects',
    `resources: [many.yaml]\ncommonLabels: { ${Array.from({ length: 3000 }, (_, index) => `l${index}: x`).join(', ')} }`,
  ],
  [
    'many patches by pattern',
    `resources: [many.yaml]\npatches: [${'{ target: { name: ".*" }, patch: "[{op: test, path: /x}]" }, '.repeat(3000)}]`,
  ],
  ['a prefix that makes no name', `resources: []\nnamePrefix: ${'x'.repeat(300)}`],
])('small input that grows is stopped: %s', async (_, kustomization) => {
  const many = Array.from({ length: 1000 }, (_unused, index) =>
    configMap.replace('name: a', `name: a${index}`),
  )

  const error = await renderErrorOf({
    'kustomization.yaml': kustomization,
    'a.yaml': configMap,
    'many.yaml': many.join('---\n'),
  })

  expect(['too-large', 'invalid']).toContain(error.code)
  expect(error.message.length).toBeLessThan(1000)
})

test('an integer that a number cannot hold is refused with its place; a comparison would not see its last digits', async () => {
  const files = {
    'kustomization.yaml': 'resources: [a.yaml]\n',
    'a.yaml':
      'apiVersion: x.io/v1\nkind: Foo\nmetadata: { name: a }\nspec: { sizes: [1, 9007199254740993] }\n',
  }

  await expect(renderFiles(files)).rejects.toThrow(
    'a.yaml:1: spec.sizes[1]: a number that JSON cannot hold exactly; quote it if it is meant as text',
  )
})
