import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NodeFetch } from '../../handlers/node-only/node-fetch-with-ca.ts'
import { sayWhenSlow } from '../../handlers/node-only/say-when-slow.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function slow() {
  const said: string[] = []
  const pending: { readonly resolve: (answer: Response) => void; readonly reject: (error: Error) => void }[] =
    []
  const open: NodeFetch = () => new Promise((resolve, reject) => void pending.push({ resolve, reject }))
  const say = (line: string) => void said.push(line)
  const fetch = sayWhenSlow(open, { address: 'https://git.test', milliseconds: 3_000, say })
  return { said, pending, ask: () => fetch(new Request('https://git.test/api')) }
}

test('whoever waits is told for what and how long, and no more once it is answered', async () => {
  const { said, pending, ask } = slow()
  const answers = [ask(), ask()]

  await vi.advanceTimersByTimeAsync(7_000)
  expect(said).toEqual(['waits for https://git.test (3 s)', 'waits for https://git.test (6 s)'])

  for (const { resolve } of pending) resolve(new Response())
  await Promise.all(answers)
  await vi.advanceTimersByTimeAsync(60_000)

  expect(said).toHaveLength(2)
  expect(vi.getTimerCount()).toBe(0)
})

test('what fails is told no more either, and the next wait counts from its own beginning', async () => {
  const { said, pending, ask } = slow()
  const failed = ask()
  await vi.advanceTimersByTimeAsync(2_000)
  pending[0]?.reject(new Error('reset'))
  await expect(failed).rejects.toThrow('reset')

  const answer = ask()
  await vi.advanceTimersByTimeAsync(3_000)
  pending[1]?.resolve(new Response())
  await answer

  expect(said).toEqual(['waits for https://git.test (3 s)'])
})
