import { setImmediate } from 'node:timers/promises'
import type { Pause } from '../../src/engine/pause.ts'

/** Milliseconds that promises may follow each other before what has arrived meanwhile is heard. */
const longestTurn = 5

/** One for all calls of a process. https://nodejs.org/en/learn/asynchronous-work/event-loop-timers-and-nexttick */
export function createPause(): Pause {
  let began = performance.now()
  let turn: Promise<void> | undefined

  async function next(): Promise<void> {
    await setImmediate()
    began = performance.now()
    turn = undefined
  }

  return async () => {
    if (turn === undefined && performance.now() - began < longestTurn) return
    turn ??= next()
    await turn
  }
}
