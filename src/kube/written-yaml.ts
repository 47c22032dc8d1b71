import { isAlias, isMap, isScalar, Lexer, type ParsedNode, type Scalar } from 'yaml'
import { defaultYamlLimits } from './yaml-limits.ts'
import { parseYamlTree } from './yaml-tree.ts'

/** Comments with their `#`, of several lines where they stand above or below. */
interface Comments {
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
  readonly tag?: string
}

export interface WrittenList extends Common {
  readonly kind: 'list'
  readonly items: readonly WrittenNode[]
  readonly isFlow: boolean
  readonly tag?: string
}

export interface WrittenAlias extends Common {
  readonly kind: 'alias'
  readonly name: string
}

/** A value of a text as it is written: with its quotes, comments and anchors. */
export type WrittenNode = WrittenScalar | WrittenMap | WrittenList | WrittenAlias

/** The type of a scalar without quotes: `!!int`. */
type TagOf = (text: string) => string

interface Reading {
  readonly tagOf: TagOf
  /** Of a text whose last line has no break. */
  readonly end: number | undefined
}

/** The first document of a text; undefined when it holds nothing. Throws `YamlError`. */
export function parseWrittenYaml(text: string, tagOf: TagOf): WrittenNode | undefined {
  const { documents } = parseYamlTree(text, defaultYamlLimits)
  const contents = documents[0]?.contents ?? null
  const read = { tagOf, end: text.endsWith('\n') ? undefined : text.length }
  return contents === null || isNothing(contents) ? undefined : fromParsed(contents, read)
}

/** The comments of a text, in its order; it must be one that can be read. */
export function commentsIn(text: string): readonly { readonly offset: number; readonly text: string }[] {
  const comments: { offset: number; text: string }[] = []
  let offset = 0
  let isScalar = false
  for (const lexeme of new Lexer().lex(text)) {
    if (lexeme.startsWith('#') && !isScalar) comments.push({ offset, text: lexeme })
    isScalar = lexeme === scalarFollows
    if (!marks.includes(lexeme)) offset += lexeme.length
  }
  return comments
}

/** The lexer's signs for what has no text of its own: a document, the end of a flow collection, a scalar. */
const scalarFollows = '\u001f'
const marks = ['\u0002', '\u0018', scalarFollows]

function isNothing(node: ParsedNode): boolean {
  return isScalar(node) && node.source === '' && node.type === 'PLAIN' && node.range[0] === node.range[1]
}

function fromParsed(node: ParsedNode | null, reading: Reading): WrittenNode {
  if (node === null) return { kind: 'scalar', tag: '!!null', text: '', style: 'plain' }
  const range = [node.range[0], node.range[1]] as const
  if (isAlias(node)) return { kind: 'alias', name: node.source, range }
  const common = { range, ...(node.anchor !== undefined && { anchor: node.anchor }) }
  if (isScalar(node)) return { ...fromScalar(node, reading), ...common }
  const collection = {
    ...common,
    isFlow: node.flow === true,
    ...(node.tag !== undefined && { tag: short(node.tag) }),
  }
  if (!isMap(node))
    return { kind: 'list', items: node.items.map((item) => fromParsed(item, reading)), ...collection }
  const entries = node.items.map(({ key, value }) => ({
    key: fromParsed(key, reading),
    value: fromParsed(value, reading),
  }))
  return { kind: 'map', entries, ...collection }
}

const styles: { readonly [type: string]: ScalarStyle } = {
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
}

function fromScalar(node: Scalar.Parsed, { tagOf, end }: Reading): WrittenScalar {
  const style = styles[node.type ?? ''] ?? 'plain'
  const isOpen = (style === 'literal' || style === 'folded') && node.range[1] === end
  const text = isOpen ? withoutBreak(node.source) : node.source
  if (node.tag !== undefined) return { kind: 'scalar', tag: short(node.tag), text, style, isTagged: true }
  if (style === 'plain' && text === '<<')
    return { kind: 'scalar', tag: '!!merge', text, style, isTagged: true }
  return { kind: 'scalar', tag: style === 'plain' ? tagOf(text) : '!!str', text, style }
}

/** To go-yaml the last line of a block has the break that stands there. */
function withoutBreak(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text
}

function short(tag: string): string {
  return tag.replace('tag:yaml.org,2002:', '!!')
}
