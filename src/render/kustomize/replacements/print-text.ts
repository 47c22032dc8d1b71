import type {
  WrittenEntry,
  WrittenList,
  WrittenMap,
  WrittenNode,
  WrittenScalar,
} from '../../../kube/written-yaml.ts'
import { formOf } from './scalar-style.ts'
import { TextWriter } from './text-writer.ts'

/** A tree as go-yaml v3 writes it with an indentation of two: styles, comments, anchors and the order of keys stay. */
export function printText(root: WrittenNode, head = '', foot = ''): string {
  const writer = new TextWriter()
  if (head !== '') {
    writer.comment(head, 0)
    writer.break()
  }
  if (root.head !== undefined) writeHead(writer, root.head, 0)
  writeNode(writer, root, { indent: -1, isFlow: false, isKey: false, inMap: false, inList: false })
  writeTrail(writer, root, 0)
  if (foot === '') writer.indent(0)
  else writer.documentFoot(foot)
  return writer.text
}

interface Place {
  readonly indent: number
  readonly isFlow: boolean
  readonly isKey: boolean
  readonly inMap: boolean
  readonly inList: boolean
}

function writeHead(writer: TextWriter, head: string, column: number): void {
  writer.indent(column)
  writer.comment(head, column)
}

/** What follows a value: the comment on its line, and the one below it. */
function writeTrail(writer: TextWriter, node: WrittenNode, column: number): void {
  if (node.line !== undefined && !hasOwnLine(node)) writer.lineComment(node.line)
  if (node.foot !== undefined) writer.endComment(node.foot, Math.max(0, column))
}

/** A block scalar's comment stands behind its header. */
function hasOwnLine(node: WrittenNode): boolean {
  return node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded')
}

function writeNode(writer: TextWriter, node: WrittenNode, place: Place): void {
  if (node.kind === 'alias') {
    writer.indicator(`*${node.name}`, true)
    return
  }
  if (node.anchor !== undefined) writer.indicator(`&${node.anchor}`, true)
  if (node.kind === 'scalar') {
    writeScalar(writer, node, place)
    return
  }
  if (node.tag !== undefined) writer.indicator(node.tag, true)
  const isEmpty = node.kind === 'map' ? node.entries.length === 0 : node.items.length === 0
  if (node.isFlow || place.isFlow || isEmpty) writeFlow(writer, node, place)
  else if (node.kind === 'map') writeMap(writer, node, place)
  else writeList(writer, node, place)
}

function inner({ indent, inList }: Place): number {
  if (indent < 0) return 0
  return inList ? indent + 2 : 2 * Math.floor((indent + 2) / 2)
}

function writeMap(writer: TextWriter, { entries }: WrittenMap, place: Place): void {
  const indent = inner(place)
  let tail: string | undefined
  for (const { key, value } of entries) {
    if (tail !== undefined) writer.endComment(tail, indent)
    if (key.head !== undefined) writeHead(writer, key.head, indent)
    writer.indent(indent)
    writeKey(writer, key, indent)
    writeValue(writer, { key, value }, indent)
    tail = key.foot
  }
  if (tail !== undefined) writer.endComment(tail, indent)
}

function writeKey(writer: TextWriter, key: WrittenNode, indent: number): void {
  writeNode(writer, key, { indent, isFlow: false, isKey: true, inMap: true, inList: false })
  writer.indicator(':', false)
}

function writeValue(writer: TextWriter, { key, value }: WrittenEntry, indent: number): void {
  const isBlock = (value.kind === 'map' || value.kind === 'list') && !value.isFlow
  if (key.line !== undefined && isBlock) writer.lineComment(key.line)
  if (value.head !== undefined && value.kind !== 'scalar')
    writeHead(writer, value.head, inner({ ...blockPlace, indent }))
  writeNode(writer, value, { indent, isFlow: false, isKey: false, inMap: true, inList: false })
  const line = value.line ?? (isBlock ? undefined : key.line)
  writeTrail(writer, line === undefined ? value : { ...value, line }, indent)
}

