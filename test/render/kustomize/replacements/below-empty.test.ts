import { expect, test } from 'vitest'
import { renderErrorOf, renderFiles } from '../../../support/render-files.ts'

function files(data: string) {
  return {
    'kustomization.yaml': `resources: [a.yaml]
replacements:
- source: { kind: ConfigMap, name: a }
  targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.b], options: { create: true } }]
`,
    'a.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n${data}\n`,
  }
}

test('nothing is created below a field that stands without a value', async () => {
  const error = await renderErrorOf(files('data:'))

  expect(error.message).toContain('unable to find or create field "data.b"')
})

test('what is created below a written null is lost, as in kustomize', async () => {
  const { manifests, warnings } = await renderFiles(files('data: null'))

  expect(manifests[0]?.manifest.data).toBeNull()
  expect(warnings.join()).toContain('"data.b": the value is not set')
})
