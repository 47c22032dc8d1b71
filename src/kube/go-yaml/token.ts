export type TokenType =
  | 'end'
  | 'document-start'
  | 'document-end'
  | 'block-sequence'
  | 'block-mapping'
  | 'block-end'
  | 'flow-sequence'
  | 'flow-sequence-end'
  | 'flow-mapping'
  | 'flow-mapping-end'
  | 'block-entry'
  | 'flow-entry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'plain'
  | 'quoted'
  | 'literal'
  | 'folded'

export interface Token {
  readonly type: TokenType
  readonly start: number
  /** A scalar's text, the name of an anchor or alias, a tag as written. */
  readonly value: string
}
