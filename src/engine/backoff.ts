import type { Backoff } from '../apps/application.ts'

/**
 * Seconds until the wait of a step is over that began when the last try ended; none or fewer: it is over. Steps count
 * from 0. `since` and `now` are milliseconds of Unix time; a try that never ended has just ended.
 */
export function secondsLeft(backoff: Backoff, step: number, since: number | undefined, now: number): number {
  const seconds = Math.min(backoff.seconds * backoff.factor ** step, backoff.maxSeconds)
  return seconds - (now - (since ?? now)) / 1000
}
