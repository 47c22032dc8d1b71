import { expect, test } from 'vitest'
import { createForwardClock } from '../../handlers/node-only/forward-clock.ts'

test('a clock goes forward while the machine sleeps, and not back when its time is corrected', () => {
  const times = { elapsed: 100, wall: 1_000_000 }
  const now = createForwardClock(
    () => times.elapsed,
    () => times.wall,
  )
  const began = now()
  const read: number[] = []
  const pass = (elapsed: number, wall: number) => {
    times.elapsed += elapsed
    times.wall += wall
    read.push(now() - began)
  }

  pass(5, 5)
  pass(1, 60_000)
  pass(10, -3_600_000)
  pass(7, 7)

  expect(read).toEqual([5, 60_005, 60_015, 60_022])
})
