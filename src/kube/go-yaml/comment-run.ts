import { type Cursor, isBlank, isBreak } from './cursor.ts'
import type { PendingComments } from './pending-comments.ts'

/** White space beyond this width hides a comment from what stands before it. */
export const farthest = 512

/** Stands for the rest of a line break that UTF-8 writes in several bytes. */
const restOfBreak = -1

export interface RunPlace {
  /** Where the white space began. */
  readonly from: number
  /** The start of the token before it. */
  readonly token: number
  readonly isAfterColon: boolean
  /** The column of the open block. */
  readonly margin: number
  readonly isFlow: boolean
  readonly line: number
  /** The line that stands right below what came before; -1 for none. */
  readonly footLine: number
  /** No empty line stands before it. */
  readonly isClose: boolean
}

/**
 * Comments on lines of their own, with at most empty lines between them: the first ones may stand below what came
 * before, the last ones above what follows. Source: go.yaml.in/yaml/v3 scannerc.go.
 */
export class CommentRun {
  readonly #cursor: Cursor
  readonly #pending: PendingComments
  readonly #place: RunPlace
  /** Of the comment that is being read: lines that belong together. */
  #text = ''
  #start = 0
  #startLine = 0
  #startColumn = 0
  #from: number
  #token: number
  /** Counts each character of a break, unlike that of the cursor. */
  #line: number
  #cursorLine: number
  #column: number
  #isClose: boolean
  #isAfterGap = false

  constructor(cursor: Cursor, pending: PendingComments, place: RunPlace) {
    this.#cursor = cursor
    this.#pending = pending
    this.#place = place
    this.#from = place.from
    this.#token = place.token
    this.#line = place.line
    this.#cursorLine = place.line
    this.#column = cursor.column
    this.#isClose = place.isClose
  }

  /** Goes behind the last of the comments. */
  read(): void {
    let ahead = 0
    let isWithinBreak = false
    for (; ahead < farthest; ahead += 1) {
      this.#column += 1
      const code: number = isWithinBreak ? restOfBreak : this.#cursor.code(ahead)
      isWithinBreak = code > 0x7f && isBreak(code)
      if (isBlank(code)) continue
      if (this.#isEnd(code)) {
        this.#gap(code, ahead)
        if (!isBreak(code)) break
        continue
      }
      if (this.#isDedented() && this.#column !== this.#startColumn) this.#cut(this.#token, ahead)
      if (code !== 0x23) break
      this.#take(ahead)
      ahead = 0
    }
    if (this.#text !== '') this.#add('head', this.#start, this.#cursor.at + ahead - 1)
  }

  /** The end of a line, of the text or of a flow collection. */
  #isEnd(code: number): boolean {
    return code === 0 || isBreak(code) || this.#closes(code)
  }

  #closes(code: number): boolean {
    return this.#place.isFlow && (code === 0x5d || code === 0x7d)
  }

  #isDedented(): boolean {
    return this.#column - 1 < this.#place.margin
  }

  #gap(code: number, ahead: number): void {
    if (this.#closes(code) || !this.#isAfterGap) {
      if (this.#closes(code) || (this.#isClose && this.#isFoot())) {
        this.#cut(this.#isOutside() ? this.#start : this.#token, ahead)
      } else if (this.#text !== '' && code !== 0) this.#text += '\n'
    }
    if (!isBreak(code)) return
    this.#isClose = false
    this.#isAfterGap = true
    this.#column = 0
    this.#line += 1
  }

  #isFoot(): boolean {
    const isRightBelow = this.#startLine === this.#place.footLine && !this.#place.isAfterColon
    return isRightBelow || this.#isOutside()
  }

  /** The comment stands to the left of the open block. */
  #isOutside(): boolean {
    return this.#startColumn - 1 < this.#place.margin
  }

  /** What has been read belongs below what came before. */
  #cut(token: number, ahead: number): void {
    if (this.#text === '') return
    const end = this.#cursor.at + ahead
    this.#add('foot', token, end)
    this.#from = end
    this.#token = end
    this.#text = ''
  }

  #add(kind: 'head' | 'foot', token: number, end: number): void {
    this.#pending.add({
      kind,
      text: this.#text,
      token,
      start: this.#start,
      line: this.#startLine,
      column: this.#startColumn,
      from: this.#from,
      end,
    })
  }

  #take(ahead: number): void {
    const cursor = this.#cursor
    const start = cursor.at + ahead
    if (this.#text === '') {
      this.#start = start
      this.#startLine = this.#line
      this.#startColumn = this.#column
    } else this.#text += '\n'
    this.#isAfterGap = false
    while (cursor.at < start) this.#step()
    this.#text += takeComment(cursor)
    this.#line = this.#cursorLine
    this.#column = 0
  }

  #step(): void {
    if (isBreak(this.#cursor.code())) {
      this.#cursor.takeBreak()
      this.#cursorLine += 1
    } else this.#cursor.at += 1
  }
}

/** The rest of the line, without its break. */
export function takeComment(cursor: Cursor): string {
  const start = cursor.at
  while (cursor.code() !== 0 && !isBreak(cursor.code())) cursor.at += 1
  return cursor.text.slice(start, cursor.at)
}
