import { expect, test } from 'vitest'
import { renderErrorOf, renderFiles } from '../../support/render-files.ts'

const object = `apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  annotations: { price: 1.50, bits: 0b11, nothing: ~, on: yes, quoted: "1.50" }
`

async function annotationsOf(kustomization: string) {
  const files = { 'kustomization.yaml': `resources: [a.yaml]\n${kustomization}`, 'a.yaml': object }
  const { manifests } = await renderFiles(files)
  return manifests[0]?.manifest.metadata.annotations
}

test('annotations without quotes are the text that stands in the file', async () => {
  expect(await annotationsOf('')).toEqual({
    price: '1.50',
    bits: '0b11',
    nothing: '~',
    on: 'yes',
    quoted: '1.50',
  })
})

test('a JSON patch makes them what YAML takes them for', async () => {
  const patch = 'patches: [{ target: { kind: ConfigMap }, patch: "- {op: add, path: /data, value: {}}" }]\n'

  expect(await annotationsOf(patch)).toEqual({
    price: '1.5',
    bits: '3',
    nothing: 'null',
    on: 'yes',
    quoted: '1.50',
  })
})

test('a null in a strategic patch takes an annotation away', async () => {
  const patch = `patches:
- patch: |
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: a, annotations: { price: null, quoted: ~ } }
`

  expect(await annotationsOf(patch)).toEqual({ bits: '0b11', nothing: '~', on: 'yes' })
})

test.each(['123', 'false', 'null', '1.5', '2020-01-01', '0x1f'])(
  'an annotation whose key would be no text without quotes, %s, ends the build as it ends kustomize’s',
  async (key) => {
    const annotated = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, annotations: { "${key}": x } }\n`
    const error = await renderErrorOf({
      'kustomization.yaml': 'resources: [a.yaml]\n',
      'a.yaml': annotated,
    })

    expect(error.message).toContain('json: unsupported type')
    expect(error.subject).toMatchObject({ file: 'a.yaml', line: 1 })
  },
)
