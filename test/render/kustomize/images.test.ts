import { expect, test } from 'vitest'
import { unanchoredRegExp } from '../../../src/kube/regexp.ts'
import type { ImageEntry } from '../../../src/render/kustomize/kustomization.ts'
import { imageChanges } from '../../../src/render/kustomize/transformers/image-changes.ts'
import { RenderBudget } from '../../../src/render/render-budget.ts'

const place = { file: 'kustomization.yaml', field: 'images' }

function entry(name: string, change: Partial<ImageEntry> = {}): ImageEntry {
  return { name, newName: '', newTag: '', digest: '', tagSuffix: '', place, ...change }
}

function changed(image: string, entries: readonly ImageEntry[], times = 1): string {
  return imageChanges(entries, unanchoredRegExp, new RenderBudget(), place)(image, times)
}

test('each entry changes what those before it have made, and none what those behind it make', () => {
  const entries = [entry('b', { newName: 'c' }), entry('a', { newName: 'b' }), entry('b', { newTag: '2' })]

  expect(changed('a:1', entries)).toBe('b:2')
  expect(changed('b:1', entries, 2)).toBe('c:1')
})

test('an entry that comes twice adds its suffix twice', () => {
  expect(changed('a:1', [entry('a', { tagSuffix: '-x' })], 2)).toBe('a:1-x-x')
})

test('a name is a regular expression: a dot is any character but a line break, a class what it holds', () => {
  const dots = [entry('registry.io/web', { newTag: '2' })]
  const classes = [entry('plain', { newTag: '3' }), entry('web-[ab]', { newTag: '2' })]

  expect(changed('registry-io/web:1@sha256:ab', dots)).toBe('registry-io/web:2')
  expect(changed('registry😀io/web:1', dots)).toBe('registry😀io/web:2')
  expect(changed('registry\nio/web:1', dots)).toBe('registry\nio/web:1')
  expect(changed('registry.io/web2:1', dots)).toBe('registry.io/web2:1')
  expect(changed('web-b', classes)).toBe('web-b:2')
  expect(changed('web-c', classes)).toBe('web-c')
  expect(() => changed('a', [entry('(')])).toThrow('is no valid regular expression')
})

test('many entries and many images cost their sum, not their product', () => {
  const numbers = Array.from({ length: 1_000 }, (_, at) => at)
  const entries = numbers.map((at) => entry(`registry.io/web-${at}`, { newTag: '2' }))
  const change = imageChanges(entries, unanchoredRegExp, new RenderBudget({ changes: 2_100 }), place)

  expect(numbers.map((at) => change(`registry.io/web-${at}:1`, 2))).toEqual(
    numbers.map((at) => `registry.io/web-${at}:2`),
  )
})