const blockPlace: Place = { indent: 0, isFlow: false, isKey: false, inMap: true, inList: false }

/** Under a key a list stands in the key's column. */
function writeList(writer: TextWriter, { items }: WrittenList, place: Place): void {
  const isCompact = place.inMap && (writer.column === 0 || !writer.isIndention)
  const indent = isCompact ? inner(place) - 2 : inner(place)
  for (const item of items) {
    if (item.head !== undefined) writeHead(writer, item.head, indent)
    writer.indent(indent)
    writer.indicator('-', true, false, true)
    writeNode(writer, item, { indent, isFlow: false, isKey: false, inMap: false, inList: true })
    writeTrail(writer, item, indent)
  }
}

function writeFlow(writer: TextWriter, node: WrittenMap | WrittenList, place: Place): void {
  const within = { ...place, isFlow: true, isKey: false, inMap: false, inList: false }
  writer.indicator(node.kind === 'map' ? '{' : '[', true, true)
  const parts: readonly WrittenEntry[] | readonly WrittenNode[] =
    node.kind === 'map' ? node.entries : node.items
  for (const [index, part] of parts.entries()) {
    if (index > 0) writer.indicator(',', false)
    if ('key' in part) {
      writeNode(writer, part.key, { ...within, isKey: true })
      writer.indicator(':', false)
      writeNode(writer, part.value, within)
    } else writeNode(writer, part, within)
  }
  writer.indicator(node.kind === 'map' ? '}' : ']', false)
}

function writeScalar(writer: TextWriter, scalar: WrittenScalar, place: Place): void {
  const { style, tag } = formOf(scalar, place)
  const { text } = scalar
  if (tag !== '') writer.indicator(tag, true)
  const column = inner({ ...place, inList: place.inList && !place.isFlow })
  if (style === 'plain') writer.word(text)
  else if (style === 'single') writeQuoted(writer, `'${text.replaceAll("'", "''")}'`, column)
  else if (style === 'double') writer.indicator(doubleQuoted(text), true)
  else writeBlock(writer, scalar, style, place.indent < 0 ? 2 : column)
}

/** A line break within single quotes is written twice. */
function writeQuoted(writer: TextWriter, quoted: string, column: number): void {
  const [first = '', ...lines] = quoted.split('\n')
  writer.indicator(first, true)
  for (const [index, line] of lines.entries()) {
    if (index === 0 || lines[index - 1] !== '') writer.break()
    writer.break()
    if (line === '') continue
    writer.indent(column)
    writer.indicator(line, false)
  }
}

function writeBlock(
  writer: TextWriter,
  { text, line }: WrittenScalar,
  style: 'literal' | 'folded',
  column: number,
): void {
  const header = style === 'literal' ? '|' : '>'
  writer.indicator(`${header}${/^[ \n]/.test(text) ? '2' : ''}${chomping(text)}`, true)
  if (line === undefined) writer.break()
  else writer.lineComment(line)
  writer.lines(style === 'literal' ? text : unfolded(text), column)
}

function chomping(text: string): string {
  if (!text.endsWith('\n')) return '-'
  return text === '\n' || text.endsWith('\n\n') ? '+' : ''
}

/** The line break behind a line that can be folded is written twice, unless the text starts with a blank. */
function unfolded(text: string): string {
  const startsBlank = /^\n*(?:[ \t]|$)/.test(text)
  return startsBlank ? text : text.replaceAll(/(?<=^[^ \t\n].*)\n/gm, '\n\n')
}

const escapes: { readonly [char: string]: string } = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
}

function doubleQuoted(text: string): string {
  const needsEscape = /["\\\n\r\u2028\u2029]|[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/gu
  return `"${text.replaceAll(needsEscape, escapeOf)}"`
}

function escapeOf(char: string): string {
  const known = escapes[char]
  if (known !== undefined) return known
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase()
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
