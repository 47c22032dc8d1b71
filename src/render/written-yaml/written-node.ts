/** Each with its `#`; those above and below may have several lines. */
export interface NodeComments {
  readonly head?: string
  readonly line?: string
  readonly foot?: string
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

interface Common extends NodeComments {
  readonly anchor?: string
}

export interface WrittenScalar extends Common {
  readonly kind: 'scalar'
  /** `!!int`; empty for what has its type from its text. */
  readonly tag: string
  readonly text: string
  readonly style: ScalarStyle
  /** The tag was written. */
  readonly isTagged?: boolean
}

export interface WrittenEntry {
  readonly key: WrittenNode
  readonly value: WrittenNode
}

export interface WrittenMap extends Common {
  readonly kind: 'map'
  readonly entries: readonly WrittenEntry[]
  readonly isFlow: boolean
  /** Where it was written. */
  readonly tag?: string
}

export interface WrittenList extends Common {
  readonly kind: 'list'
  readonly items: readonly WrittenNode[]
  readonly isFlow: boolean
  /** Where it was written. */
  readonly tag?: string
}

export interface WrittenAlias extends Common {
  readonly kind: 'alias'
  readonly name: string
}

/** A value of a text as it is written: with its quotes, comments and anchors. */
export type WrittenNode = WrittenScalar | WrittenMap | WrittenList | WrittenAlias

export interface WrittenDocument {
  readonly root: WrittenNode
  /** What stands above the document, a blank line apart. */
  readonly head?: string
  /** What stands below the document, a blank line apart. */
  readonly foot?: string
}
