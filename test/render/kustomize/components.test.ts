import { expect, test } from 'vitest'
import { memoryTree } from '../../../src/git/memory-tree.ts'
import { renderApp } from '../../../src/render/render-app.ts'
import { aCommit, applicationAt, type Files, renderErrorOf, renderFiles } from '../../support/render-files.ts'

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n'
const component = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n'

async function namesOf(files: Files): Promise<readonly string[]> {
  const { manifests } = await renderFiles(files)
  return manifests.map(({ manifest }) => `${manifest.kind} ${manifest.metadata.name}`)
}

test('components change in order what has been gathered, before the transformers of their parent', async () => {
  const files = {
    'kustomization.yaml': 'namePrefix: p-\nresources: [a.yaml]\ncomponents: [one, two]\n',
    'a.yaml': configMap,
    'one/kustomization.yaml': `${component}nameSuffix: "-1"\nresources: [b.yaml]\n`,
    'one/b.yaml': configMap.replace('name: a', 'name: b'),
    'two/kustomization.yaml': `${component}nameSuffix: "-2"\n`,
  }

  expect(await namesOf(files)).toEqual(['ConfigMap p-a-1-2', 'ConfigMap p-b-1-2'])
})

test('a component may name components, may be the root, and sees what its parent generates', async () => {
  const files = {
    'kustomization.yaml': `${component}configMapGenerator: [{ name: g, literals: [a=1], options: { disableNameSuffixHash: true } }]\ncomponents: [one]\n`,
    'one/kustomization.yaml': `${component}components: [../two]\n`,
    'two/kustomization.yaml': `${component}configMapGenerator: [{ name: g, behavior: merge, literals: [b=2], options: { disableNameSuffixHash: true } }]\n`,
  }

  const { manifests } = await renderFiles(files)
  expect(manifests.map(({ manifest }) => manifest.data)).toEqual([{ a: '1', b: '2' }])
})

test.each([
  [
    'a kustomization',
    { 'kustomization.yaml': 'components: [c]\n', 'c/kustomization.yaml': 'resources: []\n' },
    `accumulating components: accumulateDirectory: "expected kind 'Component' for path '/c' but got 'Kustomization'"`,
  ],
  [
    'a component where a kustomization belongs',
    { 'kustomization.yaml': 'resources: [c]\n', 'c/kustomization.yaml': `${component}resources: []\n` },
    `accumulating resources: accumulation err='accumulating resources from 'c': '/c' must resolve to a file': expected kind != 'Component' for path '/c'`,
  ],
  [
    'nowhere',
    { 'kustomization.yaml': 'components: [c]\n' },
    `accumulating components: loader.New "must build at directory: not a valid directory: evalsymlink failure on '/c'`,
  ],
  [
    'a file',
    { 'kustomization.yaml': 'components: [c]\n', c: 'text' },
    `loader.New "must build at directory: '/c': file is not directory"`,
  ],
  ['an absolute path', { 'kustomization.yaml': 'components: [/c]\n' }, `new root '/c' cannot be absolute`],
  ['its parent', { 'kustomization.yaml': 'components: [.]\n' }, 'cycle detected: candidate root'],
  ['a URL', { 'kustomization.yaml': 'components: ["https://github.com/o/r"]\n' }, 'is remote'],
  [
    'one that fails inside',
    {
      'kustomization.yaml': 'components: [c]\n',
      'c/kustomization.yaml': `${component}resources: [gone.yaml]\n`,
    },
    `accumulateDirectory: "recursed accumulation of path '/c': accumulating resources: accumulation err=`,
  ],
])('a component that is %s is an error', async (_, files, message) => {
  expect((await renderErrorOf(files)).message).toContain(message)
})

test('a directory that a symlink leads to is read where it lies, and a change of the symlink counts', async () => {
  const files = {
    'overlay/kustomization.yaml': 'resources: [base]\n',
    'overlay/base': { symlink: '../real/base' },
    'real/base/kustomization.yaml': 'resources: [../shared]\n',
    'real/shared/kustomization.yaml': 'resources: [a.yaml]\n',
    'real/shared/a.yaml': configMap,
  }

  const { manifests, inputs } = await renderApp(
    applicationAt({ path: 'overlay' }),
    aCommit(),
    memoryTree(files),
  )

  expect(manifests).toHaveLength(1)
  expect(inputs).toContainEqual(
    expect.objectContaining({ path: 'overlay/base', kind: 'directory', id: expect.any(String) }),
  )
})

test('a file that a symlink leads to must lie in the directory as well', async () => {
  const files = {
    'app/kustomization.yaml': 'resources: [a.yaml]\n',
    'app/a.yaml': { symlink: '../a.yaml' },
    'a.yaml': configMap,
  }

  await expect(renderApp(applicationAt({ path: 'app' }), aCommit(), memoryTree(files))).rejects.toThrow(
    "security; file '/app/a.yaml' is not in or below '/app'",
  )
})
