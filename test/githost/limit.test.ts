import { expect, test } from 'vitest'
import { createLimit } from '../../src/githost/limit.ts'

test('tasks run at most so many at once, in the order in which they came', async () => {
  const limit = createLimit(2)
  const started: number[] = []
  const finish: (() => void)[] = []
  const tasks = [0, 1, 2, 3].map((task) =>
    limit(() => {
      started.push(task)
      return new Promise<number>((resolve) => finish.push(() => resolve(task)))
    }),
  )
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  expect(started).toEqual([0, 1])
  finish[1]?.()
  await settle()
  expect(started).toEqual([0, 1, 2])
  finish[0]?.()
  await settle()
  finish[2]?.()
  finish[3]?.()
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3])
})

test('a task that fails makes room for the next', async () => {
  const limit = createLimit(1)
  const failing = limit(() => Promise.reject(new Error('no')))
  const next = limit(async () => 'yes')

  await expect(failing).rejects.toThrow('no')
  await expect(next).resolves.toBe('yes')
})
