import { CommentScanner } from './comment-scanner.ts'
import { type Cursor, isBlank, isBlankOrEnd, isBreak, isDocumentMark } from './cursor.ts'
import type { Comments } from './pending-comments.ts'
import { scanBlock } from './scan-block.ts'
import { scanPlain } from './scan-plain.ts'
import { scanQuoted } from './scan-quoted.ts'
import type { Token, TokenType } from './token.ts'

/** Where a key may turn out to have started, once a colon follows. */
interface SimpleKey {
  readonly index: number
  readonly start: number
  readonly lineStart: number
  readonly isRequired: boolean
}

const longestKey = 1024

/**
 * Text to tokens, with the starts and ends of blocks that indentation stands for, as libyaml's scanner gives them.
 * Source: go.yaml.in/yaml/v3 scannerc.go.
 */
export class YamlScanner {
  readonly #cursor: Cursor
  readonly #deepest: number
  readonly #hasJsonEscapes: boolean
  #tokens: Token[] = []
  /** The next token, once it is known that nothing is put before it. */
  #token: Token | undefined
  /** The number of the first token that is kept. */
  #first = 0
  #next = 0
  #indent = -1
  readonly #indents: number[] = []
  /** One for each open flow collection, and one for the block around them. */
  readonly #keys: (SimpleKey | undefined)[] = [undefined]
  #isKeyAllowed = true
  readonly #comments: CommentScanner | undefined
  /** How many tokens are read before one is handed out: comments turn out to be its own only then. */
  readonly #lookahead: number

  constructor(cursor: Cursor, deepest: number, hasJsonEscapes: boolean, hasComments = false) {
    this.#cursor = cursor
    this.#deepest = deepest
    this.#hasJsonEscapes = hasJsonEscapes
    this.#comments = hasComments ? new CommentScanner(cursor) : undefined
    this.#lookahead = hasComments ? 2 : 0
  }

  peek(): Token {
    this.#token ??= this.#find()
    return this.#token
  }

  /** The next token; the comments up to it are moved over to `into`. */
  peekCommented(into: Comments): Token {
    const token = this.peek()
    this.#comments?.release(token, into)
    return token
  }

  #find(): Token {
    for (;;) {
      const index = this.#next - this.#first
      const token = this.#tokens[index]
      if (token !== undefined && !this.#isOpenKey(this.#next) && this.#isFarEnough(index)) return token
      if (token === undefined && this.#lookahead === 0 && this.#tokens.at(-1)?.type === 'end') {
        return { type: 'end', start: this.#cursor.at, value: '' }
      }
      this.#fetch()
    }
  }

  #isFarEnough(index: number): boolean {
    return this.#lookahead === 0 || index + this.#lookahead < this.#tokens.length
  }

  take(): Token {
    const token = this.peek()
    this.#token = undefined
    this.#next += 1
    if (this.#next - this.#first > 4096) {
      this.#tokens = this.#tokens.slice(this.#next - this.#first)
      this.#first = this.#next
    }
    return token
  }

  /** Whether a colon that is still to come makes a key of the token. */
  #isOpenKey(index: number): boolean {
    for (let at = 0; at < this.#keys.length; at += 1) {
      const key = this.#keys[at]
      if (key !== undefined && key.index === index && this.#isValid(key)) return true
    }
    return false
  }

