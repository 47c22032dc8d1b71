import { YamlError, type YamlErrorCode } from '../yaml-error.ts'
import { problems, type YamlProblem } from './problems.ts'

/** A place in a text, with the start of its line. */
export class Cursor {
  readonly text: string
  readonly #file: string | undefined
  /** How many lines come before the text. */
  readonly #linesBefore: number
  readonly #starts: number[] = []
  at = 0
  lineStart = 0

  constructor(text: string, file: string | undefined, linesBefore: number) {
    this.text = text
    this.#file = file
    this.#linesBefore = linesBefore
    if (text.startsWith('\ufeff')) this.#skipMark()
  }

  #skipMark(): void {
    this.at = 1
    this.lineStart = 1
  }

  get column(): number {
    return this.at - this.lineStart
  }

  /** The character's code, 0 behind the end. */
  code(ahead = 0): number {
    return this.at + ahead < this.text.length ? this.text.charCodeAt(this.at + ahead) : 0
  }

  /** Goes behind a line break and gives what it stands for. */
  takeBreak(): string {
    const code = this.code()
    this.at += code === 0x0d && this.code(1) === 0x0a ? 2 : 1
    this.lineStart = this.at
    return code === 0x2028 || code === 0x2029 ? String.fromCharCode(code) : '\n'
  }

  /** Counts from 1. The end of the text is on its last line. */
  lineAt(place: number): number {
    const offset = Math.min(place, this.text.length - 1)
    if (this.#isFirstLine(offset)) return 1 + this.#linesBefore
    const starts = this.#lineStarts()
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1 + this.#linesBefore
  }

  #isFirstLine(offset: number): boolean {
    const firstBreak = this.text.indexOf('\n')
    return firstBreak < 0 || offset <= firstBreak
  }

  /** Found when somebody asks for another line than the first. */
  #lineStarts(): readonly number[] {
    if (this.#starts.length > 0) return this.#starts
    for (let at = 0; at >= 0; at = this.text.indexOf('\n', at) + 1 || -1) this.#starts.push(at)
    return this.#starts
  }

  fail(code: YamlErrorCode, what: string, offset: number = this.at): never {
    throw new YamlError(code, what, this.#file, this.lineAt(offset))
  }

  malformed(problem: YamlProblem, offset: number = this.at): never {
    this.fail('syntax', `not valid YAML: ${problem}; ${problems[problem]}`, offset)
  }
}

export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}

export function isBreak(code: number): boolean {
  if (code > 0x0d && code < 0x85) return false
  return code === 0x0a || code === 0x0d || code === 0x85 || code === 0x2028 || code === 0x2029
}

/** White space, a line break or the end. */
export function isBlankOrEnd(code: number): boolean {
  if (code > 0x20 && code < 0x85) return false
  return code === 0 || isBlank(code) || isBreak(code)
}

/** `---` or `...` at the start of a line, alone. */
export function isDocumentMark(cursor: Cursor): boolean {
  const code = cursor.code()
  if (cursor.at !== cursor.lineStart || (code !== 0x2d && code !== 0x2e)) return false
  return cursor.code(1) === code && cursor.code(2) === code && isBlankOrEnd(cursor.code(3))
}

export function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
