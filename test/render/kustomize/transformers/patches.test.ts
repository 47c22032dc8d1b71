import { expect, test } from 'vitest'
import { renderCase } from '../../../support/kustomize/render-case.ts'

const resource = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { a: b }\n'

test.each([
  [
    'that stands in the kustomization file is not shown',
    '{ patch: "secret" }',
    'unable to parse SM or JSON patch from [patch: "…"]',
  ],
  ['in a file is named by it', '{ path: p.yaml }', 'unable to parse SM or JSON patch from [path: "p.yaml"]'],
])('a text that is no patch and %s', async (_, entry, message) => {
  const files = {
    'kustomization.yaml': `resources: [a.yaml]\npatches: [${entry}]\n`,
    'a.yaml': resource,
    'p.yaml': 'secret\n',
  }
  const built = await renderCase({ files, target: '' })

  expect(built).toEqual({ error: expect.stringContaining(message) })
  expect(JSON.stringify(built)).not.toContain('secret')
})
