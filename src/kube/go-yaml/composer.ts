import type { JsonScalar } from '../json.ts'
import { noAnchor, unfitTag } from '../yaml-error.ts'
import type { YamlLimits } from '../yaml-limits.ts'
import { outOfRange } from '../yaml-scalar.ts'
import { type Cursor, clip } from './cursor.ts'
import type { Dialect } from './dialect.ts'
import { extent, type GoNode } from './go-node.ts'
import { MappingBuilder } from './mapping-builder.ts'
import { fullTag, isKnownTag, isTagOf, taggedValue } from './node-value.ts'
import type { YamlProblem } from './problems.ts'
import { losesMargin, rereadFolded } from './reread-folded.ts'
import type { YamlScanner } from './scanner.ts'
import type { Token, TokenType } from './token.ts'

type Scalar = JsonScalar | typeof outOfRange | undefined

interface Place {
  readonly depth: number
  readonly inFlow: boolean
}

const itemEnds: readonly TokenType[] = ['block-entry', 'block-end']
const indentlessEnds: readonly TokenType[] = ['block-entry', 'key', 'value', 'block-end']
const entryEnds: readonly TokenType[] = ['key', 'value', 'block-end']

/** Tokens to values, under one budget. Source: go.yaml.in/yaml/v3 parserc.go and decode.go. */
export class Composer {
  readonly #scanner: YamlScanner
  readonly #cursor: Cursor
  readonly #limits: YamlLimits
  readonly #dialect: Dialect
  readonly #anchors = new Map<string, GoNode | 'open'>()
  #spent: number
  #isRewritten = false
  #isAtStart = true

  constructor(scanner: YamlScanner, cursor: Cursor, limits: YamlLimits, dialect: Dialect, spent: number) {
    this.#scanner = scanner
    this.#cursor = cursor
    this.#limits = limits
    this.#dialect = dialect
    this.#spent = spent
  }

  get spent(): number {
    return this.#spent
  }

  /** A scalar's value would be written otherwise than it stands in the text. */
  get isRewritten(): boolean {
    return this.#isRewritten
  }

  /** The next document of the text; undefined for none. What stands behind it is looked at no further than a token. */
  document(): GoNode | undefined {
    while (this.#is('document-end')) this.#scanner.take()
    if (this.#is('end')) return undefined
    if (this.#is('document-start')) this.#scanner.take()
    else if (!this.#isAtStart) this.#expect('document-start', 'did not find expected <document start>')
    this.#isAtStart = false
    this.#anchors.clear()
    const { start } = this.#scanner.peek()
    const place = { depth: 0, inFlow: false }
    const isNothing = this.#isAny(['document-start', 'document-end', 'end'])
    const root = isNothing ? this.#empty(start, place) : this.#node(place, true, false)
    this.#scanner.peek()
    return root
  }

  #is(type: TokenType): boolean {
    return this.#scanner.peek().type === type
  }

  #isAny(types: readonly TokenType[]): boolean {
    return types.includes(this.#scanner.peek().type)
  }

  #node(place: Place, isBlock: boolean, isIndentless: boolean): GoNode {
    const first = this.#scanner.peek()
    if (isScalar(first)) return this.#scalar(this.#scanner.take(), place, undefined)
    if (first.type === 'alias') return this.#alias(this.#scanner.take(), place)
    if (first.type !== 'anchor' && first.type !== 'tag') {
      return this.#content(first, place, isBlock, isIndentless, undefined, false)
    }
    const { anchor, tag } = this.#properties()
    if (anchor !== undefined) this.#anchors.set(anchor, 'open')
    const node = this.#content(first, place, isBlock, isIndentless, tag, anchor !== undefined)
    if (anchor !== undefined) this.#anchors.set(anchor, node)
    return node
  }

  #properties(): { readonly anchor: string | undefined; readonly tag: string | undefined } {
    let anchor: string | undefined
    let tag: string | undefined
    for (;;) {
      if (anchor === undefined && this.#is('anchor')) anchor = this.#scanner.take().value
      else if (tag === undefined && this.#is('tag')) tag = fullTag(this.#scanner.take().value)
      else return { anchor, tag }
    }
  }

  #content(
    { start }: Token,
    place: Place,
    isBlock: boolean,
    isIndentless: boolean,
    tag: string | undefined,
    hasAnchor: boolean,
  ): GoNode {
    const token = this.#scanner.peek()
    if (isScalar(token)) return this.#scalar(this.#scanner.take(), place, tag)
    if (token.type === 'flow-sequence') return this.#flowSequence(this.#inside(place, true, 'seq', tag))
    if (token.type === 'flow-mapping') return this.#flowMapping(this.#inside(place, true, 'map', tag))
    if (isIndentless && token.type === 'block-entry') {
      return this.#indentless(this.#inside(place, false, 'seq', tag))
    }
    if (isBlock && token.type === 'block-sequence') {
      return this.#blockSequence(this.#inside(place, false, 'seq', tag))
    }
    if (isBlock && token.type === 'block-mapping') {
      return this.#blockMapping(this.#inside(place, false, 'map', tag))
    }
    if (tag === undefined && !hasAnchor)
      this.#cursor.malformed('did not find expected node content', token.start)
    return this.#empty(start, place, tag)
  }

  /** The place of what stands in the collection that comes next. */
  #inside({ depth }: Place, inFlow: boolean, type: 'map' | 'seq', tag?: string): Place {
    if (depth >= this.#limits.depth) this.#tooDeep(this.#scanner.peek().start)
    if (tag !== undefined && this.#dialect.hasKnownTags && !isTagOf(type, tag)) {
      this.#cursor.fail('bad-tag', unfitTag, this.#scanner.peek().start)
    }
    return { depth: depth + 1, inFlow }
  }

  #alias({ value: name, start }: Token, place: Place): GoNode {
    const target = this.#anchors.get(name)
    if (target === undefined) this.#cursor.fail('unknown-alias', noAnchor, start)
    if (target === 'open') this.#cursor.fail('alias-limit', `*${clip(name)} contains itself`, start)
    if (place.depth + target.height > this.#limits.depth) this.#tooDeep(start)
    this.#spent += target.size
    if (this.#spent > this.#limits.nodes) {
      this.#cursor.fail('alias-limit', `aliases expand to more than ${this.#limits.nodes} values`, start)
    }
    return target
  }

  #tooDeep(start: number): never {
    this.#cursor.fail(
      'too-deep',
      `the nesting is deeper than ${this.#limits.depth} levels; flatten it`,
      start,
    )
  }

