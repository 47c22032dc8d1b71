import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Files, renderFiles } from '../support/render-files.ts'

const word = fc.stringMatching(/^[a-z]{1,6}$/)

/** A base with some objects and an overlay on it, beside files that nothing names. */
const repository = fc
  .record({
    names: fc.uniqueArray(word, { minLength: 1, maxLength: 5 }),
    prefix: fc.option(word, { nil: '' }),
    namespace: fc.option(word, { nil: '' }),
    label: word,
    literal: word,
    strays: fc.uniqueArray(word, { maxLength: 3 }),
  })
  .map(
    ({ names, prefix, namespace, label, literal, strays }): { files: Files; strays: readonly string[] } => ({
      strays: strays.map((name) => `stray/${name}.yaml`),
      files: {
        'overlay/kustomization.yaml': [
          'resources: [../base]',
          prefix && `namePrefix: "${prefix}-"`,
          namespace && `namespace: "${namespace}"`,
          `labels: [{ pairs: { label: "${label}" }, includeSelectors: true }]`,
          `configMapGenerator: [{ name: made, literals: ["a=${literal}"] }]`,
        ]
          .filter((line) => line !== '')
          .join('\n'),
        'base/kustomization.yaml': `resources: [${names.map((name) => `d-${name}.yaml`).join(', ')}]`,
        ...Object.fromEntries(names.map((name) => [`base/d-${name}.yaml`, deployment(name)])),
        ...Object.fromEntries(strays.map((name) => [`stray/${name}.yaml`, 'a: b'])),
      },
    }),
  )

function deployment(name: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: "${name}" }
spec: { template: { spec: { containers: [{ name: c, image: i, envFrom: [{ configMapRef: { name: made } }] }] } } }
`
}

test('rendering twice gives the same, whatever the order the files are given in', async () => {
  await fc.assert(
    fc.asyncProperty(repository, async ({ files }) => {
      const reversed = Object.fromEntries(Object.entries(files).reverse())

      const once = await renderFiles(files, { path: 'overlay' })
      const again = await renderFiles(reversed, { path: 'overlay' })

      expect(again).toEqual(once)
    }),
  )
})

test('a file that is no input can change or go without changing anything', async () => {
  await fc.assert(
    fc.asyncProperty(repository, fc.boolean(), async ({ files, strays }, isDirectory) => {
      const source = isDirectory ? { path: 'base', directory: { recurse: true } } : { path: 'overlay' }
      const once = await renderFiles(files, source)
      const read = new Set(once.inputs.map(({ path }) => path))
      const kept = Object.entries(files).filter(([path]) => read.has(path))

      const again = await renderFiles({ ...Object.fromEntries(kept), 'new/file.yaml': 'x: y' }, source)

      expect(strays.some((path) => read.has(path))).toBe(false)
      expect(again).toEqual(once)
    }),
  )
})

test('every file that is an input counts: without it the render is another one, or none', async () => {
  await fc.assert(
    fc.asyncProperty(repository, fc.nat(), async ({ files }, pick) => {
      const once = await renderFiles(files, { path: 'overlay' })
      const read = once.inputs.filter(({ kind }) => kind === 'file').map(({ path }) => path)
      const dropped = read[pick % read.length] ?? ''
      const { [dropped]: _, ...rest } = files

      const outcome = await renderFiles(rest, { path: 'overlay' }).then(
        ({ manifests }) => manifests,
        () => 'an error',
      )

      expect(outcome).not.toEqual(once.manifests)
    }),
  )
})

test('generated names are followed by everything that refers to them', async () => {
  await fc.assert(
    fc.asyncProperty(repository, async ({ files }) => {
      const { manifests } = await renderFiles(files, { path: 'overlay' })
      const made = manifests.find(({ manifest }) => manifest.kind === 'ConfigMap')?.manifest.metadata.name

      const named = manifests.flatMap(
        ({ manifest }) => JSON.stringify(manifest).match(/"configMapRef":\{"name":"[^"]*"\}/g) ?? [],
      )

      expect(new Set(named)).toEqual(new Set([`"configMapRef":{"name":"${made}"}`]))
    }),
  )
})
