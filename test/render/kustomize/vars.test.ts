import { expect, test } from 'vitest'
import { readField } from '../../../src/render/kustomize/read-field.ts'
import { type Files, renderErrorOf, renderFiles } from '../../support/render-files.ts'

const service =
  'apiVersion: v1\nkind: Service\nmetadata: { name: api }\nspec: { ports: [{ port: 8080, protocol: TCP }] }\n'
const pod = (args: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: p }\nspec: { containers: [{ name: c, args: ${args} }] }\n`
const objref = 'objref: { apiVersion: v1, kind: Service, name: api }'

async function argsOf(files: Files): Promise<unknown> {
  const { manifests } = await renderFiles(files)
  const found = manifests.find(({ manifest }) => manifest.kind === 'Pod')?.manifest
  return readField(found ?? null, ['spec', 'containers', '0', 'args'])
}

test('a var gives the final value of a field, also to other layers, and keeps its type where it stands alone', async () => {
  const files = {
    'kustomization.yaml': 'resources: [base, p.yaml]\nnamePrefix: x-\n',
    'base/kustomization.yaml': `resources: [s.yaml]\nvars:\n- { name: HOST, ${objref} }\n- { name: PORT, ${objref}, fieldref: { fieldPath: "spec.ports[0].port" } }\n`,
    'base/s.yaml': service,
    'p.yaml': pod('["$(HOST):$(PORT)", $(PORT), $(OTHER)]'),
  }

  expect(await argsOf(files)).toEqual(['x-api:8080', 8080, '$(OTHER)'])
})

test('vars that stand nowhere, and those that name a map, are told; deprecated fields as well', async () => {
  const { warnings } = await renderFiles({
    'kustomization.yaml': `resources: [s.yaml]\nvars: [{ name: B, ${objref} }, { name: A, ${objref}, fieldref: { fieldPath: spec } }]\n`,
    's.yaml': service,
  })

  expect(warnings).toEqual([
    expect.stringContaining("# Warning: 'vars' is deprecated"),
    "var '{A Service.v1.[noGrp] {spec}}' names a map or a list, which is put nowhere; $(A) stays",
    'well-defined vars that were never replaced: A,B',
  ])
})

test.each([
  [
    'of an object that is nowhere',
    { 'kustomization.yaml': `resources: []\nvars: [{ name: A, ${objref} }]\n` },
    "var '{A Service.v1.[noGrp] {metadata.name}}' cannot be mapped to a field in the set of known resources",
  ],
  [
    'of a field that is not there',
    {
      'kustomization.yaml': `resources: [s.yaml]\nvars: [{ name: A, ${objref}, fieldref: { fieldPath: spec.none } }]\n`,
      's.yaml': service,
    },
    'not found in corresponding resource',
  ],
  [
    'that two layers name alike',
    {
      'kustomization.yaml': `resources: [a, s.yaml]\nvars: [{ name: A, ${objref} }]\n`,
      'a/kustomization.yaml': `resources: []\nvars: [{ name: A, ${objref} }]\n`,
      's.yaml': service,
    },
    "merging vars: var 'A' already encountered",
  ],
  [
    'that two objects could give',
    {
      'kustomization.yaml': `resources: [s.yaml]\nvars: [{ name: A, ${objref} }]\n`,
      's.yaml': ['x', 'y'].map((ns) => service.replace('api }', `api, namespace: ${ns} }`)).join('---\n'),
    },
    'found 2 resId matches for var {A Service.v1.[noGrp] {metadata.name}} (unable to disambiguate)',
  ],
  [
    'in a list of more than texts',
    {
      'kustomization.yaml': `resources: [s.yaml, p.yaml]\nvars: [{ name: A, ${objref} }]\n`,
      's.yaml': service,
      'p.yaml': pod('[5]'),
    },
    "considering field 'spec/containers/args' of object Pod.v1.[noGrp]/p.[noNs]: invalid value type expect a string",
  ],
])('a var %s is an error', async (_, files, message) => {
  expect((await renderErrorOf(files)).message).toContain(message)
})

test('texts that vars make longer than the cap end the render', async () => {
  const files = {
    'kustomization.yaml': `resources: [s.yaml, p.yaml]\nvars: [{ name: A, ${objref}, fieldref: { fieldPath: metadata.labels.big } }]\n`,
    's.yaml': service.replace('api }', `api, labels: { big: ${'x'.repeat(1000)} } }`),
    'p.yaml': pod(JSON.stringify(['$(A)$(A)'.repeat(20)])),
  }

  await expect(renderFiles(files, {}, { output: 30_000 })).rejects.toMatchObject({ code: 'too-large' })
})
