/**
 * Writes the tokens of one text; it knows the column and what stands before it on the line. Lines are never folded.
 * Source: go.yaml.in/yaml/v3 emitterc.go.
 */
export class TextWriter {
  text = ''
  #column = 0
  #isAfterSpace = true
  #isIndention = true
  /** The column of the comment that ended a block: what comes next in that column stands apart from it. */
  #foot = -1

  get column(): number {
    return this.#column
  }

  get isIndention(): boolean {
    return this.#isIndention
  }

  indent(column: number): void {
    const isBeyond = this.#column > column || (this.#column === column && !this.#isAfterSpace)
    if (!this.#isIndention || isBeyond) this.break()
    if (this.#foot === column) this.break()
    if (this.#column < column) this.#put(' '.repeat(column - this.#column))
    this.#isAfterSpace = true
    this.#foot = -1
  }

  /** `needsSpace`: a blank stands before it; `isSpace`: what follows needs none. */
  indicator(text: string, needsSpace: boolean, isSpace = false, isIndention = false): void {
    if (needsSpace && !this.#isAfterSpace) this.#put(' ')
    this.#put(text)
    this.#isAfterSpace = isSpace
    this.#isIndention = this.#isIndention && isIndention
  }

  word(text: string): void {
    if (text === '') return
    this.indicator(text, true)
  }

  /** The lines of a block scalar, each at the column unless it is empty. */
  lines(text: string, column: number): void {
    this.#isAfterSpace = true
    for (const line of text.split(/(?<=\n)/)) {
      if (line !== '\n') this.indent(column)
      this.#raw(line)
    }
  }

  comment(text: string, column: number): void {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0 && line !== '') this.indent(column)
      this.#put(line)
      this.break()
    }
    this.#isAfterSpace = true
  }

  lineComment(text: string): void {
    if (!this.#isAfterSpace) this.#put(' ')
    this.comment(text, 0)
  }

  endComment(text: string, column: number): void {
    this.indent(column)
    this.comment(text, column)
    this.#foot = Math.max(0, column)
  }

  /** It stands a blank line apart. */
  documentFoot(text: string): void {
    this.#foot = 0
    this.endComment(text, 0)
  }

  break(): void {
    this.text += '\n'
    this.#column = 0
    this.#isIndention = true
  }

  #raw(line: string): void {
    if (line.endsWith('\n')) {
      this.text += line
      this.#column = 0
      this.#isIndention = true
    } else if (line !== '') {
      this.#put(line)
      this.#isIndention = false
    }
  }

  #put(text: string): void {
    this.text += text
    this.#column += text.length
  }
}
