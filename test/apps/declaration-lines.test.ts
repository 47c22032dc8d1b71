import { expect, test } from 'vitest'
import { linesOf } from '../../src/apps/declaration-lines.ts'

const text = `# two declarations
kind: Application
spec:
  source:
    path: a
---
kind: List
items:
  - kind: Application
    spec:
      project: default
`

test('a field is found in the document that starts on the manifest’s line', () => {
  const lineOf = linesOf(text, { path: 'apps.yaml', line: 2 })

  expect([lineOf(['spec', 'source', 'path']), lineOf(['spec'])]).toEqual([5, 3])
})

test('a field is found in an item of a list', () => {
  expect(linesOf(text, { path: 'apps.yaml', line: 9 })(['spec', 'project'])).toBe(11)
})

test('a field that the text does not have stands where its nearest parent is', () => {
  expect(linesOf(text, { path: 'apps.yaml', line: 2 })(['spec', 'source', 'helm', 'values'])).toBe(4)
})

test('a manifest that the text does not have stays on its own line', () => {
  expect(linesOf(text, { path: 'apps.yaml', line: 77 })(['spec'])).toBe(77)
})
