import { expect, test } from 'vitest'
import { getOwn } from '../../../src/kube/json.ts'
import { renderErrorOf, renderFiles } from '../../support/render-files.ts'

const map = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: {}\n`

function patching(objects: number, operations: readonly object[], patches = 1) {
  const names = Array.from({ length: objects }, (_, index) => map(`a${index}`))
  const one = { target: { kind: 'ConfigMap' }, patch: JSON.stringify(operations) }
  return {
    'kustomization.yaml': JSON.stringify({
      resources: ['a.yaml'],
      patches: Array.from({ length: patches }, () => one),
    }),
    'a.yaml': names.join('---\n'),
  }
}

const write = [{ op: 'add', path: '/data/a', value: 'x'.repeat(1000) }]

test('patches that write over one another count what they write, far beyond what may come out', async () => {
  await expect(renderFiles(patching(3, write, 5), {}, { output: 5_000 })).resolves.toBeDefined()
  await expect(renderFiles(patching(9, write, 9), {}, { output: 5_000 })).rejects.toMatchObject({
    code: 'too-large',
  })
})

test('a patch that copies an object into itself ends at the cap', async () => {
  const double = [{ op: 'copy', from: '/data', path: '/data/a' }]
  const doubling = [
    { op: 'add', path: '/data/b', value: {} },
    { op: 'copy', from: '/data', path: '/data/b/c' },
  ]

  expect((await renderErrorOf(patching(1, [...double, ...Array(40).fill(doubling).flat()], 40))).code).toBe(
    'too-large',
  )
})

test.for([
  [
    'moves',
    200,
    [
      { op: 'move', from: '/data', path: '/b' },
      { op: 'add', path: '/data', value: {} },
      { op: 'move', from: '/b', path: '/data/a' },
    ],
  ],
  ['long paths', 1, [{ op: 'add', path: '/a'.repeat(1001), value: 1 }]],
] as const)('%s cannot nest an object without end', async ([, times, operations]) => {
  const error = await renderErrorOf(patching(1, Array(times).fill(operations).flat(), 10))

  expect(error).toMatchObject({ code: 'too-large', subject: { file: 'kustomization.yaml' } })
})

test('fields without a value are cleared in one walk, however many there are', async () => {
  const fields = Array.from({ length: 20_000 }, (_, index) => `  k${index}:\n`).join('')
  const files = {
    'kustomization.yaml': 'resources: [a.yaml]\npatches: [{ path: p.yaml }]\n',
    'a.yaml': map('a').replace('data: {}\n', `data:\n${fields}  b: old\n`),
    'p.yaml': map('a').replace('{}', '{ b: new }'),
  }
  const { manifests } = await renderFiles(files)

  expect(manifests[0]?.manifest).toMatchObject({ data: { b: 'new' } })
  expect(Object.keys(getOwn(manifests[0]?.manifest ?? {}, 'data') ?? {})).toEqual(['b'])
})

function containersOf(count: number, container: (at: number) => string): string {
  const containers = Array.from({ length: count }, (_, at) => container(at)).join(', ')
  return `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { containers: [${containers}] }\n`
}

test('lists whose elements cannot be told apart are refused when they are too long to compare them', async () => {
  const pod = containersOf(10_000, () => '{ image: a }')
  const files = {
    'kustomization.yaml': 'resources: [a.yaml]\npatches: [{ path: p.yaml }]\n',
    'a.yaml': pod.replace('{ image: a }', '{ name: b }'),
    'p.yaml': pod.replace('{ image: a }', '{ name: b }'),
  }

  expect((await renderErrorOf(files)).message).toMatch(/more than 1000 elements/)
})

test('lists of any length are merged by their keys', async () => {
  const files = {
    'kustomization.yaml': 'resources: [a.yaml]\npatches: [{ path: p.yaml }]\n',
    'a.yaml': containersOf(4_000, (at) => `{ name: c${at} }`),
    'p.yaml': containersOf(4_000, (at) => `{ name: c${at}, image: i${at} }`),
  }
  const { manifests } = await renderFiles(files, {}, { changes: 2_000 })

  expect(manifests[0]?.manifest).toMatchObject({
    spec: { containers: Array.from({ length: 4_000 }, (_, at) => ({ name: `c${at}`, image: `i${at}` })) },
  })
})

test('merge patches on a large object count for what merging it costs', async () => {
  const keys = Array.from({ length: 1_000 }, (_, index) => `k${index}: v`).join(', ')
  const patch = map('a').replace('{}', '{ x: y }')
  const files = {
    'kustomization.yaml': JSON.stringify({
      resources: ['a.yaml'],
      patches: Array.from({ length: 100 }, () => ({ patch })),
    }),
    'a.yaml': map('a').replace('{}', `{ ${keys} }`),
  }

  await expect(renderFiles(files, {}, { changes: 3_000 })).resolves.toBeDefined()
  await expect(renderFiles(files, {}, { changes: 1_000 })).rejects.toMatchObject({ code: 'too-large' })
})

test('labels that are added one by one to a map of hundreds count for what writing the map anew costs', async () => {
  const labels = Array.from({ length: 700 }, (_, index) => ({ pairs: { [`k${index}`]: 'v' } }))
  const files = {
    'kustomization.yaml': JSON.stringify({ resources: ['a.yaml'], labels }),
    'a.yaml': map('a'),
  }

  await expect(renderFiles(files, {}, { changes: 20_000 })).resolves.toBeDefined()
  await expect(renderFiles(files, {}, { changes: 1_000 })).rejects.toMatchObject({ code: 'too-large' })
})

test('operations that copy a large map anew, or move a long list, count for what that costs', async () => {
  const value = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`k${index}`, 'v']))
  const copying = Array.from({ length: 300 }, (_, index) => [
    { op: 'copy', from: '/data', path: '/x' },
    { op: 'replace', path: '/data/k1', value: `v${index}` },
  ]).flat()
  const list = Array.from({ length: 20_000 }, () => 1)
  const moving = Array.from({ length: 300 }, () => ({ op: 'add', path: '/x/0', value: 1 }))

  for (const operations of [
    [{ op: 'add', path: '/data', value }, ...copying],
    [{ op: 'add', path: '/x', value: list }, ...moving],
  ]) {
    await expect(renderFiles(patching(1, operations), {}, { changes: 20_000 })).resolves.toBeDefined()
    await expect(renderFiles(patching(1, operations), {}, { changes: 2_000 })).rejects.toMatchObject({
      code: 'too-large',
    })
  }
})

test.each([
  ['keys', 'v'],
  ['numbers that are written unusually', '0x10'],
])('replacements into an object with many %s count for what writing it anew costs', async (_, value) => {
  const fields = Array.from({ length: 2_000 }, (__, at) => `k${at}: ${value}${at}`).join(', ')
  const replacements = Array.from({ length: 200 }, (__, at) => ({
    source: { kind: 'ConfigMap', fieldPath: 'data.k0' },
    targets: [{ select: { kind: 'ConfigMap' }, fieldPaths: [`data.k${at}`] }],
  }))
  const files = {
    'kustomization.yaml': JSON.stringify({ resources: ['a.yaml'], replacements }),
    'a.yaml': map('a').replace('{}', `{ ${fields} }`),
  }

  await expect(renderFiles(files, {}, { changes: 30_000 })).resolves.toBeDefined()
  await expect(renderFiles(files, {}, { changes: 1_000 })).rejects.toMatchObject({ code: 'too-large' })
})

test('replacements that look through a long list count for that, also where they change nothing', async () => {
  const list = Array.from({ length: 2_000 }, (_, at) => `{ name: n${at}, v: same }`).join(', ')
  const replacements = Array.from({ length: 100 }, (_, at) => ({
    sourceValue: 'same',
    targets: [{ select: { kind: 'ConfigMap' }, fieldPaths: [`list.[name=n${at}].v`] }],
  }))
  const files = {
    'kustomization.yaml': JSON.stringify({ resources: ['a.yaml'], replacements }),
    'a.yaml': `${map('a')}list: [${list}]\n`,
  }

  await expect(renderFiles(files, {}, { changes: 10_000 })).resolves.toBeDefined()
  await expect(renderFiles(files, {}, { changes: 1_000 })).rejects.toMatchObject({ code: 'too-large' })
})
