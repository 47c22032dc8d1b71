import type { Fields } from './fields.ts'

/** A problem for each entry whose value an earlier one has; case does not tell two apart. */
export function refuseRepeats(
  lists: readonly Fields[],
  key: string,
  values: readonly (string | undefined)[],
): void {
  const seen = new Set<string>()
  for (const [index, value] of values.entries()) {
    if (value === undefined || value === '') continue
    const folded = value.toLowerCase()
    if (seen.has(folded)) lists[index]?.problem(key, 'is the same as in an earlier entry; each needs its own')
    seen.add(folded)
  }
}
