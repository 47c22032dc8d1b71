import { expect, test } from 'vitest'
import { memoryTree } from '../../../src/git/memory-tree.ts'
import { buildKustomization } from '../../../src/render/kustomize/build.ts'
import { SourceFiles } from '../../../src/render/kustomize/source-files.ts'
import { RenderBudget } from '../../../src/render/render-budget.ts'

async function build(kustomization: string, object: string): Promise<unknown> {
  const files = { 'kustomization.yaml': kustomization, 'a.yaml': object }
  const { resources } = await buildKustomization('', new SourceFiles(memoryTree(files), new RenderBudget()))
  return resources[0]?.object
}

function patched(data: string, patch: string, before = ''): Promise<unknown> {
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n'
  const text = `${head}data: ${patch}\n`.replaceAll('\n', '\n    ')
  return build(
    `resources: [a.yaml]\npatches:\n${before}- patch: |\n    ${text}\n`,
    `${head}data:\n  ${data.replaceAll('\n', '\n  ')}\n`,
  )
}

test.for([
  ['a number', 'a: "8080"', '{ a: 9090 }', '9090'],
  ['a number as it is written', 'a: "1.10"', '{ a: 1.20 }', '1.20'],
  ['a boolean', "a: 'false'", '{ a: TRUE }', 'TRUE'],
  ['a date', 'a: "x"', '{ a: 2020-01-01 }', '2020-01-01'],
  ['a number in the place of a block', 'a: |\n  x', '{ a: 5 }', '5'],
  ['a number in the place of nothing', 'a: ""', '{ a: 5 }', '5'],
  ['a number in the place of a word in quotes', 'a: "old"', '{ a: 0x10 }', '0x10'],
] as const)(
  '%s becomes text where a patch puts it in the place of a text in quotes',
  async ([, data, patch, a]) => {
    expect(await patched(data, patch)).toMatchObject({ data: { a } })
  },
)

test.for([
  ['a word without quotes', 'a: old', '{ a: 5 }', 5],
  ['a number', 'a: 1', '{ a: 5 }', 5],
  ['a map that is replaced', 'a: "1"', '{ $patch: replace, a: 5 }', 5],
] as const)('a number stays one in the place of %s', async ([, data, patch, a]) => {
  expect(await patched(data, patch)).toMatchObject({ data: { a } })
})

test('quotes stay for the next patch, and what a JSON patch wrote has those that it needs', async () => {
  const first =
    '- patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { a: new, b: new } }"\n'
  const json =
    '- { target: { kind: ConfigMap }, patch: \'[{"op": "replace", "path": "/data/b", "value": "7"}]\' }\n'

  expect(await patched('a: "old"\nb: old', '{ a: 5 }', first)).toMatchObject({ data: { a: '5' } })
  expect(await patched('a: "old"\nb: old', '{ a: 5, b: 8 }', json)).toMatchObject({ data: { a: 5, b: '8' } })
})

test('a label and an environment variable keep their quotes', async () => {
  const container = (value: string) =>
    `[{ name: c, env: [{ name: PORT, value: ${value} }], args: [${value}] }]`
  const workload = (version: string, value: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: a, labels: { version: ${version} } }\nspec: { template: { spec: { containers: ${container(value)} } } }\n`
  const patch = workload('1.20', '9090').replaceAll('\n', '\n    ')

  expect(
    await build(`resources: [a.yaml]\npatches:\n- patch: |\n    ${patch}\n`, workload('"1.10"', '"8080"')),
  ).toMatchObject({
    metadata: { labels: { version: '1.20' } },
    spec: { template: { spec: { containers: [{ env: [{ value: '9090' }], args: [9090] }] } } },
  })
})

test('a strategic merge clears fields that stand without a value, but no null that is written', async () => {
  expect(await patched('a:\nb: null\nc: x', '{ d: "1" }')).toMatchObject({
    data: { b: null, c: 'x', d: '1' },
  })
  expect(await patched('a:\nb: null', '{ d: "1" }')).not.toHaveProperty('data.a')
})
