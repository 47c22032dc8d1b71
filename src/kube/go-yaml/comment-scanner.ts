import { CommentRun, farthest, takeComment } from './comment-run.ts'
import { type Cursor, isBlank, isBreak } from './cursor.ts'
import { type Comments, PendingComments } from './pending-comments.ts'
import type { Token } from './token.ts'

/** What the scanner stands in and has just read. */
export interface Surroundings {
  /** Where the white space began. */
  readonly from: number
  /** The column of the open block; -1 for none. */
  readonly indent: number
  readonly isFlow: boolean
  readonly last: Token | undefined
  readonly beforeLast: Token | undefined
}

/**
 * Finds the comments between a scanner's tokens, and which token each belongs to: above it, behind it or below it.
 * Source: go.yaml.in/yaml/v3 scannerc.go.
 */
export class CommentScanner {
  readonly #cursor: Cursor
  readonly #pending = new PendingComments()
  readonly #lines: LineCounter

  constructor(cursor: Cursor) {
    this.#cursor = cursor
    this.#lines = new LineCounter(cursor.text)
  }

  /** Moves what belongs to a token, or to what came before it, over to `into`. */
  release(token: Token, into: Comments): void {
    this.#pending.release(token, into)
  }

  /** By the column of a block that ends, where it does: before the comments that stand in its column. */
  blockEnds(from: number): (column: number) => number {
    return this.#pending.blockEnds(from)
  }

  /** Behind a token, on its line; `token` is the start of the one that it belongs to. */
  behind(token: number): void {
    const cursor = this.#cursor
    if (breaksBefore(cursor.text, cursor.at) > 0) return
    let ahead = 0
    while (ahead < farthest && isBlank(cursor.code(ahead))) ahead += 1
    if (ahead === farthest || cursor.code(ahead) !== 0x23) return
    cursor.at += ahead
    this.#addLine(token)
  }

  /** Behind the sign of a literal or folded text, which is not gone past. */
  inHeader(): void {
    const cursor = this.#cursor
    const { at } = cursor
    cursor.at += 1
    while (isHint(cursor.code())) cursor.at += 1
    while (isBlank(cursor.code())) cursor.at += 1
    if (cursor.code() === 0x23) this.#addLine(at)
    cursor.at = at
  }

  #addLine(token: number): void {
    const start = this.#cursor.at
    const line = this.#lines.at(start)
    const text = takeComment(this.#cursor)
    this.#pending.add({ kind: 'line', text, token, start, line, column: 0, from: 0, end: 0 })
  }

  /** Where a token or a comment may start: reads the comments. */
  between(around: Surroundings): void {
    this.#lift(around)
    if (this.#cursor.code() === 0x23) this.#read(around)
  }

  /** What stands behind a key stands above the first item of the list below it instead. */
  #lift({ last, beforeLast }: Surroundings): void {
    const comment = this.#pending.last
    const { at } = this.#cursor
    if (comment?.kind !== 'line' || isBreak(this.#cursor.code())) return
    if (last?.type !== 'block-entry' || beforeLast?.type !== 'block-sequence') return
    comment.kind = 'head'
    if (comment.line === this.#lines.at(at) - 1) comment.token = at
  }

  #read({ from, indent, isFlow, last, beforeLast }: Surroundings): void {
    const { text, at, column } = this.#cursor
    const token = last?.type === 'flow-entry' && beforeLast !== undefined ? beforeLast : last
    const line = this.#lines.at(at)
    const breaks = breaksBefore(text, at)
    const below = line - breaks + (breaks === 0 && column > 1 ? 2 : 1)
    const place = {
      from,
      token: token?.start ?? 0,
      isAfterColon: token?.type === 'value',
      margin: Math.max(indent, 0),
      isFlow,
      line,
      footLine: this.#lines.isFirst(from) ? -1 : below,
      isClose: breaks <= 1,
    }
    new CommentRun(this.#cursor, this.#pending, place).read()
  }
}

/** `|2-`. */
function isHint(code: number): boolean {
  return code === 0x2b || code === 0x2d || (code >= 0x30 && code <= 0x39)
}

/** How many line breaks stand between the last character that is no white space and an offset. */
function breaksBefore(text: string, offset: number): number {
  let count = 0
  for (let at = offset - 1; at >= 0; at -= 1) {
    const code = text.charCodeAt(at)
    if (isBreak(code)) {
      if (code === 0x0a && text.charCodeAt(at - 1) === 0x0d) at -= 1
      count += 1
    } else if (!isBlank(code)) break
  }
  return count
}

/** Numbers lines from 0; offsets are asked for in the order of the text, or nearly so. */
class LineCounter {
  readonly #text: string
  readonly #firstBreak: number
  #at = 0
  #line = 0

  constructor(text: string) {
    this.#text = text
    this.#firstBreak = text.search(/[\n\r\u0085\u2028\u2029]/)
  }

  isFirst(offset: number): boolean {
    return this.#firstBreak < 0 || offset <= this.#firstBreak
  }

  at(offset: number): number {
    for (; this.#at < offset; this.#at += 1) if (this.#endsLine(this.#at)) this.#line += 1
    for (; this.#at > offset; this.#at -= 1) if (this.#endsLine(this.#at - 1)) this.#line -= 1
    return this.#line
  }

  #endsLine(at: number): boolean {
    const code = this.#text.charCodeAt(at)
    return isBreak(code) && !(code === 0x0d && this.#text.charCodeAt(at + 1) === 0x0a)
  }
}
