import { expect, test } from 'vitest'
import { pack, unpack } from '../../src/sync/packed.ts'

const few = { objects: ['ConfigMap/shop/settings', '\ud800 alone, and €'] }
const many = { objects: Array.from({ length: 2000 }, (_, at) => `ConfigMap/shop/settings-${at} €`) }

test('what is short is kept as JSON that people can read', async () => {
  expect(await pack(few)).toBe(JSON.stringify(few))
})

test('what is long is kept in a tenth of its length', async () => {
  expect((await pack(many)).length).toBeLessThan(JSON.stringify(many).length / 10)
})

test.each([
  ['short', few],
  ['long', many],
  ['an empty list', []],
])('what was packed comes back: %s', async (_, value) => {
  expect(await unpack(await pack(value))).toEqual(value)
})

test.each(['', 'bm90aGluZw==', 'H4sI', '{"cut'])(
  'a text that was not packed by us is refused: %j',
  async (text) => {
    await expect(unpack(text)).rejects.toThrow()
  },
)
