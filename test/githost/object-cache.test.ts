import { expect, test } from 'vitest'
import { hashObject } from '../../src/git/object-id.ts'
import { createObjectCache } from '../../src/githost/object-cache.ts'

function aBlob(size: number, fill: number) {
  const bytes = new Uint8Array(size).fill(fill)
  return { id: hashObject('blob', bytes), object: { kind: 'blob', bytes } as const }
}

test('an object is found in the repository it was read from, and in no other', () => {
  const cache = createObjectCache()
  const { id, object } = aBlob(3, 1)
  cache.put('forge:ada/config', id, object)

  expect(cache.get('forge:ada/config', id)).toBe(object)
  expect(cache.get('forge:bob/config', id)).toBeUndefined()
})

test('what was not asked for longest is forgotten first', () => {
  const cache = createObjectCache(3000)
  const [a, b, c] = [aBlob(1000, 1), aBlob(1000, 2), aBlob(1000, 3)]
  cache.put('r', a.id, a.object)
  cache.put('r', b.id, b.object)
  cache.get('r', a.id)
  cache.put('r', c.id, c.object)

  expect([a, b, c].map(({ id }) => cache.get('r', id) !== undefined)).toEqual([true, false, true])
})

test('putting an object again holds it once', () => {
  const cache = createObjectCache(3000)
  const [a, b] = [aBlob(1000, 1), aBlob(1000, 2)]
  for (let count = 0; count < 10; count += 1) cache.put('r', a.id, a.object)
  cache.put('r', b.id, b.object)

  expect(cache.get('r', a.id)).toBe(a.object)
  expect(cache.get('r', b.id)).toBe(b.object)
})

test('an object above the limit is not kept, and drives nothing out', () => {
  const cache = createObjectCache(3000)
  const [small, big] = [aBlob(10, 1), aBlob(5000, 1)]
  cache.put('r', small.id, small.object)
  cache.put('r', big.id, big.object)

  expect(cache.get('r', big.id)).toBeUndefined()
  expect(cache.get('r', small.id)).toBe(small.object)
})

test('trees and commits count too', () => {
  const cache = createObjectCache(4000)
  const { id } = aBlob(1, 1)
  const entries = Array.from({ length: 100 }, (_, at) => ({ name: `f${at}`, kind: 'file' as const, id }))
  cache.put('r', id, { kind: 'tree', entries })

  expect(cache.get('r', id)).toBeUndefined()
})
