import { expect, test } from 'vitest'
import {
  type Created,
  FieldError,
  fieldSteps,
  splitPath,
  updateField,
} from '../../../src/render/kustomize/field-spec.ts'

function set(object: object, path: string, created?: Created): unknown {
  return updateField(
    JSON.parse(JSON.stringify(object)),
    fieldSteps({ path, create: created !== undefined }),
    created,
    () => 'x',
  )
}

test.each([
  ['a field', { a: { b: 1 } }, 'a/b', { a: { b: 'x' } }],
  ['in every element of lists', { a: [{ b: 1 }, { b: 2 }] }, 'a/b', { a: [{ b: 'x' }, { b: 'x' }] }],
  ['a name with a slash', { a: { 'b/c': 1 } }, String.raw`a/b\/c`, { a: { 'b/c': 'x' } }],
  ['a list that is demanded', { a: [{ b: 1 }] }, 'a[]/b', { a: [{ b: 'x' }] }],
  ['nothing where it is missing', { a: {} }, 'a/b/c', { a: {} }],
  ['nothing under null', { a: null }, 'a/b', { a: null }],
])('sets %s', (_, object, path, expected) => {
  expect(set(object, path)).toEqual(expected)
})

test.each([
  ['what is missing', {}, 'a/b', { a: { b: 'x' } }],
  ['what is null', { a: null }, 'a/b', { a: { b: 'x' } }],
  ['no lists', {}, 'a[]/b', {}],
])('makes %s when asked', (_, object, path, expected) => {
  expect(set(object, path, 'scalar')).toEqual(expected)
})

test('an object in which nothing changes is the same object', () => {
  const object = { a: [{ b: 'x' }], c: {} }

  expect(updateField(object, fieldSteps({ path: 'a/b' }), undefined, (value) => value)).toBe(object)
})

test('a scalar on the way is an error', () => {
  expect(() => set({ a: 'text' }, 'a/b')).toThrow(FieldError)
})

test('a path may start with a slash', () => {
  expect(splitPath('/a/b')).toEqual(['a', 'b'])
})
