import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { damagedCase } from '../../support/kustomize/damage.ts'
import { type KustomizeCase, kustomizeCase } from '../../support/kustomize/random-case.ts'
import { renderCase } from '../../support/kustomize/render-case.ts'
import { runsOf } from '../../support/runs.ts'

const timeout = 1_200_000

test('a kustomization renders to the same bytes every time', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(kustomizeCase, async (one) => {
      expect(await renderCase(one)).toEqual(await renderCase(one))
    }),
    { numRuns: runsOf(1000) },
  )
})

test('the order of the fields in a kustomization file does not matter', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(kustomizeCase, async (one) => {
      const [ours, reversed] = [await renderCase(one), await renderCase(withFieldsReversed(one))]
      if ('output' in ours) expect(reversed).toEqual(ours)
      else expect(reversed).toHaveProperty('error')
    }),
    { numRuns: runsOf(1000) },
  )
})

test('what is printed reads back to the same objects', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(kustomizeCase, async (one) => {
      const ours = await renderCase(withoutOrigins(one))
      if ('error' in ours || ours.output === '') return
      const files = {
        'kustomization.yaml': 'resources: [all.yaml]\nsortOptions: {order: fifo}\n',
        'all.yaml': ours.output,
      }
      expect(await renderCase({ files, target: '' })).toEqual(ours)
      for (const document of parseAllDocuments(ours.output, { version: '1.1', merge: false }))
        expect([document.errors, document.warnings]).toEqual([[], []])
    }),
    { numRuns: runsOf(1000) },
  )
})

test('whatever is damaged, a build ends in a result or in an error that names a file', {
  timeout,
}, async () => {
  await fc.assert(
    fc.asyncProperty(damagedCase, async (one) => {
      const ours = await renderCase(one)
      if ('error' in ours) expect(ours.error).toMatch(/\.yaml|overlay|base|component/)
      else expect(typeof ours.output).toBe('string')
    }),
    { numRuns: runsOf(10_000) },
  )
})

/** The annotations of an origin say where an object came from in one build; reading takes them off. */
function withoutOrigins({ files, target }: KustomizeCase): KustomizeCase {
  const plain = Object.entries(files).map(([path, text]) => [
    path,
    typeof text === 'string' ? text.replace(/^ *- (?:origin|transformer)Annotations\n/gm, '') : text,
  ])
  return { target, files: Object.fromEntries(plain) }
}

/** Each kustomization file with its fields from last to first. */
function withFieldsReversed({ files, target }: KustomizeCase): KustomizeCase {
  const turned = Object.entries(files).map(([path, text]) => [path, turn(path, text)])
  return { target, files: Object.fromEntries(turned) }
}

function turn(path: string, text: string | Uint8Array): string | Uint8Array {
  if (!path.endsWith('/kustomization.yaml') || typeof text !== 'string') return text
  return text
    .split(/^(?=\w)/m)
    .reverse()
    .join('')
}
