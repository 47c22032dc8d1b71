import type { Cursor } from '../../kube/go-yaml/cursor.ts'
import type { Comments } from '../../kube/go-yaml/pending-comments.ts'
import type { YamlProblem } from '../../kube/go-yaml/problems.ts'
import type { YamlScanner } from '../../kube/go-yaml/scanner.ts'
import type { Token, TokenType } from '../../kube/go-yaml/token.ts'
import { noAnchor } from '../../kube/yaml-error.ts'
import { plainTag } from './plain-tag.ts'
import { splitHead, splitStem } from './split-comments.ts'
import { WrittenEntries } from './written-entries.ts'
import type {
  NodeComments,
  ScalarStyle,
  WrittenDocument,
  WrittenEntry,
  WrittenNode,
  WrittenScalar,
} from './written-node.ts'
import { shortTag } from './written-tag.ts'

interface Properties {
  readonly anchor?: string
  readonly tag?: string
}

const noComments: Comments = { head: '', line: '', foot: '' }

const documentEnds: readonly TokenType[] = ['document-start', 'document-end', 'end']
const itemEnds: readonly TokenType[] = ['block-entry', 'block-end']
const indentlessEnds: readonly TokenType[] = ['block-entry', 'key', 'value', 'block-end']
const entryEnds: readonly TokenType[] = ['key', 'value', 'block-end']

/**
 * Tokens to nodes with their comments: a comment stays where it is until something is read that can have one. Source:
 * go.yaml.in/yaml/v3 parserc.go and decode.go.
 */
export class WrittenComposer {
  readonly #scanner: YamlScanner
  readonly #cursor: Cursor
  readonly #anchors = new Set<string>()
  /** Comments that nothing has taken yet. */
  #comments: Comments = { ...noComments }
  /** Above a dash, when a block begins behind it. */
  #stem = ''
  #left: number

  constructor(scanner: YamlScanner, cursor: Cursor, mostNodes: number) {
    this.#scanner = scanner
    this.#cursor = cursor
    this.#left = mostNodes
  }

  /** The first document of the text; undefined for none. */
  document(): WrittenDocument | undefined {
    const { type } = this.#peek()
    if (type === 'end') return undefined
    let head = ''
    if (type === 'document-start') this.#take()
    else [head, this.#comments.head] = splitHead(this.#comments.head)
    const isEmpty = type === 'document-start' && this.#isAny(documentEnds)
    const root = isEmpty ? this.#nothing() : this.#node(true, false)
    if (this.#is('document-end')) this.#take()
    const foot = this.#comments.foot || this.#comments.head
    return { root, head, foot }
  }

  #peek(): Token {
    return this.#scanner.peekCommented(this.#comments)
  }

  #take(): Token {
    const token = this.#peek()
    this.#scanner.take()
    return token
  }

