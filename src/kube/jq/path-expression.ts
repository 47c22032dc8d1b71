import type { Json } from '../json.ts'

/**
 * The part of jq that names places of an object: fields, indexes, iteration, `..`, `?`, pipes, commas, and `select`
 * with conditions. Source: https://jqlang.org/manual, `path(f)` and `del(f)`.
 */
export interface PathExpression {
  /** As written. */
  readonly text: string
  readonly filter: Filter
}

export type Filter =
  | { readonly kind: 'identity' | 'recurse' | 'iterate' | 'not' }
  | { readonly kind: 'field'; readonly name: string }
  /** Negative: from the end. */
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'literal'; readonly value: Json }
  | { readonly kind: 'pipe' | 'comma' | 'and' | 'or'; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'compare'; readonly operator: Comparator; readonly left: Filter; readonly right: Filter }
  | { readonly kind: 'select'; readonly condition: Filter }
  | { readonly kind: 'call'; readonly name: CallName; readonly argument: Filter }
  /** RE2 syntax, checked while parsing; found anywhere in the text. */
  | { readonly kind: 'test'; readonly pattern: string }

export const comparators = ['==', '!=', '<=', '>=', '<', '>'] as const
export type Comparator = (typeof comparators)[number]

export const callNames = ['has', 'contains', 'startswith', 'endswith'] as const
export type CallName = (typeof callNames)[number]

/** True for what names places; everything else gives values that stand nowhere in the object. */
export function namesPlaces(filter: Filter): boolean {
  switch (filter.kind) {
    case 'pipe':
    case 'comma':
      return namesPlaces(filter.left) && namesPlaces(filter.right)
    case 'identity':
    case 'recurse':
    case 'iterate':
    case 'field':
    case 'index':
    case 'select':
      return true
    case 'and':
    case 'call':
    case 'compare':
    case 'literal':
    case 'not':
    case 'or':
    case 'test':
      return false
  }
}
