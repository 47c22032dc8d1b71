/** Runs at most `most` tasks at once; the others wait in the order in which they came. */
export type Limit = <T>(task: () => Promise<T>) => Promise<T>

export function createLimit(most: number): Limit {
  const waiting: (() => void)[] = []
  let running = 0

  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
