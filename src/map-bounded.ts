/** Maps with at most `bound` calls under way; the first rejection is the answer. Results keep the order of the values. */
export async function mapBounded<T, R>(
  values: readonly T[],
  bound: number,
  map: (value: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  const pending = values.entries()
  const worker = async (): Promise<void> => {
    for (const [index, value] of pending) results[index] = await map(value)
  }
  await Promise.all(Array.from({ length: Math.min(bound, values.length) }, worker))
  return results
}
