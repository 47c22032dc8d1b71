export type Unit = '×' | 'ms' | 's' | '/s' | 'MiB' | 'KiB' | 'requests'

/** One row of the table. */
export interface Figure {
  readonly name: string
  /** NaN: not measured, and `detail` says why. */
  readonly value: number
  readonly unit: Unit
  /** Printed beside the value; nothing fails by it. */
  readonly goal?: Goal
  /** What stands behind the value: a peer in the same run, or what else was seen. */
  readonly detail: string
}

export type Goal = { readonly most: number } | { readonly least: number }

/** Of a bench that needs what this machine has not. */
export function notMeasured(name: string, reason: string): Figure {
  return { name, value: Number.NaN, unit: '×', detail: `not measured: ${reason}` }
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

/** The value that `share` of them do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
