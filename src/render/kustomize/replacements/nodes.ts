export type NodeKind = 'map' | 'list' | 'scalar'

/** A tree that a field path leads through: an object's value, or what a text of YAML or JSON holds. */
export interface Nodes<N> {
  /** `null` for an explicit null; undefined for a text that holds nothing. */
  kindOf(node: N): NodeKind | 'null' | 'alias' | undefined
  /** Of a scalar, null included; empty for everything else. */
  textOf(node: N): string
  /** As YAML has it, with the quotes that it needs; patterns are matched against it. */
  printed(node: N): string
  field(map: N, name: string): N | undefined
  items(list: N): readonly N[]
  withField(map: N, name: string, value: N): N
  withItems(list: N, items: readonly N[]): N
  empty(kind: 'map' | 'list'): N
  /** A scalar that has its type from its text. */
  scalar(text: string): N
}

const names = { map: 'MappingNode', list: 'SequenceNode', scalar: 'ScalarNode' } as const

/** A path that does not fit the value it leads through. */
export class PathError extends Error {}

/** Throws `PathError` unless the node is of the kind. */
export function demand<N>(nodes: Nodes<N>, node: N, kind: NodeKind): void {
  const found = nodes.kindOf(node)
  if (found === kind) return
  const shown =
    found === undefined ? '' : found === 'alias' ? 'AliasNode' : found === 'null' ? '' : names[found]
  const contents = found === undefined ? ': node contents: null' : ''
  throw new PathError(`wrong node kind: expected ${names[kind]} but got ${shown}${contents}`)
}
