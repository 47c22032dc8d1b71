import { expect, test } from 'vitest'
import { readField, splitFieldPath } from '../../../src/render/kustomize/field-path.ts'

test.each([
  ['metadata.name', ['metadata', 'name']],
  ['.a..b', ['a', 'b']],
  ['data.app\\.conf', ['data', 'app.conf']],
  ['metadata.annotations.[a.b/c.d]', ['metadata', 'annotations', 'a.b/c.d']],
  ['spec.[name=a.b].image', ['spec', '[name=a.b]', 'image']],
  ['spec.list.0', ['spec', 'list', '0']],
  ['a.[open.b', ['a', 'open.b']],
])('%s in its parts', (path, parts) => {
  expect(splitFieldPath(path)).toEqual(parts)
})

const object = { list: [{ name: 'a', n: 1 }, { name: 'b.c', n: null }, 'x'], map: { constructor: 1 } }

test.each([
  ['list.0.n', 1],
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