  #is(type: TokenType): boolean {
    return this.#peek().type === type
  }

  #isAny(types: readonly TokenType[]): boolean {
    return types.includes(this.#peek().type)
  }

  #expect(type: TokenType, problem: YamlProblem): void {
    const token = this.#peek()
    if (token.type !== type) this.#cursor.malformed(problem, token.start)
  }

  /** The comments that have come up, which are nobody else's then. */
  #claim(): Comments {
    const claimed = this.#comments
    this.#comments = { ...noComments }
    this.#stem = ''
    return claimed
  }

  #claimStem(): NodeComments {
    const head = this.#stem
    this.#stem = ''
    return { head }
  }

  #node(isBlock: boolean, isIndentless: boolean): WrittenNode {
    const { start } = this.#peek()
    this.#left -= 1
    if (this.#left < 0) this.#cursor.fail('too-many-nodes', 'too many keys and values; split it', start)
    if (this.#is('alias')) return this.#alias()
    const properties = this.#properties()
    const { type } = this.#peek()
    if (isIndentless && type === 'block-entry') return this.#indentless(properties)
    if (isScalar(type)) return this.#scalar(properties)
    if (type === 'flow-sequence') return this.#flowSequence(properties)
    if (type === 'flow-mapping') return this.#flowMapping(properties)
    if (isBlock && type === 'block-sequence') return this.#blockSequence(properties)
    if (isBlock && type === 'block-mapping') return this.#blockMapping(properties)
    if (properties.anchor === undefined && properties.tag === undefined) {
      this.#cursor.malformed('did not find expected node content', start)
    }
    return this.#written('', 'plain', properties)
  }

  #alias(): WrittenNode {
    const comments = this.#claim()
    const { value: name, start } = this.#take()
    if (!this.#anchors.has(name)) this.#cursor.fail('unknown-alias', noAnchor, start)
    return { kind: 'alias', name, ...comments }
  }

  #properties(): Properties {
    let anchor: string | undefined
    let tag: string | undefined
    for (;;) {
      const { type, value, start } = this.#peek()
      if (anchor === undefined && type === 'anchor') anchor = value
      else if (tag === undefined && type === 'tag') {
        tag = shortTag(value) ?? this.#cursor.malformed('found undefined tag handle', start)
      } else break
      this.#take()
    }
    if (anchor !== undefined) this.#anchors.add(anchor)
    return { ...(anchor !== undefined && { anchor }), ...(tag !== undefined && { tag }) }
  }

  #nothing(): WrittenScalar {
    return this.#written('', 'plain', {})
  }

  #scalar(properties: Properties): WrittenScalar {
    const comments = this.#claim()
    const { type, start, value } = this.#take()
    return { ...this.#written(value, this.#styleOf(type, start), properties), ...comments }
  }

  #styleOf(type: TokenType, start: number): ScalarStyle {
    if (type === 'plain' || type === 'literal' || type === 'folded') return type
    return this.#cursor.text[start] === "'" ? 'single' : 'double'
  }

  #written(text: string, style: ScalarStyle, { anchor, tag = '!' }: Properties): WrittenScalar {
    const common = { kind: 'scalar', text, style, ...(anchor !== undefined && { anchor }) } as const
    if (tag !== '!') return { ...common, tag, isTagged: true }
    if (style === 'plain' && text === '<<') return { ...common, tag: '!!merge', isTagged: true }
    return { ...common, tag: style === 'plain' ? plainTag(text) : '!!str' }
  }

  #blockSequence(properties: Properties): WrittenNode {
    const comments = this.#claimStem()
    this.#take()
    const items: WrittenNode[] = []
    while (this.#is('block-entry')) items.push(this.#item(itemEnds))
    this.#expect('block-end', "did not find expected '-' indicator")
    this.#take()
    return { kind: 'list', items, isFlow: false, ...written(properties), ...comments }
  }

  /** In the column of its key. */
  #indentless(properties: Properties): WrittenNode {
    const items: WrittenNode[] = []
    while (this.#is('block-entry')) items.push(this.#item(indentlessEnds))
    return { kind: 'list', items, isFlow: false, ...written(properties) }
  }

  #item(ends: readonly TokenType[]): WrittenNode {
    const { length } = this.#comments.head
    this.#take()
    if (length > 0 && this.#isAny(['block-sequence', 'block-mapping'])) {
      ;[this.#stem, this.#comments.head] = splitStem(this.#comments.head, length)
    }
    return this.#isAny(ends) ? this.#nothing() : this.#node(true, false)
  }

  #blockMapping(properties: Properties): WrittenNode {
    const { head } = this.#claimStem()
    this.#take()
    const entries = new WrittenEntries(true)
    while (this.#is('key')) {
      this.#take()
      const key = this.#isAny(entryEnds) ? this.#nothing() : this.#node(true, true)
      entries.add({ key, value: this.#value(entryEnds, true) })
    }
    this.#expect('block-end', 'did not find expected key')
    const { line, foot } = this.#claim()
    this.#take()
    return { ...entries.end(line, foot), ...written(properties), ...(head !== undefined && { head }) }
  }

  /** Behind a key; nothing where there is no colon. */
  #value(ends: readonly TokenType[], isBlock: boolean): WrittenNode {
    if (!this.#is('value')) return this.#nothing()
    this.#take()
    return this.#isAny(ends) ? this.#nothing() : this.#node(isBlock, isBlock)
  }

  #flowSequence(properties: Properties): WrittenNode {
    const { head } = this.#claim()
    this.#take()
    const items: WrittenNode[] = []
    while (!this.#is('flow-sequence-end')) {
      if (items.length > 0) {
        this.#expect('flow-entry', "did not find expected ',' or ']'")
        this.#take()
        if (this.#is('flow-sequence-end')) break
      }
      items.push(this.#is('key') ? this.#pair() : this.#node(false, false))
    }
    const { line, foot } = this.#claim()
    this.#take()
    return { kind: 'list', items, isFlow: true, ...written(properties), head, line, foot }
  }

  /** `[a: 1]` is a list of one mapping. */
  #pair(): WrittenNode {
    this.#take()
    const ends: readonly TokenType[] = ['flow-entry', 'flow-sequence-end']
    const isEmpty = this.#isAny(['value', ...ends])
    if (isEmpty) this.#take()
    const key = isEmpty ? this.#nothing() : this.#node(false, false)
    const entries = new WrittenEntries(false)
    entries.add({ key, value: this.#value(ends, false) })
    return entries.end('', '')
  }

  #flowMapping(properties: Properties): WrittenNode {
    const { head } = this.#claim()
    this.#take()
    const entries = new WrittenEntries(false)
    for (let isFirst = true; !this.#is('flow-mapping-end'); isFirst = false) {
      if (!isFirst) {
        this.#expect('flow-entry', "did not find expected ',' or '}'")
        this.#take()
        if (this.#is('flow-mapping-end')) break
      }
      entries.add(this.#flowEntry())
    }
    const { line, foot } = this.#claim()
    this.#take()
    return { ...entries.end(line, foot), ...written(properties), head }
  }

  #flowEntry(): WrittenEntry {
    const ends: readonly TokenType[] = ['flow-entry', 'flow-mapping-end']
    if (!this.#is('key')) {
      const key = this.#node(false, false)
      this.#peek()
      return { key, value: this.#nothing() }
    }
    this.#take()
    const key = this.#isAny(['value', ...ends]) ? this.#nothing() : this.#node(false, false)
    return { key, value: this.#value(ends, false) }
  }
}

function isScalar(type: TokenType): boolean {
  return type === 'plain' || type === 'quoted' || type === 'literal' || type === 'folded'
}

function written({ anchor, tag }: Properties): Properties {
  return { ...(anchor !== undefined && { anchor }), ...(tag !== undefined && tag !== '!' && { tag }) }
}
