import { expect, test } from 'vitest'
import { readManifests, toManifest } from '../../src/kube/manifest-reader.ts'
import { parseYaml } from '../../src/kube/yaml.ts'

function read(text: string): ReturnType<typeof readManifests> {
  const parts = parseYaml(text).map((document) => readManifests(document, 'x.yaml'))
  return {
    manifests: parts.flatMap((part) => part.manifests),
    problems: parts.flatMap((part) => part.problems),
  }
}

test('documents become manifests that know their line', () => {
  const { manifests, problems } = read(`
apiVersion: v1
kind: ConfigMap
metadata: {name: a, namespace: shop}
---
apiVersion: batch/v1
kind: Job
metadata: {generateName: migrate-}
`)

  expect(problems).toEqual([])
  expect(manifests.map(({ manifest, origin }) => [manifest.kind, origin])).toEqual([
    ['ConfigMap', { path: 'x.yaml', line: 2 }],
    ['Job', { path: 'x.yaml', line: 6 }],
  ])
})

test('lists of objects are taken apart, lists in lists too', () => {
  const { manifests, problems } = read(`
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}}
- apiVersion: v1
  kind: ConfigMapList
  items:
  - {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}
- {apiVersion: v1, kind: SecretList, items: null}
- {apiVersion: v1, kind: ConfigMap, metadata: {name: ..}}
---
{apiVersion: example.org/v1, kind: WaitingList, metadata: {name: c}, spec: {items: []}}
`)

  expect(manifests.map(({ manifest, origin }) => [manifest.metadata.name, origin.line])).toEqual([
    ['a', 5],
    ['b', 9],
    ['c', 13],
  ])
  expect(problems).toMatchObject([{ code: 'illegal', path: ['items', 3, 'metadata', 'name'], line: 11 }])
})

test('nulls in the identifying metadata are dropped, null labels are empty', () => {
  const { manifests } = read(
    '{apiVersion: v1, kind: A, metadata: {name: a, namespace: , annotations: , labels: {x: , y: z}, creationTimestamp: null}}',
  )

  expect(manifests[0]?.manifest.metadata).toEqual({
    name: 'a',
    labels: { x: '', y: 'z' },
    creationTimestamp: null,
  })
})

test.each([
  ['- a', 'not-an-object', []],
  ['{kind: A, metadata: {name: a}}', 'missing', ['apiVersion']],
  ['{apiVersion: 1, kind: A, metadata: {name: a}}', 'wrong-type', ['apiVersion']],
  ['{apiVersion: a/b/c, kind: A, metadata: {name: a}}', 'illegal', ['apiVersion']],
  ['{apiVersion: ../v1, kind: A, metadata: {name: a}}', 'illegal', ['apiVersion']],
  ['{apiVersion: v1, metadata: {name: a}}', 'missing', ['kind']],
  ['{apiVersion: v1, kind: A/b, metadata: {name: a}}', 'illegal', ['kind']],
  ['{apiVersion: v1, kind: A}', 'missing', ['metadata']],
  ['{apiVersion: v1, kind: A, metadata: []}', 'wrong-type', ['metadata']],
  ['{apiVersion: v1, kind: A, metadata: {}}', 'missing', ['metadata', 'name']],
  ['{apiVersion: v1, kind: A, metadata: {name: 7}}', 'wrong-type', ['metadata', 'name']],
  ['{apiVersion: v1, kind: A, metadata: {name: ""}}', 'illegal', ['metadata', 'name']],
  ['{apiVersion: v1, kind: A, metadata: {name: a/b}}', 'illegal', ['metadata', 'name']],
  ['{apiVersion: v1, kind: A, metadata: {name: a%2fb}}', 'illegal', ['metadata', 'name']],
  ['{apiVersion: v1, kind: A, metadata: {name: "a\\nb"}}', 'illegal', ['metadata', 'name']],
  ['{apiVersion: v1, kind: A, metadata: {generateName: ../}}', 'illegal', ['metadata', 'generateName']],
  ['{apiVersion: v1, kind: A, metadata: {name: a, namespace: A}}', 'illegal', ['metadata', 'namespace']],
  ['{apiVersion: v1, kind: A, metadata: {name: a, namespace: ..}}', 'illegal', ['metadata', 'namespace']],
  ['{apiVersion: v1, kind: A, metadata: {name: a, labels: x}}', 'wrong-type', ['metadata', 'labels']],
  [
    '{apiVersion: v1, kind: A, metadata: {name: a, labels: {b: 1}}}',
    'wrong-type',
    ['metadata', 'labels', 'b'],
  ],
  [
    '{apiVersion: v1, kind: A, metadata: {name: a, annotations: {b: true}}}',
    'wrong-type',
    ['metadata', 'annotations', 'b'],
  ],
])('%s is refused as %s at %j', (text, code, path) => {
  const { manifests, problems } = read(text)

  expect(manifests).toEqual([])
  expect(problems).toMatchObject([{ code, path, file: 'x.yaml', line: 1 }])
})

test('names that RBAC allows are names, and an object named __proto__ pollutes nothing', () => {
  expect(toManifest({ apiVersion: 'v1', kind: 'A', metadata: { name: 'system:a.B~c' } })).toHaveProperty(
    'manifest',
  )
  const { problems } = read('{__proto__: {apiVersion: v1, kind: A, metadata: {name: a}}}')

  expect(problems.map((problem) => problem.path)).toEqual([['apiVersion'], ['kind'], ['metadata']])
})

test('all problems of a document are told at once', () => {
  const { problems } = read('apiVersion: v1\nkind: 1\nmetadata:\n  labels:\n    a: 1\n    b: 2\n')

  expect(problems.map((problem) => [problem.message, problem.line])).toEqual([
    ['kind must be text; put it in quotes', 2],
    ['metadata.name is missing', 3],
    ['metadata.labels.a must be text; put it in quotes', 5],
    ['metadata.labels.b must be text; put it in quotes', 6],
  ])
})
