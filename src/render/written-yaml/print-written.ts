import { CommentPrinter } from './comment-printer.ts'
import { blockHints, doubleQuoted, unfolded } from './print-scalar.ts'
import { anyBreak, formOf, shownTag } from './scalar-form.ts'
import type {
  WrittenDocument,
  WrittenEntry,
  WrittenList,
  WrittenMap,
  WrittenNode,
  WrittenScalar,
} from './written-node.ts'
import { printTag } from './written-tag.ts'
import { WrittenWriter } from './written-writer.ts'

/**
 * A document as go-yaml v3 writes it with an indentation of two: styles, comments, anchors and the order of keys stay.
 * Source: go.yaml.in/yaml/v3 emitterc.go and encode.go.
 */
export function printWritten(document: WrittenDocument): string {
  return new WrittenPrinter().document(document)
}

interface Place {
  /** -1 for the document. */
  readonly indent: number
  readonly isFlow: boolean
  /** A key without a question mark. */
  readonly isKey: boolean
  /** A key or a value. */
  readonly inMap: boolean
  /** An item of a list that is no flow collection. */
  readonly isItem: boolean
}

/** What is done right behind a scalar, or behind the beginning of a collection. */
type After = () => void

class WrittenPrinter {
  readonly #writer = new WrittenWriter()
  readonly #comments = new CommentPrinter(this.#writer)

  document({ root, head, foot }: WrittenDocument): string {
    const place = { indent: -1, isFlow: false, isKey: false, inMap: false, isItem: false }
    this.#comments.tell({ head })
    if (this.#comments.hasHead) {
      this.#comments.above(-1)
      this.#writer.break()
    }
    this.#begin(root)
    this.#comments.above(-1)
    this.#node(root, place, () => this.#comments.behind(-1))
    this.#comments.tell({ foot })
    this.#writer.setApart(0)
    this.#comments.below(-1)
    this.#writer.setApart(-1)
    this.#writer.indent(-1)
    return this.#writer.text
  }

