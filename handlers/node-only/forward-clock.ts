/**
 * Milliseconds of a clock that only goes forward, also by the time in which the machine slept: `elapsed` may stand still
 * then, and `wall` is corrected in both directions.
 */
export function createForwardClock(
  elapsed: () => number = () => performance.now(),
  wall: () => number = () => Date.now(),
): () => number {
  let ahead = Number.NEGATIVE_INFINITY
  return () => {
    const run = elapsed()
    ahead = Math.max(ahead, wall() - run)
    return run + ahead
  }
}
