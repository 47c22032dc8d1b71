import { expect, test } from 'vitest'
import { type Files, renderErrorOf, renderFiles } from '../../support/render-files.ts'

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n'

async function namesOf(files: Files, path = ''): Promise<readonly string[]> {
  const { manifests } = await renderFiles(files, { path })
  return manifests.map(({ manifest }) => `${manifest.kind} ${manifest.metadata.name}`)
}

test('a directory may be used twice as long as the objects end up apart', async () => {
  const files = {
    'kustomization.yaml': 'resources: [one, two]\n',
    'one/kustomization.yaml': 'resources: [../base]\nnamePrefix: one-\n',
    'two/kustomization.yaml': 'resources: [../base]\nnamePrefix: two-\n',
    'base/kustomization.yaml': 'resources: [a.yaml]\n',
    'base/a.yaml': configMap,
  }

  expect(await namesOf(files)).toEqual(['ConfigMap one-a', 'ConfigMap two-a'])
})

test.each([
  ['itself', { 'a/kustomization.yaml': 'resources: [.]\n' }, 'a'],
  [
    'one above it',
    { 'a/b/kustomization.yaml': 'resources: [..]\n', 'a/kustomization.yaml': 'resources: [b]\n' },
    'a/b',
  ],
  [
    'one that leads back',
    { 'a/kustomization.yaml': 'resources: [../b]\n', 'b/kustomization.yaml': 'resources: [../a]\n' },
    'a',
  ],
])('a directory that uses %s is a cycle', async (_, files, path) => {
  const error = await renderErrorOf(files, { path })

  expect(error.message).toContain('cycle detected')
  expect(error.subject).toMatchObject({ line: 1, field: 'resources[0]' })
})

test.each([
  ['a file above', '../x.yaml', "security; file '/x.yaml' is not in or below '/app'", 'invalid'],
  ['out of the repository', '../../../x', 'leaves the repository', 'invalid'],
  ['an absolute path', '/etc/passwd', 'cannot be absolute', 'invalid'],
  ['a backslash', 'a\\b', 'backslash', 'unreadable'],
  ['a missing file', 'gone.yaml', 'no such file or directory', 'missing'],
  ['a directory without a kustomization', 'sub', 'unable to find one of', 'missing'],
  ['a URL', 'https://example.com/a.yaml', 'is remote', 'unsupported'],
  ['a repository of GitHub', 'github.com/org/repo//deploy?ref=v1', 'is remote', 'unsupported'],
  ['an SSH address', 'git@example.com:org/repo.git', 'is remote', 'unsupported'],
])('a resource that is %s is refused', async (_, entry, message, code) => {
  const files = {
    'app/kustomization.yaml': `resources:\n- ${JSON.stringify(entry)}\n`,
    'app/sub/a.txt': '',
    'x.yaml': configMap,
  }

  const error = await renderErrorOf(files, { path: 'app' })

  expect(error.message).toContain(message)
  expect(error.problems[0]).toMatchObject({
    code,
    file: 'app/kustomization.yaml',
    line: 2,
    field: 'resources[0]',
  })
})

test('several bad resources are told at once', async () => {
  const error = await renderErrorOf({
    'kustomization.yaml': 'resources: [gone.yaml, bad.yaml, /abs]\n',
    'bad.yaml': 'kind: ConfigMap\n---\napiVersion: v1\nmetadata: { name: x }\n',
  })

  expect(error.problems.map(({ file, line }) => `${file}:${line}`)).toEqual([
    'kustomization.yaml:1',
    'bad.yaml:1',
    'bad.yaml:3',
    'kustomization.yaml:1',
  ])
})

