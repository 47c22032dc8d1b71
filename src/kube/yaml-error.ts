import { PlumblineError } from '../errors.ts'

export type YamlErrorCode =
  | 'too-large'
  | 'too-deep'
  | 'too-many-nodes'
  | 'alias-limit'
  | 'unknown-alias'
  | 'duplicate-key'
  | 'bad-key'
  | 'bad-merge'
  | 'bad-tag'
  | 'number-out-of-range'
  | 'several-documents'
  | 'syntax'

/** A text that is not usable YAML. The message names file and line and quotes keys, never values. */
export class YamlError extends PlumblineError<YamlErrorCode> {
  readonly line: number

  constructor(code: YamlErrorCode, what: string, file: string | undefined, line: number) {
    const where = file === undefined ? `line ${line}` : `${file}:${line}`
    const subject = file === undefined ? { line } : { file, line }
    super(code, `${where}: ${what}`, { subject, turn: 'author', retryable: false })
    this.line = line
  }
}

/** Names are not told: a password that begins with `*` or `!` reads as one. */
export const noAnchor = 'an alias has no anchor before it; quote the value if it is meant as text'
export const unfitTag = 'the tag does not fit this value; quote the value if it is meant as text'
