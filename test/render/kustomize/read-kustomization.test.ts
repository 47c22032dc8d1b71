import { expect, test } from 'vitest'
import { readKustomization } from '../../../src/render/kustomize/read-kustomization.ts'
import { RenderError } from '../../../src/render/render-error.ts'

function read(text: string): ReturnType<typeof readKustomization> {
  return readKustomization(text, 'app/kustomization.yaml', 'app')
}

function errorOf(text: string): RenderError {
  try {
    read(text)
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
  throw new Error('it was read')
}

test('an image tag that YAML takes for a number is refused with advice', () => {
  const error = errorOf('images:\n- name: web\n  newTag: 3.10\n')

  expect(error.message).toBe(
    'app/kustomization.yaml:3: images[0].newTag: invalid Kustomization: must be text, but 3.10 without quotes is a number; write "3.10"',
  )
})

test('words of YAML 1.1 are no text', () => {
  expect(errorOf('namespace: n\n').message).toContain(
    'must be text, but n without quotes is a boolean; write "n"',
  )
})

test('an unknown field is named with what may have been meant', () => {
  const error = errorOf('resource: [a.yaml]\npatches:\n- targets: {}\n')

  expect(error.problems.map(({ line, field, message }) => [line, field, message])).toEqual([
    [1, 'resource', 'invalid Kustomization: json: unknown field "resource"; did you mean "resources"?'],
    [3, 'patches[0].targets', 'invalid Kustomization: json: unknown field "targets"; did you mean "target"?'],
  ])
})

test.each(['helmCharts', 'helmGlobals', 'helmChartInflationGenerator'])('%s is refused by name', (field) => {
  const error = errorOf(`resources: []\n${field}: [x]\n`)

  expect(error).toMatchObject({
    code: 'unsupported',
    subject: { file: 'app/kustomization.yaml', line: 2, field },
  })
})

test.each([
  ['', 'is empty'],
  ['kind: Kustomization\n', 'is empty'],
  ['namePrefix: ""\n', 'is empty'],
  ['bases: []\n', 'is empty'],
  ['kind: Deployment\nresources: []\n', 'kind should be'],
  ['apiVersion: v1\nresources: []\n', 'apiVersion for Kustomization should be'],
  ['- a\n', 'must be a mapping'],
  ['resources: a.yaml\n', 'must be a list'],
  ['replicas: [{ name: a, count: "3" }]\n', 'must be a whole number'],
  ['replicas: [{ name: a, count: 99999999999999999999 }]\n', 'is too large a number'],
  ['labels: [{ pairs: [a] }]\n', 'must be a mapping'],
  ['metadata: { name: 5 }\n', 'must be text'],
  ['buildMetadata: {}\n', 'must be a list'],
  ['labels: [{ pairs: { a: 1 } }]\n', 'must be text'],
  ['secretGenerator: [{ name: a, options: { immutable: "true" } }]\n', 'must be true or false'],
])('%j is no kustomization', (text, message) => {
  expect(errorOf(text).message).toContain(message)
})

test('names of fields are read in any case, nulls as nothing, old spellings as new ones', () => {
  const kustomization = read(
    'Resources: [a.yaml]\nbases: [../b]\nnamePrefix: null\nimageTags: [{ name: w, newTag: "1" }]\n',
  )

  expect(kustomization.resources.map(({ text }) => text)).toEqual(['a.yaml', '../b'])
  expect(kustomization.namePrefix).toBe('')
  expect(kustomization.images).toMatchObject([{ name: 'w', newTag: '1' }])
})

test('an item that is null reads as an empty one', () => {
  expect(read('resources: [a.yaml, null]\n').resources.map(({ text }) => text)).toEqual(['a.yaml', ''])
})

test.each(['metadata: { name: a }\n', 'resources: []\n', 'openapi: {}\n'])('%j is enough', (text) => {
  expect(read(text).kind).toBe('Kustomization')
})

test('deprecated fields are told in kustomize’s words and order', () => {
  expect(read('patchesStrategicMerge: []\nbases: [../b]\ncommonLabels: null\n').warnings).toEqual([
    "# Warning: 'bases' is deprecated. Please use 'resources' instead. Run 'kustomize edit fix' to update your Kustomization automatically.",
    "# Warning: 'patchesStrategicMerge' is deprecated. Please use 'patches' instead. Run 'kustomize edit fix' to update your Kustomization automatically.",
  ])
})
