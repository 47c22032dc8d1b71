import { isAlias, isMap, isScalar, type ParsedNode, type Scalar } from 'yaml'
import { isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { outOfRange } from '../../../kube/yaml-scalar.ts'
import { defaultYamlLimits, parseYamlTree } from '../../../kube/yaml-tree.ts'
import { resolveManifestScalar } from '../read-scalar.ts'
import type { Nodes } from './nodes.ts'

/** Comments with their `#`, of several lines where they stand above or below. */
export interface Comments {
  readonly head?: string
  readonly line?: string
  readonly foot?: string
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

interface Common extends Comments {
  readonly anchor?: string
  /** Where it stood; undefined for what was made. */
  readonly range?: readonly [start: number, end: number]
}

export interface TextScalar extends Common {
  readonly kind: 'scalar'
  /** `!!int`; empty for what has its type from its text. */
  readonly tag: string
  readonly text: string
  readonly style: ScalarStyle
  /** The tag was written. */
  readonly isTagged?: boolean
}

export interface TextEntry {
  readonly key: TextNode
  readonly value: TextNode
}

export interface TextMap extends Common {
  readonly kind: 'map'
  readonly entries: readonly TextEntry[]
  readonly isFlow: boolean
  readonly tag?: string
}

export interface TextList extends Common {
  readonly kind: 'list'
  readonly items: readonly TextNode[]
  readonly isFlow: boolean
  readonly tag?: string
}

export interface TextAlias extends Common {
  readonly kind: 'alias'
  readonly name: string
}

/** A value of a text as it is written: with its quotes, comments and anchors. */
export type TextNode = TextScalar | TextMap | TextList | TextAlias

/** The first document of a text; undefined when it holds nothing. Throws `YamlError`. */
export function parseText(text: string): TextNode | undefined {
  const { documents } = parseYamlTree(text, defaultYamlLimits)
  const contents = documents[0]?.contents ?? null
  return contents === null || isNothing(contents) ? undefined : fromParsed(contents)
}

function isNothing(node: ParsedNode): boolean {
  return isScalar(node) && node.source === '' && node.type === 'PLAIN' && node.range[0] === node.range[1]
}

function fromParsed(node: ParsedNode | null): TextNode {
  if (node === null) return { ...untyped(''), tag: '!!null' }
  const range = [node.range[0], node.range[1]] as const
  if (isAlias(node)) return { kind: 'alias', name: node.source, range }
  const common = { range, ...(node.anchor !== undefined && { anchor: node.anchor }) }
  if (isScalar(node)) return { ...fromScalar(node), ...common }
  const collection = {
    ...common,
    isFlow: node.flow === true,
    ...(node.tag !== undefined && { tag: short(node.tag) }),
  }
  if (!isMap(node)) return { kind: 'list', items: node.items.map((item) => fromParsed(item)), ...collection }
  const entries = node.items.map(({ key, value }) => ({ key: fromParsed(key), value: fromParsed(value) }))
  return { kind: 'map', entries, ...collection }
}

const styles: { readonly [type: string]: ScalarStyle } = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
}

function fromScalar(node: Scalar.Parsed): TextScalar {
  const style = styles[node.type ?? ''] ?? 'plain'
  const { source: text } = node
  if (node.tag !== undefined) return { kind: 'scalar', tag: short(node.tag), text, style, isTagged: true }
  if (style === 'plain' && text === '<<')
    return { kind: 'scalar', tag: '!!merge', text, style, isTagged: true }
  return { kind: 'scalar', tag: style === 'plain' ? tagOf(text) : '!!str', text, style }
}

function short(tag: string): string {
  return tag.replace('tag:yaml.org,2002:', '!!')
}

/** A value as it is when nothing is known of how it was written. */
export function fromJson(value: Json): TextNode {
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
export function untyped(text: string): TextScalar {
  return { kind: 'scalar', tag: '', text, style: 'plain' }
}

export const textNodes: Nodes<TextNode | undefined> = {
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

function entriesOf(node: TextNode | undefined): readonly TextEntry[] {
  return node?.kind === 'map' ? node.entries : []
}