  /** The comments at the beginning of a node; a collection has the others at its end. */
  #begin({ kind, head, line, foot }: WrittenNode): void {
    const isLeaf = kind === 'scalar' || kind === 'alias'
    this.#comments.tell(isLeaf ? { head, line, foot } : { head })
  }

  /** `tail` is what stands below the entry before, which is lost before a key that is a list or an alias. */
  #beginKey(key: WrittenNode, tail: string): void {
    this.#begin(key)
    if (key.kind === 'scalar' || key.kind === 'map') this.#comments.tell({ tail })
  }

  #node(node: WrittenNode, place: Place, after: After): void {
    if (node.kind === 'alias') {
      this.#writer.indicator(`*${node.name}`, true)
      after()
      return
    }
    if (node.anchor !== undefined) this.#writer.indicator(`&${node.anchor}`, true)
    if (node.kind === 'scalar') {
      this.#scalar(node, place)
      after()
      return
    }
    if (node.tag !== undefined) this.#writer.indicator(printTag(node.tag), true)
    after()
    const isFlow = node.isFlow || place.isFlow || isEmpty(node)
    if (node.kind === 'map') {
      if (isFlow) this.#flowMap(node, place)
      else this.#blockMap(node, place)
    } else if (isFlow) this.#flowList(node, place)
    else this.#blockList(node, place)
  }

  /** Under a key a list stands in the key's column. */
  #blockList(list: WrittenList, place: Place): void {
    let indent = -1
    for (const [index, item] of list.items.entries()) {
      this.#begin(item)
      if (index === 0) indent = this.#listIndent(place)
      this.#comments.above(indent)
      this.#writer.indent(indent)
      this.#writer.indicator('-', true, false, true)
      const within = { indent, isFlow: false, isKey: false, inMap: false, isItem: true }
      this.#node(item, within, () => this.#comments.behind(indent))
    }
    this.#comments.tell({ line: list.line, foot: list.foot })
  }

  #listIndent(place: Place): number {
    const isCompact = place.inMap && (this.#writer.column === 0 || !this.#writer.isIndention)
    return inner(place) - (isCompact && place.indent >= 0 ? 2 : 0)
  }

  #blockMap(map: WrittenMap, place: Place): void {
    const indent = inner(place)
    let tail = ''
    for (const { key, value } of map.entries) {
      const own = { ...key, foot: '' }
      this.#beginKey(own, tail)
      tail = key.foot ?? ''
      this.#comments.above(indent)
      this.#writer.indent(indent)
      this.#comments.keepForValue()
      this.#blockEntry({ key: own, value }, indent)
    }
    this.#comments.tell({ tail, line: map.line, foot: map.foot })
    this.#comments.above(indent)
  }

  #blockEntry({ key, value }: WrittenEntry, indent: number): void {
    const within = { indent, isFlow: false, isKey: false, inMap: true, isItem: false }
    if (isSimpleKey(key)) {
      this.#node(key, { ...within, isKey: true }, () => undefined)
      this.#begin(value)
      this.#writer.indicator(':', false)
    } else {
      this.#writer.indicator('?', true, false, true)
      this.#node(key, within, () => undefined)
      this.#begin(value)
      this.#writer.indent(indent)
      this.#writer.indicator(':', true, false, true)
    }
    if (value.kind === 'scalar') this.#comments.keyLineBehindScalar()
    else if (value.kind !== 'alias' && !value.isFlow) this.#comments.keyLine(indent)
    this.#node(value, within, () => this.#comments.behind(indent))
  }

  #flowList(list: WrittenList, place: Place): void {
    const indent = place.isFlow || place.indent >= 0 ? inner(place) : 2
    let needsComma = false
    this.#writer.indicator('[', true, true)
    for (const item of list.items) {
      this.#begin(item)
      if (needsComma) this.#writer.indicator(',', false)
      this.#comments.above(indent)
      if (this.#writer.column === 0) this.#writer.indent(indent)
      needsComma = !this.#comments.hasTrail
      const within = { indent, isFlow: true, isKey: false, inMap: false, isItem: false }
      this.#node(item, within, () => this.#flowTrail(indent))
    }
    this.#comments.tell({ line: list.line, foot: list.foot })
    if (this.#writer.column === 0) this.#writer.indent(place.indent)
    this.#writer.indicator(']', false)
    this.#comments.behind(place.indent)
  }

  /** A comment behind an item stands behind its comma. */
  #flowTrail(indent: number): void {
    if (this.#comments.hasTrail) this.#writer.indicator(',', false)
    this.#comments.behind(indent)
  }

  #flowMap(map: WrittenMap, place: Place): void {
    const indent = place.isFlow || place.indent >= 0 ? inner(place) : 2
    let needsComma = false
    let tail = ''
    this.#writer.indicator('{', true, true)
    for (const { key, value } of map.entries) {
      const own = { ...key, foot: '' }
      this.#beginKey(own, tail)
      tail = key.foot ?? ''
      if (needsComma) this.#writer.indicator(',', false)
      this.#comments.above(indent)
      if (this.#writer.column === 0) this.#writer.indent(indent)
      needsComma = this.#flowEntry({ key: own, value }, indent)
    }
    this.#comments.tell({ tail, line: map.line, foot: map.foot })
    if (needsComma && this.#comments.hasOther) this.#writer.indicator(',', false)
    this.#comments.above(indent)
    this.#writer.indicator('}', false)
    this.#comments.behind(place.indent)
  }

  /** Whether its comma is not written yet. */
  #flowEntry({ key, value }: WrittenEntry, indent: number): boolean {
    const within = { indent, isFlow: true, isKey: false, inMap: true, isItem: false }
    const isSimple = isSimpleKey(key)
    if (!isSimple) this.#writer.indicator('?', true)
    this.#node(key, { ...within, isKey: isSimple }, () => undefined)
    this.#begin(value)
    this.#writer.indicator(':', !isSimple)
    const needsComma = !this.#comments.hasTrail
    this.#node(value, within, () => this.#flowTrail(indent))
    return needsComma
  }

  #scalar(scalar: WrittenScalar, place: Place): void {
    const { style, tag } = formOf(scalar, place)
    const { text } = scalar
    if (tag !== '') this.#writer.indicator(printTag(tag), true)
    const column = place.indent < 0 ? 2 : inner(place)
    if (style === 'plain') this.#writer.plain(text)
    else if (style === 'double') this.#writer.indicator(doubleQuoted(text), true)
    else if (style === 'single') {
      this.#writer.indicator("'", true)
      this.#writer.quotedLines(text.replaceAll("'", "''"), column)
      this.#writer.indicator("'", false)
    } else {
      this.#writer.indicator(`${style === 'literal' ? '|' : '>'}${blockHints(text)}`, true)
      this.#comments.inHeader(column)
      this.#writer.lines(style === 'literal' ? text : unfolded(text), column)
    }
  }
}

/** The column of what stands within. */
function inner({ indent, isItem }: Place): number {
  if (indent < 0) return 0
  return isItem ? indent + 2 : 2 * Math.floor((indent + 2) / 2)
}

function isEmpty(node: WrittenMap | WrittenList): boolean {
  return node.kind === 'map' ? node.entries.length === 0 : node.items.length === 0
}

const longestKey = 128

/** Whether it needs no question mark; lengths count bytes. */
function isSimpleKey(key: WrittenNode): boolean {
  if (key.kind === 'alias') return byteLength(key.name) <= longestKey
  const anchor = key.anchor ?? ''
  if (key.kind !== 'scalar') return isEmpty(key) && byteLength(anchor + (key.tag ?? '')) <= longestKey
  return !anyBreak.test(key.text) && byteLength(anchor + shownTag(key).tag + key.text) <= longestKey
}

function byteLength(text: string): number {
  return text.length > longestKey ? text.length : new TextEncoder().encode(text).length
}
