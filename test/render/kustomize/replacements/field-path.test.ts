import { expect, test } from 'vitest'
import { parseListKey, splitFieldPath } from '../../../../src/render/kustomize/replacements/field-path.ts'

test.each([
  ['metadata.name', ['metadata', 'name']],
  ['spec.containers.[name=a.b].image', ['spec', 'containers', '[name=a.b]', 'image']],
  ['metadata.annotations.[a.b/c]', ['metadata', 'annotations', 'a.b/c']],
  [String.raw`data.app\.json.a`, ['data', 'app.json', 'a']],
  ['.data', ['data']],
  ['a.[b', ['a', 'b']],
  ['a.[=x]', ['a', '[=x]']],
  ['', ['']],
])('%s is split at its dots', (path, steps) => {
  expect(splitFieldPath(path)).toEqual(steps)
})

test('a list key is split at its first equals sign', () => {
  expect(parseListKey('[name=a=b]')).toEqual({ name: 'name', value: 'a=b' })
  expect(parseListKey('[name]')).toBeUndefined()
})
