import type { Json } from '../kube/json.ts'
import type { Match } from './run-store.ts'

/** A line of the log stays readable; the trace in the `RunStore` has all of them. */
const namedAtMost = 20

/** Which applications a delivery matched and which not, and why, for one line of the log. */
export function matchFacts(matches: readonly Match[]): { readonly [key: string]: Json } {
  const touched = matches.filter((match) => match.touched)
  const untouched = matches.filter((match) => !match.touched)
  return {
    touched: touched.length,
    untouched: untouched.length,
    reasons: countByReason(matches),
    matched: named(touched),
    unmatched: named(untouched),
    ...(Math.max(touched.length, untouched.length) > namedAtMost ? { namedAtMost } : {}),
  }
}

/** `{ "inputs-unchanged": 40, "inputs-changed": 1 }` */
function countByReason(matches: readonly Match[]): { readonly [reason: string]: number } {
  const counts = new Map<string, number>()
  for (const { reason } of matches) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return Object.fromEntries(counts)
}

function named(matches: readonly Match[]): { readonly [application: string]: Json } {
  return Object.fromEntries(
    matches.slice(0, namedAtMost).map(({ application, reason }) => [application, reason]),
  )
}