  get #flowDepth(): number {
    return this.#keys.length - 1
  }

  #fetch(): void {
    const cursor = this.#cursor
    const from = cursor.at
    this.#skipToToken()
    this.#unroll(cursor.column, from)
    const code = cursor.code()
    if (code === 0) this.#end()
    else if (code === 0x25 && cursor.column === 0) cursor.malformed('did not find expected <document start>')
    else if (isDocumentMark(cursor)) this.#documentMark(code)
    else if (this.#comments !== undefined) this.#commented(code, this.#comments)
    else if (!this.#indicator(code)) this.#node(code)
  }

  /** What stands behind the colon of a key, or the comma of an item, belongs to the token before that. */
  #commented(code: number, comments: CommentScanner): void {
    const isBehind = code === (this.#flowDepth > 0 ? 0x2c : 0x3a)
    const token = (isBehind ? this.#tokens.at(-1)?.start : undefined) ?? this.#cursor.at
    if (!this.#indicator(code)) this.#node(code)
    if (this.#tokens.at(-1)?.type !== 'block-entry') comments.behind(token)
  }

  #indicator(code: number): boolean {
    const isSpaced = isBlankOrEnd(this.#cursor.code(1))
    const isFlow = this.#flowDepth > 0
    if (code === 0x5b || code === 0x7b) this.#openFlow(code === 0x5b ? 'flow-sequence' : 'flow-mapping')
    else if (code === 0x5d || code === 0x7d) {
      this.#closeFlow(code === 0x5d ? 'flow-sequence-end' : 'flow-mapping-end')
    } else if (code === 0x2c) this.#entry('flow-entry')
    else if (code === 0x2d && isSpaced) this.#blockEntry()
    else if (code === 0x3f && (isFlow || isSpaced)) this.#key()
    else if (code === 0x3a && (isFlow || isSpaced)) this.#value()
    else return false
    return true
  }

  #node(code: number): void {
    const char = String.fromCharCode(code)
    if (isPlainStart(code)) this.#plain()
    else if (char === '*' || char === '&') this.#anchor(char === '*' ? 'alias' : 'anchor')
    else if (char === '!') this.#tag()
    else if ((char === '|' || char === '>') && this.#flowDepth === 0) this.#blockScalar()
    else if (char === "'" || char === '"') this.#quoted()
    else if (this.#startsPlain(char)) this.#plain()
    else this.#cursor.malformed('found character that cannot start any token')
  }

  #startsPlain(char: string): boolean {
    const next = this.#cursor.code(1)
    if (char === '-') return !isBlank(next)
    if (char === '?' || char === ':') return this.#flowDepth === 0 && !isBlankOrEnd(next)
    return !'\t,[]{}#&*!|>\'"%@`'.includes(char)
  }

  #skipToToken(): void {
    const cursor = this.#cursor
    if (this.#comments !== undefined) this.#readToToken(this.#comments)
    else {
      do {
        this.#skipBlanks()
        if (cursor.code() === 0x23) while (cursor.code() !== 0 && !isBreak(cursor.code())) cursor.at += 1
      } while (this.#skipBreak())
    }
  }

  #readToToken(comments: CommentScanner): void {
    const from = this.#cursor.at
    do {
      this.#skipBlanks()
      this.#readComments(comments, from)
    } while (this.#skipBreak())
  }

  #skipBlanks(): void {
    const cursor = this.#cursor
    if (cursor.code() === 0xfeff && cursor.column === 0) cursor.at += 1
    const areTabs = this.#flowDepth > 0 || !this.#isKeyAllowed
    while (cursor.code() === 0x20 || (areTabs && cursor.code() === 0x09)) cursor.at += 1
  }

  #skipBreak(): boolean {
    if (!isBreak(this.#cursor.code())) return false
    this.#cursor.takeBreak()
    if (this.#flowDepth === 0) this.#isKeyAllowed = true
    return true
  }

  #readComments(comments: CommentScanner, from: number): void {
    const [indent, isFlow] = [this.#indent, this.#flowDepth > 0]
    const [beforeLast, last] = [this.#tokens.at(-2), this.#tokens.at(-1)]
    comments.between({ from, indent, isFlow, last, beforeLast })
  }

  #push(type: TokenType, start: number, value = ''): void {
    this.#tokens.push({ type, start, value })
  }

  #insert(index: number, type: TokenType, start: number): void {
    this.#tokens.splice(index - this.#first, 0, { type, start, value: '' })
  }

  get #count(): number {
    return this.#first + this.#tokens.length
  }

  /** Of one character. */
  #take(type: TokenType): void {
    this.#push(type, this.#cursor.at)
    this.#cursor.at += 1
  }

  #isValid(key: SimpleKey): boolean {
    const cursor = this.#cursor
    const isHere = key.lineStart === cursor.lineStart && key.start + longestKey >= cursor.at
    if (!isHere && key.isRequired) cursor.malformed("could not find expected ':'", key.start)
    return isHere
  }

  #saveKey(): void {
    if (!this.#isKeyAllowed) return
    const { at, lineStart, column } = this.#cursor
    const isRequired = this.#flowDepth === 0 && this.#indent === column
    this.#dropKey()
    this.#keys[this.#flowDepth] = { index: this.#count, start: at, lineStart, isRequired }
  }

  #dropKey(): void {
    const key = this.#keys[this.#flowDepth]
    if (key?.isRequired) this.#cursor.malformed("could not find expected ':'", key.start)
    this.#keys[this.#flowDepth] = undefined
  }

  #roll(column: number, type: TokenType, start: number, index = this.#count): void {
    if (this.#flowDepth > 0 || this.#indent >= column) return
    this.#indents.push(this.#indent)
    this.#indent = column
    this.#checkDepth()
    this.#insert(index, type, start)
  }

  #unroll(column: number, from = this.#cursor.at): void {
    if (this.#flowDepth > 0 || this.#indent <= column) return
    const endOf = this.#comments?.blockEnds(from)
    while (this.#indent > column) {
      this.#push('block-end', endOf?.(this.#indent) ?? this.#cursor.at)
      this.#indent = this.#indents.pop() ?? -1
    }
  }

  #checkDepth(): void {
    if (this.#indents.length + this.#flowDepth <= this.#deepest) return
    this.#cursor.fail('too-deep', `the nesting is deeper than ${this.#deepest} levels; flatten it`)
  }

  #end(): void {
    this.#unroll(-1)
    this.#dropKey()
    this.#keys.fill(undefined)
    this.#isKeyAllowed = false
    this.#push('end', this.#cursor.at)
  }

  #documentMark(code: number): void {
    this.#unroll(-1)
    this.#dropKey()
    this.#isKeyAllowed = false
    this.#push(code === 0x2d ? 'document-start' : 'document-end', this.#cursor.at)
    this.#cursor.at += 3
  }

  #openFlow(type: TokenType): void {
    this.#saveKey()
    this.#keys.push(undefined)
    this.#checkDepth()
    this.#isKeyAllowed = true
    this.#take(type)
  }

  #closeFlow(type: TokenType): void {
    this.#dropKey()
    if (this.#flowDepth > 0) this.#keys.pop()
    this.#isKeyAllowed = false
    this.#take(type)
  }

  #entry(type: TokenType): void {
    this.#dropKey()
    this.#isKeyAllowed = true
    this.#take(type)
  }

  #blockEntry(): void {
    if (this.#flowDepth === 0) {
      if (!this.#isKeyAllowed) {
        this.#cursor.malformed('block sequence entries are not allowed in this context')
      }
      this.#roll(this.#cursor.column, 'block-sequence', this.#cursor.at)
    }
    this.#entry('block-entry')
  }

  #key(): void {
    if (this.#flowDepth === 0) {
      if (!this.#isKeyAllowed) this.#cursor.malformed('mapping keys are not allowed in this context')
      this.#roll(this.#cursor.column, 'block-mapping', this.#cursor.at)
    }
    this.#dropKey()
    this.#isKeyAllowed = this.#flowDepth === 0
    this.#take('key')
  }

  #value(): void {
    const key = this.#keys[this.#flowDepth]
    if (key !== undefined && this.#isValid(key)) {
      this.#insert(key.index, 'key', key.start)
      this.#roll(key.start - key.lineStart, 'block-mapping', key.start, key.index)
      this.#keys[this.#flowDepth] = undefined
      this.#isKeyAllowed = false
    } else {
      if (this.#flowDepth === 0) {
        if (!this.#isKeyAllowed) this.#cursor.malformed('mapping values are not allowed in this context')
        this.#roll(this.#cursor.column, 'block-mapping', this.#cursor.at)
      }
      this.#isKeyAllowed = this.#flowDepth === 0
    }
    this.#take('value')
  }

  #anchor(type: 'alias' | 'anchor'): void {
    const cursor = this.#cursor
    this.#saveKey()
    this.#isKeyAllowed = false
    const start = cursor.at
    const name = /^[0-9A-Za-z_-]*/.exec(cursor.text.slice(start + 1, start + 1 + longestName))?.[0] ?? ''
    cursor.at += 1 + name.length
    if (
      name === '' ||
      !(isBlankOrEnd(cursor.code()) || '?:,]}%@`'.includes(String.fromCharCode(cursor.code())))
    ) {
      cursor.malformed('did not find expected alphabetic or numeric character', start)
    }
    this.#push(type, start, name)
  }

  #tag(): void {
    const cursor = this.#cursor
    this.#saveKey()
    this.#isKeyAllowed = false
    const start = cursor.at
    const [tag = ''] = tagPattern.exec(cursor.text.slice(start, start + longestName)) ?? []
    if (tag === '') cursor.malformed('did not find expected tag URI', start)
    cursor.at += tag.length
    if (!isBlankOrEnd(cursor.code()))
      cursor.malformed('did not find expected whitespace or line break', start)
    this.#push('tag', start, tag)
  }

  #blockScalar(): void {
    this.#dropKey()
    this.#isKeyAllowed = true
    const start = this.#cursor.at
    const isFolded = this.#cursor.code() === 0x3e
    this.#comments?.inHeader()
    this.#push(isFolded ? 'folded' : 'literal', start, scanBlock(this.#cursor, this.#indent))
  }

  #quoted(): void {
    this.#saveKey()
    this.#isKeyAllowed = false
    const start = this.#cursor.at
    this.#push('quoted', start, scanQuoted(this.#cursor, this.#hasJsonEscapes))
  }

  #plain(): void {
    this.#saveKey()
    this.#isKeyAllowed = false
    const start = this.#cursor.at
    const { value, endsLine } = scanPlain(this.#cursor, this.#indent, this.#flowDepth > 0)
    if (endsLine) this.#isKeyAllowed = true
    this.#push('plain', start, value)
  }
}

/** Of those that start nothing else; most nodes do. */
function isPlainStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39)
}

const longestName = 1024
const tagPattern = /^!(?:<[0-9A-Za-z_;/?:@&=+$,.!~*'()[\]%-]+>|[0-9A-Za-z_;/?:@&=+$,.!~*'()[\]%-]*)/
