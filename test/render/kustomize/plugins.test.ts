import { expect, test } from 'vitest'
import { type Files, renderErrorOf, renderFiles } from '../../support/render-files.ts'

const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ports: [{ port: 80 }] }\n'

function withPlugin(field: string, kind: string, config: string): Files {
  const plugin = `apiVersion: builtin\nkind: ${kind}\nmetadata: { name: plugin }\n${config}\n`
  return {
    'kustomization.yaml': `resources: [service.yaml]\n${field}: [plugin.yaml]\n`,
    'service.yaml': service,
    'plugin.yaml': plugin,
  }
}

async function objectsOf(files: Files): Promise<readonly unknown[]> {
  const { manifests } = await renderFiles(files)
  return manifests.map(({ manifest }) => manifest)
}

test.each([
  ['PrefixTransformer', 'prefix: 5\nfieldSpecs: [{ path: metadata/name }]', { metadata: { name: '5web' } }],
  [
    'LabelTransformer',
    'labels: { a: true }\nfieldSpecs: [{ path: spec/selector, create: true }]',
    { spec: { selector: { a: 'true' } } },
  ],
  [
    'PatchTransformer',
    'patch: "- {op: add, path: /spec/type, value: NodePort}"\ntarget: { kind: Service }\nunknown: 1',
    { spec: { type: 'NodePort' } },
  ],
  ['ValueAddTransformer', 'value: shop\ntargets: [{ fieldPath: spec/path }]', { spec: { path: 'shop' } }],
])('%s does with its own config what the field of a kustomization does', async (kind, config, expected) => {
  expect(await objectsOf(withPlugin('transformers', kind, config))).toMatchObject([expected])
})

test('IAMPolicyGenerator makes an annotated ServiceAccount', async () => {
  const config =
    'cloud: gke\nkubernetesService: { name: robot }\nserviceAccount: { name: account, projectId: project }'
  const email = 'account@project.iam.gserviceaccount.com'

  expect(await objectsOf(withPlugin('generators', 'IAMPolicyGenerator', config))).toContainEqual(
    expect.objectContaining({
      kind: 'ServiceAccount',
      metadata: { name: 'robot', annotations: { 'iam.gke.io/gcp-service-account': email } },
    }),
  )
})

test.each([
  [
    'transformers',
    'PrefixTransformer',
    'prefix: x',
    'fails configuration: fieldSpecs is not expected to be nil',
  ],
  ['transformers', 'SortOrderTransformer', '', 'unable to load builtin SortOrderTransformer.builtin.[noGrp]'],
  ['transformers', 'ConfigMapGenerator', 'literals: [a=b]', 'not a transformer'],
  [
    'validators',
    'PrefixTransformer',
    'prefix: x-\nfieldSpecs: [{ path: metadata/name }]',
    "validator shouldn't modify the resource map",
  ],
])('%s with %s and "%s" are refused', async (field, kind, config, message) => {
  const error = await renderErrorOf(withPlugin(field, kind, config))

  expect(error.message).toContain(message)
})

test('what a plugin knows nothing of is passed over, which is told with file and field', async () => {
  const config = 'labels: { a: b }\nfeildSpecs: []\nfieldSpecs: [{ path: a, crate: true }]'
  const { warnings } = await renderFiles(withPlugin('transformers', 'LabelTransformer', config))

  expect(warnings).toEqual([
    'plugin.yaml:1: feildSpecs: unknown field "feildSpecs", which does nothing',
    'plugin.yaml:1: fieldSpecs[0].crate: unknown field "crate", which does nothing',
  ])
})

test.each([
  ['transformers', 'NamespaceTransformer', 'setRoleBindingSubjects: all', 'setRoleBindingSubjects'],
  ['transformers', 'PrefixTransformer', 'prefix: x', 'fieldSpecs'],
  ['transformers', 'ValueAddTransformer', 'value: x', 'targets'],
  ['transformers', 'ReplicaCountTransformer', 'replica: { name: a, count: many }', 'replica.count'],
  ['transformers', 'PatchTransformer', 'path: gone.yaml', 'path'],
  ['transformers', 'AnnotationsTransformer', 'annotations: { a: [] }', 'annotations.a'],
  ['generators', 'IAMPolicyGenerator', 'cloud: aws', 'cloud'],
  ['generators', 'SecretGenerator', 'files: [gone]', 'files[0]'],
  ['generators', 'HelmChartInflationGenerator', 'name: nginx', 'kind'],
])('in %s what is wrong with a %s is told by file and field: %s', async (field, kind, config, where) => {
  const error = await renderErrorOf(withPlugin(field, kind, config))

  expect(error.problems[0]).toMatchObject({ file: 'plugin.yaml', field: where })
})

test('functions and plugins from outside are refused by name', async () => {
  const files = {
    ...withPlugin('transformers', '', ''),
    'plugin.yaml': 'apiVersion: x/v1\nkind: Mine\nmetadata: { name: a }\n',
  }
  const error = await renderErrorOf(files)

  expect(error.code).toBe('unsupported')
  expect(error.message).toContain(
    "plugin.yaml:1: apiVersion: external plugins disabled; unable to load external plugin 'Mine'",
  )
})
