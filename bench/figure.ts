/** How often the peer's cost ours is, or ours the peer's, as `name` says. */
export interface Figure {
  readonly name: string
  readonly ratio: number
  /** What stands behind the ratio, as it was measured. */
  readonly detail: string
}

/** The shortest of `runs`, in milliseconds. */
export async function fastest(runs: number, work: () => unknown): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}
