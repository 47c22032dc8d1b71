import { expect, test } from 'vitest'
import { getOwn, isJsonObject, type Json } from '../../../src/kube/json.ts'
import { renderFiles } from '../../support/render-files.ts'

const [origin, transformations] = [
  'config.kubernetes.io/origin',
  'alpha.config.kubernetes.io/transformations',
]
const all = 'buildMetadata: [originAnnotations, transformerAnnotations]\n'

function configMap(name: string, metadata = ''): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${metadata}`
}

async function metadataOf(files: { readonly [path: string]: string }, path = ''): Promise<readonly Json[]> {
  const { manifests } = await renderFiles(files, { path })
  return manifests.map(({ manifest }) => getOwn(manifest, 'metadata') ?? null)
}

async function annotations(
  files: { readonly [path: string]: string },
  path = '',
): Promise<readonly unknown[]> {
  const metadata = await metadataOf(files, path)
  return metadata.map((of) => (isJsonObject(of) ? getOwn(of, 'annotations') : undefined))
}

function configured(file: string, kind: string, ...more: readonly string[]): string {
  const lines = [`configuredIn: ${file}`, 'configuredBy:', '  apiVersion: builtin', `  kind: ${kind}`]
  return [...lines, ...more.map((line) => `  ${line}`), ''].join('\n')
}

function step(...of: Parameters<typeof configured>): string {
  return `- ${configured(...of)
    .replaceAll('\n', '\n  ')
    .trim()}\n`
}

test('an origin is the path from the root to the file, or the generator and where it stands', async () => {
  const files = {
    'prod/kustomization.yaml': 'resources: [../base]\nbuildMetadata: [originAnnotations]\n',
    'base/kustomization.yaml': 'resources: [a.yaml]\nconfigMapGenerator: [{ name: made }]\n',
    'base/a.yaml': configMap('a'),
  }

  expect(await annotations(files, 'prod')).toEqual([
    { [origin]: 'path: ../base/a.yaml\n' },
    { [origin]: configured('../base/kustomization.yaml', 'ConfigMapGenerator') },
  ])
})

test('an origin is the way that the entries take, also where it comes back beside the root', async () => {
  const files = {
    'overlays/x/kustomization.yaml': `resources: [../../base]\n${all}`,
    'base/kustomization.yaml': 'resources: [../overlays/./y/, in/../b.yaml]\n',
    'base/b.yaml': configMap('b'),
    'overlays/y/kustomization.yaml':
      'resources: [d.yaml]\nnamePrefix: p-\nconfigMapGenerator: [{ name: made }]\n',
    'overlays/y/d.yaml': configMap('d'),
  }
  const way = '../../overlays/y'
  const prefixed = { [transformations]: step(`${way}/kustomization.yaml`, 'PrefixTransformer') }

  expect(await annotations(files, 'overlays/x')).toEqual([
    { [origin]: 'path: ../../base/b.yaml\n' },
    { [origin]: `path: ${way}/d.yaml\n`, ...prefixed },
    { [origin]: configured(`${way}/kustomization.yaml`, 'ConfigMapGenerator'), ...prefixed },
  ])
})

test('every step of every layer is told, also the empty one behind labels, and not what generates or validates', async () => {
  const files = {
    'kustomization.yaml':
      'resources: [base]\nlabels: [{ pairs: { a: b } }]\nbuildMetadata: [transformerAnnotations]\n',
    'base/kustomization.yaml':
      'resources: [a.yaml]\nnamePrefix: x-\ntransformers: [t.yaml]\nvalidators: [t.yaml]\n',
    'base/a.yaml': configMap('a'),
    'base/t.yaml': 'apiVersion: builtin\nkind: LabelTransformer\nmetadata: { name: t, namespace: ns }\n',
  }

  expect(await annotations(files)).toEqual([
    {
      [transformations]: [
        step('base/kustomization.yaml', 'PrefixTransformer'),
        step('base/t.yaml', 'LabelTransformer', 'name: t', 'namespace: ns'),
        step('kustomization.yaml', 'LabelTransformer'),
        step('kustomization.yaml', 'LabelTransformer'),
      ].join(''),
    },
  ])
})

test('a generator that merges leaves the origin, one that replaces becomes it', async () => {
  const entry = (name: string, behavior: string): string =>
    `- { name: ${name}, behavior: ${behavior}, options: { disableNameSuffixHash: true } }\n`
  const files = {
    'kustomization.yaml': `resources: [base]\nconfigMapGenerator:\n${entry('m', 'merge')}${entry('r', 'replace')}${all}`,
    'base/kustomization.yaml': 'resources: [a.yaml]\n',
    'base/a.yaml': `${configMap('m')}---\n${configMap('r')}`,
  }

  expect(await annotations(files)).toEqual([
    { [origin]: 'path: base/a.yaml\n' },
    { [origin]: configured('kustomization.yaml', 'ConfigMapGenerator') },
  ])
})

test('a patch that replaces all annotations counts as the origin of what it leaves', async () => {
  const patch = '[{ "op": "add", "path": "/metadata/annotations", "value": { "a": "b" } }]'
  const files = {
    'kustomization.yaml': `resources: [a.yaml]\nnamePrefix: x-\n${all}patches:\n- target: { kind: ConfigMap }\n  patch: '${patch}'\n`,
    'a.yaml': configMap('a'),
  }

  expect(await annotations(files)).toEqual([
    {
      a: 'b',
      [origin]: configured('kustomization.yaml', 'PatchTransformer'),
      [transformations]: step('kustomization.yaml', 'PrefixTransformer'),
    },
  ])
})

test('annotations of an earlier build go where they are not asked for, and its steps come first where they are', async () => {
  const earlier = step('kustomization.yaml', 'SuffixTransformer')
  const written = `  annotations:\n    ${origin}: 'path: b.yaml'\n    ${transformations}: ${JSON.stringify(earlier)}\n`
  const files = (asked: string): { readonly [path: string]: string } => ({
    'kustomization.yaml': `resources: [a.yaml]\nnamePrefix: x-\n${asked}`,
    'a.yaml': configMap('a', written),
  })

  expect(await metadataOf(files(''))).toEqual([{ name: 'x-a' }])
  expect(await annotations(files(all))).toEqual([
    {
      [origin]: 'path: a.yaml\n',
      [transformations]: earlier + step('kustomization.yaml', 'PrefixTransformer'),
    },
  ])
})

test('the managed-by label overwrites another; a base asks for nothing, nor does an unknown word', async () => {
  const files = (root: string): { readonly [path: string]: string } => ({
    'kustomization.yaml': `resources: [base]\nbuildMetadata: [${root}]\n`,
    'base/kustomization.yaml': `resources: [a.yaml]\n${all}`,
    'base/a.yaml': configMap('a', '  labels: { app.kubernetes.io/managed-by: me, b: c }\n'),
  })
  const labels = (managedBy: string): Json => ({ 'app.kubernetes.io/managed-by': managedBy, b: 'c' })

  expect(await metadataOf(files('managedByLabel'))).toEqual([
    { name: 'a', labels: labels('kustomize-v5.8.1') },
  ])
  expect(await metadataOf(files('frob'))).toEqual([{ name: 'a', labels: labels('me') }])
})