test.each([
  [
    'two kustomization files',
    { 'kustomization.yaml': 'resources: []\n', Kustomization: 'resources: []\n' },
    'Found multiple kustomization files',
  ],
  [
    'an object twice',
    { 'kustomization.yaml': 'resources: [a.yaml, b.yaml]\n', 'a.yaml': configMap, 'b.yaml': configMap },
    'already registered id: ConfigMap.v1.[noGrp]/a.[noNs]',
  ],
  [
    'two objects in one namespace',
    {
      'kustomization.yaml': 'resources: [a.yaml]\nnamespace: x\n',
      'a.yaml': `${configMap}---\n${configMap.replace('name: a', 'name: a, namespace: other')}`,
    },
    'ID conflict',
  ],
  [
    'a patch for nothing',
    { 'kustomization.yaml': `resources: []\npatches: [{ patch: ${JSON.stringify(configMap)} }]\n` },
    'no matches for Id ConfigMap.v1.[noGrp]/a.[noNs]',
  ],
  [
    'a JSON patch without target',
    { 'kustomization.yaml': 'resources: []\npatches: [{ patch: "- {op: add, path: /a}" }]\n' },
    'must specify a target',
  ],
  [
    'a patch without content',
    { 'kustomization.yaml': 'resources: []\npatches: [{ target: {} }]\n' },
    'must specify one of patch and path',
  ],
  [
    'a patch that is none',
    { 'kustomization.yaml': 'resources: []\npatches: [{ patch: "just text" }]\n' },
    'unable to parse SM or JSON patch',
  ],
  [
    'a pattern that is none',
    {
      'kustomization.yaml':
        'resources: [a.yaml]\npatches: [{ target: { name: "(" }, patch: "- {op: add, path: /a}" }]\n',
      'a.yaml': configMap,
    },
    'patches[0].target.name: error parsing regexp: "(" is no valid regular expression',
  ],
  [
    'replicas of nothing',
    { 'kustomization.yaml': 'resources: []\nreplicas: [{ name: web, count: 2 }]\n' },
    'resource with name web does not match',
  ],
  [
    'a repeated key',
    { 'kustomization.yaml': 'configMapGenerator: [{ name: a, literals: [k=1, k=2] }]\n' },
    'illegally repeats the key `k`',
  ],
  [
    'a literal without value',
    { 'kustomization.yaml': 'secretGenerator: [{ name: a, literals: [secret-text] }]\n' },
    'invalid literal source, expected key=value',
  ],
  [
    'a merge into nothing',
    { 'kustomization.yaml': 'configMapGenerator: [{ name: a, behavior: merge }]\n' },
    'does not exist; cannot merge or replace',
  ],
  [
    'a generator without a name',
    { 'kustomization.yaml': 'configMapGenerator: [{ literals: [a=b] }]\n' },
    'must have a name',
  ],
  [
    'annotations of kustomize itself that do not fit together',
    {
      'kustomization.yaml': 'resources: [a.yaml]\n',
      'a.yaml': configMap.replace(
        'name: a',
        'name: a, annotations: { internal.config.kubernetes.io/previousNames: "x,y" }',
      ),
    },
    'number of previous names',
  ],
  [
    'a line of an env file that is longer than kustomize reads',
    {
      'kustomization.yaml': 'configMapGenerator: [{ name: a, envs: [a.env] }]\n',
      'a.env': `a=1\nb=${'x'.repeat(65_536)}\n`,
    },
    'line 2 of the file is longer',
  ],
  [
    'a generator file that is missing',
    { 'kustomization.yaml': 'configMapGenerator: [{ name: a, files: [k=gone] }]\n' },
    "loading KV pairs: file sources: [k=gone]: evalsymlink failure on '/gone'",
  ],
])('%s is an error', async (_, files, message) => {
  const error = await renderErrorOf(files)

  expect(error.message).toContain(message)
  expect(error.message).not.toContain('secret-text')
})

test('generated objects can be merged and replaced by layers above, and keep their place', async () => {
  const files = {
    'kustomization.yaml':
      'resources: [base]\nnamePrefix: x-\nconfigMapGenerator:\n- { name: a, behavior: merge, literals: [two=2] }\n- { name: b, behavior: replace, literals: [new=1] }\n',
    'base/kustomization.yaml':
      'configMapGenerator:\n- { name: a, literals: [one=1, two=1] }\n- { name: b, literals: [old=1] }\n',
  }

  const { manifests } = await renderFiles(files)

  expect(
    manifests.map(({ manifest }) => [manifest.metadata.name?.replace(/-[^-]*$/, ''), manifest.data]),
  ).toEqual([
    ['x-a', { one: '1', two: '2' }],
    ['x-b', { new: '1' }],
  ])
})

