import { expect, test } from 'vitest'
import { renderFiles } from '../../../support/render-files.ts'

test('the namespace of a source is the text of its field, of cluster-scoped kinds too', async () => {
  const files = {
    'kustomization.yaml': `resources: [a.yaml]
replacements:
- source: { kind: Namespace, name: web, namespace: shop }
  targets: [{ select: { kind: ConfigMap }, fieldPaths: [data.a] }]
`,
    'a.yaml': `apiVersion: v1
kind: Namespace
metadata: { name: web, namespace: shop }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
data: { a: x }
`,
  }

  const { manifests } = await renderFiles(files)

  expect(manifests.map(({ manifest }) => manifest.data)).toEqual([undefined, { a: 'web' }])
})
