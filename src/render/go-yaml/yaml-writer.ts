import { chomping } from '../../kube/go-yaml/chomping.ts'
import { analyseText, lineBreak, type TextTraits } from './analyse-text.ts'
import { isTyped } from './is-typed.ts'

/** A space beyond this column becomes a line break. */
const widest = 80

/** `false`, among what starts with a letter. */
const longestTypedWord = 5

const simpleWord = /^[A-Za-z/][A-Za-z0-9_./-]*$/

/**
 * Writes the tokens of one document; it knows the column and what stands before it on the line. Columns count
 * characters. Source: go.yaml.in/yaml/v2 emitterc.go.
 */
export class YamlWriter {
  readonly #parts: string[] = []
  #column = 0
  #isAfterSpace = true
  #isIndention = true

  get text(): string {
    return this.#parts.join('')
  }

  /** Nothing but indentation stands on the line so far. */
  get isIndention(): boolean {
    return this.#isIndention
  }

  /** Goes to the column, on a new line unless this one is empty up to there. */
  indent(column: number): void {
    const isBeyond = this.#column > column || (this.#column === column && !this.#isAfterSpace)
    if (!this.#isIndention || isBeyond) {
      this.#parts.push(startOfLine(column))
      this.#column = column
    } else if (this.#column < column) this.#put(blanks(column - this.#column))
    this.#isAfterSpace = true
    this.#isIndention = true
  }

  /** What a block may follow on the same line. */
  indicator(indicator: '-' | '?' | ':'): void {
    this.#separate()
    this.#put(indicator)
    this.#isAfterSpace = false
  }

  /** The colon right behind a key. */
  colon(): void {
    this.#put(':')
    this.#end()
  }

  word(word: string): void {
    this.#separate()
    this.#put(word)
    this.#end()
  }

  /** Lines after the first start at the column; a key is written on one. */
  string(text: string, column: number, isKey: boolean): void {
    if (simpleWord.test(text) && (text.length > longestTypedWord || !isTyped(text))) this.word(text)
    else this.#styled(text, column, isKey, analyseText(text))
  }

  #styled(text: string, column: number, isKey: boolean, traits: TextTraits): void {
    const isLiteral = text.includes('\n')
    if (isLiteral && traits.literal && !isKey) this.#literal(text, column)
    else if (isLiteral || isTyped(text)) this.#double(text, column, isKey)
    else if (traits.plain) this.#flow(text, column, isKey, '')
    else if (traits.single && !(isKey && traits.hasBreaks)) this.#flow(text, column, isKey, "'")
    else this.#double(text, column, isKey)
  }

  /** Without quotes, or in single ones. */
  #flow(text: string, column: number, isKey: boolean, quote: '' | "'"): void {
    this.#separate()
    this.#put(quote)
    const written = quote === '' ? text : text.replaceAll("'", "''")
    const isOneLine = isKey || this.#column + written.length <= widest
    if (isOneLine && !lineBreak.test(text)) this.#put(written)
    else this.#flowLines(text, column, isKey, quote)
    this.#put(quote)
    this.#end()
  }

  #flowLines(text: string, column: number, isKey: boolean, quote: '' | "'"): void {
    let isAfterBreak = false
    for (let at = 0; at < text.length; at += 1) {
      const char = text.charAt(at)
      const isBreak = lineBreak.test(char)
      if (isBreak) this.#rawBreak(char)
      else if (this.#isFold(text, at, isKey) && text[at + 1] !== ' ') this.indent(column)
      else {
        if (isAfterBreak) this.indent(column)
        this.#put(char === quote ? "''" : char)
        this.#isIndention = false
      }
      isAfterBreak = isBreak
    }
  }

  #double(text: string, column: number, isKey: boolean): void {
    this.#separate()
    this.#put('"')
    const isOneLine = isKey || this.#column + text.length <= widest
    if (isOneLine && !needsEscape.test(text)) this.#put(text)
    else this.#doubleLines(text, column, isKey)
    this.#put('"')
    this.#end()
  }

  #doubleLines(text: string, column: number, isKey: boolean): void {
    const escapeAll = text.startsWith('\ufeff')
    let at = 0
    for (const char of text) {
      if (escapeAll || needsEscape.test(char)) this.#put(escapeOf(char))
      else if (this.#isFold(text, at, isKey)) {
        this.#isIndention = false
        this.indent(column)
        if (text[at + 1] === ' ') this.#put('\\')
      } else this.#put(char)
      at += char.length
    }
  }

  /** Whether the line may be broken at a space, which the break stands for. */
  #isFold(text: string, at: number, isKey: boolean): boolean {
    if (isKey || this.#column <= widest || text[at] !== ' ') return false
    return at > 0 && at < text.length - 1 && text[at - 1] !== ' '
  }

  #literal(text: string, column: number): void {
    this.#separate()
    this.#put(`|${/^[ \n\u2028\u2029]/.test(text) ? '2' : ''}${chomping(text)}`)
    this.#break()
    const margin = blanks(column)
    this.#parts.push(text.replaceAll(/(^|[\n\u2028\u2029])(?=[^\n\u2028\u2029])/g, `$1${margin}`))
    const isEnded = endsInBreak.test(text)
    this.#column = isEnded ? 0 : column + 1
    this.#isAfterSpace = true
    this.#isIndention = isEnded
  }

  #separate(): void {
    if (!this.#isAfterSpace) this.#put(' ')
  }

  #end(): void {
    this.#isAfterSpace = false
    this.#isIndention = false
  }

  #put(text: string): void {
    this.#parts.push(text)
    this.#column += text.length
  }

  #break(): void {
    this.#parts.push('\n')
    this.#column = 0
  }

  #rawBreak(char: string): void {
    this.#parts.push(char)
    this.#column = 0
    this.#isIndention = true
  }
}

const margins: readonly string[] = Array.from({ length: 32 }, (_, width) => ' '.repeat(width))

function blanks(width: number): string {
  return margins[width] ?? ' '.repeat(width)
}

const starts: readonly string[] = margins.map((margin) => `\n${margin}`)

function startOfLine(column: number): string {
  return starts[column] ?? `\n${blanks(column)}`
}

const needsEscape = /["\\\n\u2028\u2029]|[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/u

const escapes: { readonly [char: string]: string } = {
  '\0': '0',
  '\x07': 'a',
  '\b': 'b',
  '\t': 't',
  '\n': 'n',
  '\v': 'v',
  '\f': 'f',
  '\r': 'r',
  '\x1b': 'e',
  '"': '"',
  '\\': '\\',
  '\u00a0': '_',
  '\u2028': 'L',
  '\u2029': 'P',
}

function escapeOf(char: string): string {
  const short = escapes[char]
  if (short !== undefined) return `\\${short}`
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase()
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}

const endsInBreak = /[\n\u2028\u2029]$/