test('long values of Secrets are broken into lines, which the hash covers', async () => {
  const text = 'x'.repeat(60)
  const { manifests } = await renderFiles({
    'kustomization.yaml': `secretGenerator: [{ name: s, literals: [k=${text}, short=1] }]\n`,
  })

  expect(manifests[0]?.manifest.data).toEqual({
    k: `${btoa(text).slice(0, 70)}\n${btoa(text).slice(70)}\n`,
    short: 'MQ==',
  })
})

test('what a patch deletes is gone, and objects kept local are left out', async () => {
  const files = {
    'kustomization.yaml': `resources: [a.yaml]\npatches:\n- patch: |-\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: { name: a }\n    $patch: delete\n`,
    'a.yaml': `${configMap}---\n${configMap.replace('name: a', 'name: b, annotations: { config.kubernetes.io/local-config: "true" }')}---\n${configMap.replace('name: a', 'name: c')}`,
  }

  expect(await namesOf(files)).toEqual(['ConfigMap c'])
})

test('a label that one step set in several places follows when it is changed in one', async () => {
  const files = {
    'kustomization.yaml': 'resources: [base]\nlabels: [{ pairs: { app: new } }]\n',
    'base/kustomization.yaml': 'resources: [d.yaml]\ncommonLabels: { app: old }\n',
    'base/d.yaml':
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: d }\nspec: { template: { spec: {} } }\n',
  }

  const { manifests } = await renderFiles(files)

  expect(manifests[0]?.manifest.spec).toEqual({
    selector: { matchLabels: { app: 'new' } },
    template: { metadata: { labels: { app: 'new' } }, spec: {} },
  })
})

test('a name that two bases share is followed within each', async () => {
  const base = {
    'base/kustomization.yaml':
      'resources: [d.yaml]\nconfigMapGenerator: [{ name: settings, literals: [a=b] }]\n',
    'base/d.yaml':
      'apiVersion: v1\nkind: Pod\nmetadata: { name: d }\nspec: { volumes: [{ name: v, configMap: { name: settings } }] }\n',
    'one/kustomization.yaml': 'resources: [../base]\nnamePrefix: one-\n',
    'two/kustomization.yaml': 'resources: [../base]\nnamePrefix: two-\n',
    'kustomization.yaml': 'resources: [one, two]\n',
  }

  const { manifests } = await renderFiles(base)
  const pods = manifests.filter(({ manifest }) => manifest.kind === 'Pod')
  const text = pods.map(({ manifest }) => JSON.stringify(manifest))

  expect(text[0]).toContain('"configMap":{"name":"one-settings-')
  expect(text[1]).toContain('"configMap":{"name":"two-settings-')
})

test('two objects that end up with one id are an error, whatever gave it to them', async () => {
  const rename = `replacements:
- source: { kind: ConfigMap, name: a }
  targets: [{ select: { kind: ConfigMap, name: b } }]
`
  const error = await renderErrorOf({
    'kustomization.yaml': `resources: [a.yaml, b.yaml]\n${rename}`,
    'a.yaml': configMap,
    'b.yaml': configMap.replace('name: a', 'name: b'),
  })

  expect(error.message).toContain(
    'may not add resource with an already registered id: ConfigMap.v1.[noGrp]/a',
  )
  expect(error.subject).toMatchObject({ file: 'b.yaml', line: 1 })
})

test('targets that mean nothing cost little, however many objects they are asked of', async () => {
  const objects = Array.from({ length: 1_000 }, (_, at) => configMap.replace('name: a', `name: a${at}`))
  const patch = '{ target: { kind: Secret, name: "s.*" }, patch: "- {op: remove, path: /data}" }'
  const patches = Array.from({ length: 400 }, () => `- ${patch}\n`)
  const files = {
    'kustomization.yaml': `resources: [all.yaml]\npatches:\n${patches.join('')}`,
    'all.yaml': objects.join('---\n'),
  }

  expect(await namesOf(files)).toHaveLength(1_000)
})
