/**
 * Writes the tokens of one text; it knows the column and what stands before it on the line. Lines are never folded.
 * Source: go.yaml.in/yaml/v3 emitterc.go.
 */
export class WrittenWriter {
  readonly #parts: string[] = []
  #column = 0
  #isAfterSpace = true
  #isIndention = true
  /** The column of the comment that ended a block: what comes next in that column stands apart from it. */
  #foot = -1

  get text(): string {
    return this.#parts.join('')
  }

  get column(): number {
    return this.#column
  }

  get isIndention(): boolean {
    return this.#isIndention
  }

  indent(indent: number): void {
    const column = Math.max(0, indent)
    const isBeyond = this.#column > column || (this.#column === column && !this.#isAfterSpace)
    if (!this.#isIndention || isBeyond) this.break()
    if (this.#foot === column) this.break()
    if (this.#column < column) this.#put(' '.repeat(column - this.#column))
    this.#isAfterSpace = true
    this.#foot = -1
  }

  /** The next thing in the column stands a blank line apart; -1 for none. */
  setApart(column: number): void {
    this.#foot = column
  }

  /** `needsSpace`: a blank stands before it; `isSpace`: what follows needs none. */
  indicator(text: string, needsSpace: boolean, isSpace = false, isIndention = false): void {
    if (needsSpace) this.space()
    this.#put(text)
    this.#isAfterSpace = isSpace
    this.#isIndention = this.#isIndention && isIndention
  }

  plain(text: string): void {
    this.#isIndention = false
    if (text !== '') this.indicator(text, true)
  }

  space(): void {
    if (!this.#isAfterSpace) this.#put(' ')
  }

  /** The lines of a text in single quotes, in which a line break is written twice. */
  quotedLines(text: string, column: number): void {
    let isAfterBreak = false
    for (const part of text.split(/([\n\u2028\u2029])/)) {
      if (part === '') continue
      const isBreak = isLineBreak(part)
      if (part === '\n' && !isAfterBreak) this.break()
      if (isBreak) this.#rawBreak(part)
      else {
        if (isAfterBreak) this.indent(column)
        this.#put(part)
        this.#isIndention = false
      }
      isAfterBreak = isBreak
    }
  }

  /** The lines of a block scalar, each at the column unless it is empty. */
  lines(text: string, column: number): void {
    this.#isAfterSpace = true
    for (const part of text.split(/([\n\u2028\u2029])/)) {
      if (isLineBreak(part)) this.#rawBreak(part)
      else if (part !== '') {
        this.indent(column)
        this.#put(part)
        this.#isIndention = false
      }
    }
  }

  /** Comment lines from here on, each with its line break. */
  comment(text: string, column: number): void {
    const lines = (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
    for (const [index, line] of lines.entries()) {
      if (index > 0 && line !== '') this.indent(column)
      this.#put(line)
      this.break()
    }
    this.#isAfterSpace = true
  }

  break(): void {
    this.#rawBreak('\n')
  }

  #rawBreak(char: string): void {
    this.#parts.push(char)
    this.#column = 0
    this.#isIndention = true
  }

  #put(text: string): void {
    this.#parts.push(text)
    this.#column += text.length
  }
}

function isLineBreak(part: string): boolean {
  return part === '\n' || part === '\u2028' || part === '\u2029'
}
