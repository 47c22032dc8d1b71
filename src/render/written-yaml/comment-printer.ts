import type { NodeComments } from './written-node.ts'
import type { WrittenWriter } from './written-writer.ts'

type Told = { readonly [Kind in keyof NodeComments]: NodeComments[Kind] | undefined } & {
  readonly tail?: string
}

/**
 * Comments that wait for a place where they can be written. One that is told before the last of its kind is written
 * takes its place. Source: go.yaml.in/yaml/v3 emitterc.go.
 */
export class CommentPrinter {
  readonly #writer: WrittenWriter
  #head = ''
  #line = ''
  #foot = ''
  /** Below the entry of a map that has been written. */
  #tail = ''
  #keyLine = ''

  constructor(writer: WrittenWriter) {
    this.#writer = writer
  }

  tell({ head, line, foot, tail }: Partial<Told>): void {
    this.#head = head || this.#head
    this.#line = line || this.#line
    this.#foot = foot || this.#foot
    this.#tail = tail || this.#tail
  }

  get hasHead(): boolean {
    return this.#head !== ''
  }

  get hasTrail(): boolean {
    return this.#line !== '' || this.#foot !== '' || this.#tail !== ''
  }

  get hasOther(): boolean {
    return this.#head !== '' || this.#foot !== '' || this.#tail !== ''
  }

  /** Also what stands below the entry before. */
  above(indent: number): void {
    if (this.#tail !== '') this.#end(this.#tail, indent)
    this.#tail = ''
    if (this.#head === '') return
    this.#writer.indent(indent)
    this.#writer.comment(this.#head, indent)
    this.#head = ''
  }

  /** Behind what has been written, and below it. */
  behind(indent: number): void {
    if (this.#line !== '') this.#writeLine(indent)
    this.below(indent)
  }

  below(indent: number): void {
    if (this.#foot !== '') this.#end(this.#foot, indent)
    this.#foot = ''
  }

  /** Behind the header of a block scalar, whose line ends either way. */
  inHeader(indent: number): void {
    if (this.#line === '') this.#writer.break()
    else this.#writeLine(indent)
  }

  /** A key's comment stands behind its value. */
  keepForValue(): void {
    this.#keyLine = this.#line || this.#keyLine
    this.#line = ''
  }

  /** Unless the value has one of its own. */
  keyLineBehindScalar(): void {
    if (this.#keyLine === '' || this.#line !== '') return
    this.#line = this.#keyLine
    this.#keyLine = ''
  }

  /** Before a block. */
  keyLine(indent: number): void {
    if (this.#keyLine === '') return
    const line = this.#line
    this.#line = this.#keyLine
    this.#writeLine(indent)
    this.#line = line
    this.#keyLine = ''
  }

  #writeLine(indent: number): void {
    this.#writer.space()
    this.#writer.comment(this.#line, indent)
    this.#line = ''
  }

  #end(comment: string, indent: number): void {
    this.#writer.indent(indent)
    this.#writer.comment(comment, indent)
    this.#writer.setApart(Math.max(0, indent))
  }
}
