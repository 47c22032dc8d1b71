import { isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { plainTag } from '../../written-yaml/plain-tag.ts'
import type { WrittenEntry, WrittenNode, WrittenScalar } from '../../written-yaml/written-node.ts'
import type { Nodes } from './nodes.ts'

/** A value as it is when nothing is known of how it was written. */
export function fromJson(value: Json): WrittenNode {
  if (isList(value)) return { kind: 'list', items: value.map(fromJson), isFlow: false }
  if (!isJsonObject(value)) {
    const text = value === null ? 'null' : String(value)
    return { kind: 'scalar', tag: typeof value === 'string' ? '!!str' : plainTag(text), text, style: 'plain' }
  }
  const entries = Object.entries(value).map(([key, field]) => ({ key: untyped(key), value: fromJson(field) }))
  return { kind: 'map', entries, isFlow: false }
}

/** A scalar that has its type from its text. */
export function untyped(text: string): WrittenScalar {
  return { kind: 'scalar', tag: '', text, style: 'plain' }
}

export const textNodes: Nodes<WrittenNode | undefined> = {
  kindOf: (node) => (node?.kind === 'scalar' && node.tag === '!!null' ? 'null' : node?.kind),
  textOf: (node) => (node?.kind === 'scalar' ? node.text : ''),
  printed: (node) => (node?.kind === 'scalar' ? node.text : ''),
  field: (map, name) => entriesOf(map).findLast(({ key }) => textNodes.textOf(key) === name)?.value,
  items: (list) => (list?.kind === 'list' ? list.items : []),
  withField: (map, name, value) => {
    if (map?.kind !== 'map' || value === undefined) return map
    const index = map.entries.findLastIndex(({ key }) => textNodes.textOf(key) === name)
    const present = map.entries[index]
    const entries =
      present === undefined
        ? [...map.entries, { key: untyped(name), value }]
        : map.entries.with(index, { ...present, value })
    return { ...map, entries }
  },
  withItems: (list, items) =>
    list?.kind === 'list' ? { ...list, items: items.filter((item) => item !== undefined) } : list,
  empty: (kind) =>
    kind === 'map' ? { kind, entries: [], isFlow: false } : { kind, items: [], isFlow: false },
  scalar: untyped,
}

function entriesOf(node: WrittenNode | undefined): readonly WrittenEntry[] {
  return node?.kind === 'map' ? node.entries : []
}
