import { getOwn, isJsonObject, type Json } from '../../kube/json.ts'
import { textOf } from './resource.ts'

/** Where each element of a list stands, by the texts of its keys. */
export type Positions = ReadonlyMap<string, number>

/** A list whose elements have texts for the same keys, and no two the same texts. */
export interface ToldApart {
  readonly positions: Positions
  /** The keys that have texts. */
  readonly used: readonly string[]
}

/** Undefined for a list that is none, and for an empty one. */
export function tellApart(list: readonly Json[], keys: readonly string[]): ToldApart | undefined {
  const used = keys.filter((key) => keyText(list[0] ?? null, key) !== '')
  if (used.length === 0) return undefined
  const positions = new Map<string, number>()
  for (const [at, element] of list.entries()) {
    if (keys.some((key) => (keyText(element, key) !== '') !== used.includes(key))) return undefined
    positions.set(idOf(element, keys), at)
  }
  return positions.size === list.length ? { positions, used } : undefined
}

/** Two lists whose elements have texts for the same keys; either may be empty, but not both. */
export interface BothToldApart {
  readonly mine: Positions
  readonly theirs: Positions
  readonly used: readonly string[]
}

export function tellBothApart(
  mine: readonly Json[],
  theirs: readonly Json[],
  keys: readonly string[],
): BothToldApart | undefined {
  const ours = tellApart(mine, keys)
  const others = tellApart(theirs, keys)
  const used = (ours ?? others)?.used
  if (used === undefined) return undefined
  if ((ours === undefined && mine.length > 0) || (others === undefined && theirs.length > 0)) return undefined
  if (ours !== undefined && others !== undefined && ours.used.join() !== others.used.join()) return undefined
  return { mine: ours?.positions ?? new Map(), theirs: others?.positions ?? new Map(), used }
}

/** The texts of its keys as one. */
export function idOf(element: Json, keys: readonly string[]): string {
  const texts = keys.map((key) => keyText(element, key))
  return texts.length === 1 ? (texts[0] ?? '') : JSON.stringify(texts)
}

/** Empty where the element has no text for the key. */
export function keyText(element: Json, key: string): string {
  return isJsonObject(element) ? textOf(getOwn(element, key)) : ''
}
