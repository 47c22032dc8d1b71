import { getOwn, isList } from '../json.ts'
import type { LiveMap, LiveValue } from '../manifest.ts'
import { Masked } from '../masked.ts'
import { compareText } from '../object-key.ts'
import { isLiveMap } from '../typed-value.ts'

/**
 * jq's order: null, false, true, numbers, texts, lists, maps. Undefined where something masked would have to be told:
 * a condition must not find out a secret. Source: https://jqlang.org/manual#sort-sort_by.
 */
export function compareJq(a: LiveValue, b: LiveValue): number | undefined {
  if (a instanceof Masked || b instanceof Masked) return undefined
  const byType = rankOf(a) - rankOf(b)
  if (byType !== 0) return byType
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (isList(a) && isList(b)) return compareLists(a, b)
  if (isLiveMap(a) && isLiveMap(b)) return compareMaps(a, b)
  return 0
}

function rankOf(value: LiveValue): number {
  if (value === null) return 0
  if (typeof value === 'boolean') return value ? 2 : 1
  if (typeof value === 'number') return 3
  if (typeof value === 'string') return 4
  return isList(value) ? 5 : 6
}

function compareLists(a: readonly LiveValue[], b: readonly LiveValue[]): number | undefined {
  for (const [at, item] of a.entries()) {
    const other = b[at]
    if (other === undefined) return 1
    const order = compareJq(item, other)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** By their names first, then by their values in the order of the names. */
function compareMaps(a: LiveMap, b: LiveMap): number | undefined {
  const names = Object.keys(a).sort(compareText)
  const byNames = compareLists(names, Object.keys(b).sort(compareText))
  if (byNames !== 0) return byNames
  return compareLists(
    names.map((name) => getOwn(a, name) ?? null),
    names.map((name) => getOwn(b, name) ?? null),
  )
}

/** jq's `contains`: texts by part, lists and maps by each of their members. Undefined where the types differ. */
export function containsJq(a: LiveValue, b: LiveValue): boolean | undefined {
  if (a instanceof Masked || b instanceof Masked) return undefined
  if (typeof a === 'string' && typeof b === 'string') return a.includes(b)
  if (isList(a) && isList(b)) return b.every((wanted) => a.some((item) => containsJq(item, wanted) === true))
  if (isLiveMap(a) && isLiveMap(b)) {
    return Object.entries(b).every(([name, wanted]) => {
      const own = getOwn(a, name)
      return own !== undefined && containsJq(own, wanted) === true
    })
  }
  return typeof a === typeof b && rankOf(a) < 5 ? a === b : undefined
}
