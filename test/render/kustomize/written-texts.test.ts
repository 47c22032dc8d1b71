import { expect, test } from 'vitest'
import { memoryTree } from '../../../src/git/memory-tree.ts'
import { buildKustomization } from '../../../src/render/kustomize/build.ts'
import { SourceFiles } from '../../../src/render/kustomize/source-files.ts'
import { mergeTexts, noTexts, type WrittenTexts } from '../../../src/render/kustomize/written-texts.ts'
import { RenderBudget } from '../../../src/render/render-budget.ts'

const object = `apiVersion: v1
kind: ConfigMap
metadata: { name: a, labels: { release: 1.20 } }
data: { version: 1.10, hex: 0x10, flag: TRUE, day: 2020-01-01, out: x, number: 5 }
`

async function out(kustomization: string, objects = object): Promise<unknown> {
  const files = { 'kustomization.yaml': `resources: [a.yaml]\n${kustomization}`, 'a.yaml': objects }
  const { resources } = await buildKustomization('', new SourceFiles(memoryTree(files), new RenderBudget()))
  return resources[0]?.object
}

function copying(from: string, ...to: readonly string[]): string {
  return `- source: { kind: ConfigMap, fieldPath: ${from} }
  targets: [{ select: { kind: ConfigMap }, fieldPaths: [${to.join()}], options: { create: true } }]
`
}

test.for([
  ['version', '1.10'],
  ['hex', '0x10'],
  ['flag', 'TRUE'],
  ['day', '2020-01-01'],
])('a replacement copies the %s as it is written, %s', async ([field, text]) => {
  expect(await out(`replacements:\n${copying(`data.${field}`, 'data.out')}`)).toMatchObject({
    data: { out: text },
  })
})

test('what was copied into a number is copied on as it was written', async () => {
  const chain = copying('data.hex', 'data.number') + copying('data.number', 'data.out')

  expect(await out(`replacements:\n${chain}`)).toMatchObject({ data: { number: 16, out: '0x10' } })
})

test('an annotation that is made of a text stays this text', async () => {
  const made = copying('data.version', 'metadata.annotations.v', 'metadata.labels.v')

  expect(await out(`replacements:\n${made}`)).toMatchObject({
    metadata: { annotations: { v: '1.10' }, labels: { v: 1.1 } },
  })
})

test.for([
  ['leaves the text where it says nothing', 'other: 1', '1.10'],
  ['brings its own text', 'version: 2.30', '2.30'],
  ['brings a text that is the value', 'version: 1.1', '1.1'],
] as const)('a strategic merge patch %s', async ([, data, text]) => {
  const patch = `{ apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { ${data} } }`
  const fields = `patches: [{ patch: "${patch}" }]\nreplacements:\n${copying('data.version', 'data.out')}`

  expect(await out(fields)).toMatchObject({ data: { out: text } })
})

test('a JSON patch leaves values alone', async () => {
  const patch = '[{"op": "add", "path": "/data/x", "value": 1}]'
  const fields = `patches: [{ target: { kind: ConfigMap }, patch: '${patch}' }]\nreplacements:\n${copying('data.version', 'data.out')}`

  expect(await out(fields)).toMatchObject({ data: { out: '1.1' } })
})

test.for([['1.20'], ['1.2', 'untouched']])('a label selector asks for %s', async ([release, untouched]) => {
  const patch = '[{"op": "replace", "path": "/data/out", "value": "patched"}]'
  const fields = `patches: [{ target: { labelSelector: "release=${release}" }, patch: '${patch}' }]\n`

  expect(await out(fields)).toMatchObject({ data: { out: untouched === undefined ? 'patched' : 'x' } })
})

test('an item of a list keeps its text when a patch moves it', async () => {
  const objects = `apiVersion: apps/v1
kind: Deployment
metadata: { name: a, annotations: { out: x } }
spec: { template: { spec: { containers: [{ name: a, workingDir: 1.20 }, { name: b }] } } }
`
  const patch =
    '{ apiVersion: apps/v1, kind: Deployment, metadata: { name: a }, spec: { template: { spec: { containers: [{ name: b, image: x }] } } } }'
  const fields = `patches: [{ patch: "${patch}" }]
replacements:
- source: { kind: Deployment, fieldPath: "spec.template.spec.containers.[name=a].workingDir" }
  targets: [{ select: { kind: Deployment }, fieldPaths: [metadata.annotations.out] }]
`
  expect(await out(fields, objects)).toMatchObject({ metadata: { annotations: { out: '1.20' } } })
})

test('labels and annotations of a patch with a target are copied as they are written', async () => {
  const texts = '{ a: 1.20, b: Null, c: TRUE, d: ~ }'
  const patch = `{ apiVersion: v1, kind: ConfigMap, metadata: { name: x, labels: ${texts}, annotations: ${texts} } }`
  const expected = { a: '1.20', b: 'Null', c: 'TRUE', d: '~' }

  expect(await out(`patches: [{ target: { kind: ConfigMap }, patch: "${patch}" }]\n`)).toMatchObject({
    metadata: { labels: expected, annotations: expected },
  })
})

test('a generator that merges makes text of what is there, as it is written', async () => {
  const objects = `apiVersion: v1
kind: ConfigMap
metadata: { name: a, labels: { l: 1.20, n: null } }
data: { version: 1.10, flag: FALSE, none: ~ }
`
  const fields = 'configMapGenerator: [{ name: a, behavior: merge, literals: [new=1] }]\n'

  expect(await out(fields, objects)).toMatchObject({
    metadata: { labels: { l: '1.20', n: 'null' } },
    data: { version: '1.10', flag: 'FALSE', none: '', new: '1' },
  })
})

test('a merge patch looks once at each item of a long list, however many texts stand there', () => {
  const count = 2_000
  let looks = 0
  const items = Array.from({ length: count }, (_, at) =>
    Object.defineProperty({ name: '', b: 1 }, 'name', {
      enumerable: true,
      get: () => {
        looks += 1
        return `n${at}`
      },
    }),
  )
  const text = (at: number, field: string) => ({
    steps: ['list', `[name=n${at}]`, field],
    text: '0x1',
    value: 1,
  })
  const texts: WrittenTexts = new Map(
    items.flatMap((_, at) => [text(at, 'a'), text(at, 'b')]).map((one, at) => [String(at), one]),
  )

  const merged = mergeTexts(texts, noTexts, { list: items })
  expect([...merged.values()].map(({ steps }) => steps[2])).toEqual(Array(count).fill('a'))
  expect(looks).toBeLessThanOrEqual(4 * count)
})

test.for([
  ['TRUE', 'TRUE', true],
  ['TRUE', 'true', false],
  ['0x10', '0x10', true],
  ['0x10', '16', false],
  ['1.0', '1.0', true],
  ['~', '~', true],
  ['~', 'null', false],
] as const)('%s in a file is found by the pattern %s: %s', async ([written, pattern, isFound]) => {
  const objects = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nlist: [{ v: ${written}, out: old }]\n`
  const replacement = `- sourceValue: new
  targets: [{ select: { kind: ConfigMap }, fieldPaths: ["list.[v=${pattern}].out"] }]
`
  const made = out(`replacements:\n${replacement}`, objects)

  if (isFound) expect(await made).toMatchObject({ list: [{ out: 'new' }] })
  else await expect(made).rejects.toThrow('unable to find field')
})
