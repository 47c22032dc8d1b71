import { expect, test } from 'vitest'
import type { ObjectId } from '../../src/git/commit.ts'
import { digestOf } from '../../src/sync/digest.ts'
import { pack } from '../../src/sync/packed.ts'
import { packMemory, type RenderMemory, unpackMemory } from '../../src/sync/render-memory.ts'

function aMemory(files: number): RenderMemory {
  const inputs = Array.from({ length: files }, (_, at) => ({
    path: `apps/web/${at}.yaml`,
    kind: 'file' as const,
    id: digestOf(String(at)).slice(0, 40) as ObjectId,
  }))
  const origin = { path: 'apps/web/0.yaml', line: 1 }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', namespace: '', name: 'web', origin }
  const defined = [{ group: 'example.com', kind: 'Car', namespaced: true }]
  return { by: '1.0.0', declaration: 'd', inputs, outline: { objects: [object], defined } }
}

test('a memory comes back as it was packed', async () => {
  const memory = aMemory(3)

  expect(await unpackMemory((await packMemory(memory))?.render ?? '')).toEqual(memory)
})

test('memories of different renders have different ids', async () => {
  const [one, other] = [await packMemory(aMemory(3)), await packMemory(aMemory(4))]

  expect(one?.renderId).not.toEqual(other?.renderId)
})

test('a memory that would make the list of all of them long is not kept', async () => {
  expect(await packMemory(aMemory(5000))).toBeUndefined()
})

const damaged: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['no gzip', () => 'bm90aGluZw=='],
  ['no memory', () => pack({ by: '1.0.0' })],
  ['an input that is none', () => pack({ ...aMemory(1), inputs: [{ path: 'a', kind: 'file', id: 'x' }] })],
  ['nothing', () => ''],
]

test.for(damaged)('what cannot be read is remembered as nothing: %s', async ([, packed]) => {
  expect(await unpackMemory(await packed())).toBeUndefined()
})
