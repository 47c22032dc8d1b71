import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/kube/json.ts'
import { ApiSchema } from '../../../src/render/kustomize/api-schema.ts'
import { addHash } from '../../../src/render/kustomize/hash.ts'
import { aResource } from '../../../src/render/kustomize/resource.ts'

function hashedName(object: JsonObject): string {
  const whole = { apiVersion: 'v1', metadata: { name: 'x' }, ...object }
  return addHash(aResource(whole, { path: 'k', line: 1 }, new ApiSchema(), true)).id.name
}

/** Computed by kustomize v5.8.1. */
test.each([
  ['an empty ConfigMap', { kind: 'ConfigMap' }, 'x-6ct58987ht'],
  [
    'odd characters',
    { kind: 'ConfigMap', data: { b: '<&>\u2028', é: '\u{1F600}', t: 'a\tb', q: String.raw`-"x\y"-` } },
    'x-g5b5kg6m7b',
  ],
  ['an empty Secret', { kind: 'Secret', type: 'Opaque', data: {} }, 'x-46f8b28mk5'],
  ['a typed Secret', { kind: 'Secret', type: 'example.com/t', data: { k: 'dg==' } }, 'x-f4t74k9c54'],
])('the hash of %s is that of kustomize', (_, object, expected) => {
  expect(hashedName(object)).toBe(expected)
})

test('the hash depends on the data alone', () => {
  const data = { b: '2', a: '1' }

  const plain = hashedName({ kind: 'ConfigMap', data })
  const labelled = hashedName({
    kind: 'ConfigMap',
    data,
    metadata: { name: 'x', labels: { a: 'b' } },
    immutable: true,
  })
  const reordered = hashedName({ kind: 'ConfigMap', data: { a: '1', b: '2' } })
  const other = hashedName({ kind: 'ConfigMap', data: { a: '1', b: '3' } })

  expect([labelled, reordered]).toEqual([plain, plain])
  expect(other).not.toBe(plain)
})