  /** Nothing where a value may stand. */
  #empty(start: number, place: Place, tag?: string): GoNode {
    return this.#scalar({ type: 'plain', start, value: '' }, place, tag)
  }

  #scalar({ type, start, value: source }: Token, place: Place, tag: string | undefined): GoNode {
    if (this.#dialect.isReread && (type === 'literal' || type === 'folded') && losesMargin(source)) {
      this.#cursor.malformed('found a tab character where an indentation space is expected', start)
    }
    const value = this.#valueOf(source, type, place, tag)
    if (value === outOfRange) {
      const what = 'a number that JSON cannot hold exactly; quote it if it is meant as text'
      this.#cursor.fail('number-out-of-range', what, start)
    }
    if (value === undefined) {
      this.#cursor.fail('bad-tag', unfitTag, start)
    }
    if (typeof value !== 'string' || type === 'plain') this.#isRewritten ||= String(value) !== source
    return this.#spend({
      value,
      source,
      isPlain: type === 'plain',
      tag,
      offset: start,
      size: 1,
      height: 0,
    })
  }

  #valueOf(source: string, type: TokenType, { inFlow }: Place, tag: string | undefined): Scalar {
    const { resolve, isReread, hasKnownTags } = this.#dialect
    if (tag !== undefined && tag !== '!') {
      return hasKnownTags && !isKnownTag(tag) ? undefined : taggedValue(tag, source, resolve)
    }
    if (type === 'folded' && isReread) return rereadFolded(source)
    if (type !== 'plain' || tag === '!') return source
    const isQuotedWhenPrinted = isReread && inFlow && (source === '' || source.includes(':'))
    return isQuotedWhenPrinted ? source : resolve(source)
  }

  #spend(node: GoNode): GoNode {
    this.#spent += 1
    if (this.#spent > this.#limits.nodes) {
      const what = `more than ${this.#limits.nodes} keys and values; split it`
      this.#cursor.fail('too-many-nodes', what, node.offset)
    }
    return node
  }

  #blockSequence(place: Place): GoNode {
    const { start } = this.#scanner.take()
    const items: GoNode[] = []
    while (this.#is('block-entry')) items.push(this.#item(place, itemEnds))
    this.#expect('block-end', "did not find expected '-' indicator")
    return this.#sequence(items, start)
  }

  /** In the column of its key. */
  #indentless(place: Place): GoNode {
    const { start } = this.#scanner.peek()
    const items: GoNode[] = []
    while (this.#is('block-entry')) items.push(this.#item(place, indentlessEnds))
    return this.#sequence(items, start)
  }

  #item(place: Place, ends: readonly TokenType[]): GoNode {
    const { start } = this.#scanner.take()
    return this.#isAny(ends) ? this.#empty(start, place) : this.#node(place, true, false)
  }

  #blockMapping(place: Place): GoNode {
    const { start } = this.#scanner.take()
    const mapping = new MappingBuilder(this.#cursor, this.#dialect, start, place.depth === 1)
    while (this.#is('key')) {
      const { start: keyStart } = this.#scanner.take()
      const key = this.#isAny(entryEnds) ? this.#empty(keyStart, place) : this.#node(place, true, true)
      mapping.add(key, this.#value(place, entryEnds, keyStart, true))
    }
    this.#expect('block-end', 'did not find expected key')
    return this.#spend(mapping.node())
  }

  /** Behind a key; nothing where there is no colon. */
  #value(place: Place, ends: readonly TokenType[], keyStart: number, isBlock: boolean): GoNode {
    if (!this.#is('value')) return this.#empty(keyStart, place)
    const { start } = this.#scanner.take()
    return this.#isAny(ends) ? this.#empty(start, place) : this.#node(place, isBlock, isBlock)
  }

  #flowSequence(place: Place): GoNode {
    const { start } = this.#scanner.take()
    const items: GoNode[] = []
    while (!this.#is('flow-sequence-end')) {
      if (items.length > 0) {
        this.#expect('flow-entry', "did not find expected ',' or ']'")
        if (this.#is('flow-sequence-end')) break
      }
      items.push(
        this.#is('key') ? this.#pair(this.#inside(place, true, 'map')) : this.#node(place, false, false),
      )
    }
    this.#scanner.take()
    return this.#sequence(items, start)
  }

  /** `[a: 1]` is a list of one mapping. */
  #pair(place: Place): GoNode {
    const { start } = this.#scanner.take()
    const mapping = new MappingBuilder(this.#cursor, this.#dialect, start, place.depth === 1)
    const ends: readonly TokenType[] = ['flow-entry', 'flow-sequence-end']
    const isEmpty = this.#isAny(['value', ...ends])
    const key = isEmpty ? this.#empty(start, place) : this.#node(place, false, false)
    if (isEmpty) this.#scanner.take()
    mapping.add(key, this.#value(place, ends, start, false))
    return this.#spend(mapping.node())
  }

  #flowMapping(place: Place): GoNode {
    const { start } = this.#scanner.take()
    const mapping = new MappingBuilder(this.#cursor, this.#dialect, start, place.depth === 1)
    const ends: readonly TokenType[] = ['flow-entry', 'flow-mapping-end']
    for (let isFirst = true; !this.#is('flow-mapping-end'); isFirst = false) {
      if (!isFirst) {
        this.#expect('flow-entry', "did not find expected ',' or '}'")
        if (this.#is('flow-mapping-end')) break
      }
      const token = this.#scanner.peek()
      if (token.type === 'key') this.#scanner.take()
      const isKeyless = token.type === 'key' && this.#isAny(['value', ...ends])
      const key = isKeyless ? this.#empty(token.start, place) : this.#node(place, false, false)
      const isAlone = token.type !== 'key'
      mapping.add(
        key,
        isAlone ? this.#empty(token.start, place) : this.#value(place, ends, token.start, false),
      )
    }
    this.#scanner.take()
    return this.#spend(mapping.node())
  }

  #sequence(items: readonly GoNode[], offset: number): GoNode {
    const { size, height } = extent(items)
    return this.#spend({ value: items.map(({ value }) => value), items, offset, size, height })
  }

  #expect(type: TokenType, problem: YamlProblem): void {
    const token = this.#scanner.peek()
    if (token.type !== type) this.#cursor.malformed(problem, token.start)
    this.#scanner.take()
  }
}

const scalarTypes: ReadonlySet<TokenType> = new Set(['plain', 'quoted', 'literal', 'folded'])

function isScalar({ type }: Token): boolean {
  return scalarTypes.has(type)
}
