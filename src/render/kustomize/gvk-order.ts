import { compareBytes } from '../../git/byte-order.ts'
import type { Gvk } from './resource-id.ts'
import { defaultLegacyOrder, typeText } from './sort-resources.ts'

const { orderFirst, orderLast } = defaultLegacyOrder

const ranks: ReadonlyMap<string, number> = new Map([
  ...orderFirst.map((kind, index): [string, number] => [kind, index - orderFirst.length]),
  ...orderLast.map((kind, index): [string, number] => [kind, index + 1]),
])

/** kustomize's order of kinds: what others need comes first. Source: kyaml 0.21.1 resid/gvk.go. */
export function compareGvk(a: Partial<Gvk>, b: Partial<Gvk>): number {
  const byRank = (ranks.get(a.kind ?? '') ?? 0) - (ranks.get(b.kind ?? '') ?? 0)
  return byRank || compareBytes(typeText(a), typeText(b))
}
