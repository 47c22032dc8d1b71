import { isJsonObject, isList, type Json } from '../../../kube/json.ts'
import {
  parseWrittenYaml,
  type WrittenEntry,
  type WrittenNode,
  type WrittenScalar,
} from '../../../kube/written-yaml.ts'
import { outOfRange } from '../../../kube/yaml-scalar.ts'
import { resolveManifestScalar } from '../../go-yaml/resolve-scalar.ts'
import type { Nodes } from './nodes.ts'

/** The first document of a text, as it is written; undefined when it holds nothing. Throws `YamlError`. */
export function parseText(text: string): WrittenNode | undefined {
  return parseWrittenYaml(text, tagOf)
}

/** A value as it is when nothing is known of how it was written. */
export function fromJson(value: Json): WrittenNode {
  if (isList(value)) return { kind: 'list', items: value.map(fromJson), isFlow: false }
  if (!isJsonObject(value)) {
    const text = value === null ? 'null' : String(value)
    return { kind: 'scalar', tag: typeof value === 'string' ? '!!str' : tagOf(text), text, style: 'plain' }
  }
  const entries = Object.entries(value).map(([key, field]) => ({ key: untyped(key), value: fromJson(field) }))
  return { kind: 'map', entries, isFlow: false }
}

/** The type of a text without quotes. */
export function tagOf(text: string): string {
  const value = resolveManifestScalar(text)
  if (value === null) return '!!null'
  if (typeof value === 'boolean') return '!!bool'
  if (typeof value === 'string') return value === text ? '!!str' : '!!timestamp'
  const isInteger = typeof value === 'bigint' || (value !== outOfRange && Number.isSafeInteger(value))
  return isInteger && !/[.eE]/.test(text.replace(/^[-+]?0[xX].*/, '')) ? '!!int' : '!!float'
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
