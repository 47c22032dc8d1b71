import { expect, test } from 'vitest'
import { renderErrorOf, renderFiles } from '../../support/render-files.ts'

function files(name: string) {
  return {
    'kustomization.yaml': `resources: [all.yaml]
patches:
- target: { kind: ConfigMap }
  patch: |
    - { op: replace, path: /metadata/name, value: "${name}" }
`,
    'all.yaml': `apiVersion: v1
kind: Pod
metadata: { name: pod }
spec: { volumes: [{ name: settings, configMap: { name: settings } }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
`,
  }
}

test.each([
  ['other', 'other'],
  ['123', 123],
  ['0x10', 16],
  ['1.50', 1.5],
  ['true', true],
])(
  'a reference to an object that is now named %s is written without quotes, as kustomize writes it',
  async (name, written) => {
    const { manifests } = await renderFiles(files(name))
    const pod = manifests.find(({ manifest }) => manifest.kind === 'Pod')

    expect(pod?.manifest.spec).toEqual({ volumes: [{ name: 'settings', configMap: { name: written } }] })
  },
)

test('a name that is a number without end cannot be referred to', async () => {
  const error = await renderErrorOf(files('.inf'))

  expect(error.message).toContain('unsupported value')
})
