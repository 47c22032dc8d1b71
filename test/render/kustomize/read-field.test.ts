import { expect, test } from 'vitest'
import { readField } from '../../../src/render/kustomize/read-field.ts'
import { splitFieldPath } from '../../../src/render/kustomize/replacements/field-path.ts'

const object = { list: [{ name: 'a', n: 1 }, { name: 'b.c', n: null }, 'x'], map: { constructor: 1 } }

test.each([
  ['list.0.n', 1],
  ['.list..0. n ', 1],
  ['list.-', 'x'],
  ['list.[name=b.c].name', 'b.c'],
  ['list.[n=1].name', 'a'],
  ['list.[=x]', 'x'],
  ['list.1.n', undefined],
  ['list.9', undefined],
  ['list.name', undefined],
  ['map.constructor', 1],
  ['map.toString', undefined],
  ['map.constructor.deeper', undefined],
])('the value at %s', (path, value) => {
  expect(readField(object, splitFieldPath(path))).toBe(value)
})
