import { expect, test } from 'vitest'
import { memoryTree } from '../../../src/git/memory-tree.ts'
import { renderApp } from '../../../src/render/render-app.ts'
import { aCommit, applicationAt, type Files, renderFiles } from '../../support/render-files.ts'

async function objectsOf(files: Files): Promise<readonly unknown[]> {
  const { manifests } = await renderFiles(files)
  return manifests.map(({ manifest }) => manifest)
}

const noHash = 'options: { disableNameSuffixHash: true }'

test('a file that is no text becomes binary data of a ConfigMap, and data of a Secret as any other', async () => {
  const binary = new Uint8Array([0xff, 0, 1])
  const files = {
    'kustomization.yaml': `configMapGenerator: [{ name: c, files: [a.bin, t=a.txt], ${noHash} }]\nsecretGenerator: [{ name: s, files: [a.bin], ${noHash} }]\n`,
    'a.bin': binary,
    'a.txt': 'text\n',
  }

  const { manifests } = await renderApp(applicationAt({}), aCommit(), memoryTree(files))

  expect(manifests.map(({ manifest }) => manifest)).toMatchObject([
    { data: { t: 'text\n' }, binaryData: { 'a.bin': '/wAB' } },
    { data: { 'a.bin': '/wAB' } },
  ])
})

test('env files keep quotes and trailing blanks, and lose comments, leading blanks and a mark at their start', async () => {
  const files = {
    'kustomization.yaml': `configMapGenerator: [{ name: c, env: a.env, envs: [b.env], ${noHash} }]\n`,
    'a.env': '\uFEFFA="1" \r\n# no\n\n \u0085B=2=3\nC\n=nothing\n',
    'b.env': 'D=\uFEFF4',
  }

  expect(await objectsOf(files)).toMatchObject([{ data: { A: '"1" ', B: '2=3', C: '', D: '\uFEFF4' } }])
})

test('what is merged becomes text, and a Secret that stays without data loses the field', async () => {
  const files = {
    'kustomization.yaml': `resources: [base]\nconfigMapGenerator: [{ name: c, behavior: merge, literals: [b=2], ${noHash} }]\nsecretGenerator: [{ name: s, behavior: merge, ${noHash} }]\n`,
    'base/kustomization.yaml': 'resources: [c.yaml]\nsecretGenerator: [{ name: s }]\n',
    'base/c.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: c, labels: { n: 5 } }\ndata: { a: 1 }\n',
  }

  expect(await objectsOf(files)).toEqual([
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'c', labels: { n: '5' } },
      data: { a: '1', b: '2' },
    },
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, type: 'Opaque' },
  ])
})

test('annotations with which kustomize keeps its books are honoured and taken out; others stay', async () => {
  const object = (name: string, annotations: string) =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, annotations: { ${annotations} } }\ndata: { x: y }\n`
  const internal = 'internal.config.kubernetes.io'
  const files = {
    'kustomization.yaml': `namespace: ns\nresources: [a.yaml]\n`,
    'a.yaml': [
      object('hashed', `${internal}/needsHashSuffix: enabled`),
      object('plain', `${internal}/needsHashSuffix: "no", ${internal}/foo: bar`),
      object('helm', `${internal}/helm-generated: "true"`),
    ].join('---\n'),
  }

  const { manifests } = await renderFiles(files)

  expect(manifests.map(({ manifest }) => manifest.metadata)).toEqual([
    { name: expect.stringMatching(/^hashed-\w{10}$/), namespace: 'ns' },
    { name: 'plain', namespace: 'ns', annotations: { [`${internal}/foo`]: 'bar' } },
    { name: 'helm' },
  ])
})

test('every file that a build reads, and every path that it looks for in vain, is an input', async () => {
  const files = {
    'app/kustomization.yaml':
      'resources: [r.yaml]\ncomponents: [../c]\nconfigurations: [conf.yaml]\npatches: [{ path: patch.yaml }]\nconfigMapGenerator: [{ name: g, envs: [a.env], files: [a.txt] }]\n',
    'app/r.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n',
    'app/patch.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, labels: { x: "1" } }\n',
    'app/conf.yaml': 'namePrefix: []\n',
    'app/a.env': 'A=1\n',
    'app/a.txt': 'text',
    'c/kustomization.yml': 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnameSuffix: -c\n',
  }

  const { inputs } = await renderFiles(files, { path: 'app' })
  const paths = (kind: string) => inputs.filter((input) => input.kind === kind).map(({ path }) => path)

  expect(paths('file')).toEqual(Object.keys(files).sort())
  expect(paths('absent')).toEqual(
    expect.arrayContaining([
      'app/kustomization.yml',
      'app/Kustomization',
      'c/kustomization.yaml',
      'c/Kustomization',
    ]),
  )
  expect(inputs.filter(({ kind }) => kind === 'file').every(({ id }) => id !== undefined)).toBe(true)
})

test('generators that merge into one large map one by one count for what writing the map anew costs', async () => {
  const merging = Array.from({ length: 200 }, (_, at) => ({
    name: 'g',
    behavior: 'merge',
    literals: [`n${at}=v`],
  }))
  const literals = Array.from({ length: 400 }, (_, at) => `k${at}=v`)
  const files = {
    'kustomization.yaml': JSON.stringify({ configMapGenerator: [{ name: 'g', literals }, ...merging] }),
  }

  await expect(renderFiles(files, {}, { changes: 6_000 })).resolves.toBeDefined()
  await expect(renderFiles(files, {}, { changes: 3_000 })).rejects.toMatchObject({ code: 'too-large' })
})
