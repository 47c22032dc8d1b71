import { type Cursor, isBlank, isBlankOrEnd, isBreak, isDocumentMark } from './cursor.ts'
import { foldedBreaks } from './folded-breaks.ts'

export interface PlainScalar {
  readonly value: string
  /** A line break stands behind it, so a key may follow. */
  readonly endsLine: boolean
}

/** Text without quotes; `indent` is that of the block around it. Source: go.yaml.in/yaml/v3 scannerc.go. */
export function scanPlain(cursor: Cursor, indent: number, inFlow: boolean): PlainScalar {
  const start = cursor.at
  let value = ''
  let gap = ''
  let endsLine = false
  while (!isDocumentMark(cursor) && cursor.code() !== 0x23) {
    const from = cursor.at
    cursor.at = endOfWord(cursor.text, from, inFlow)
    if (cursor.at > from) {
      value += gap + cursor.text.slice(from, cursor.at)
      endsLine = false
    }
    if (!isBlank(cursor.code()) && !isBreak(cursor.code())) break
    const space = scanGap(cursor, indent, start)
    gap = space.gap
    endsLine = space.hasBreak
    if (!inFlow && cursor.column <= indent) break
  }
  return { value, endsLine }
}

/** A NUL ends the text. */
function endOfWord(text: string, start: number, inFlow: boolean): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isBlankOrEnd(code) || (inFlow && isFlowIndicator(code))) return at
    if (code === 0x3a && (at + 1 === text.length || isBlankOrEnd(text.charCodeAt(at + 1)))) return at
  }
  return text.length
}

function isFlowIndicator(code: number): boolean {
  return code === 0x2c || code === 0x3f || code === 0x5b || code === 0x5d || code === 0x7b || code === 0x7d
}

/** White space and line breaks, and what they stand for between two words. */
function scanGap(cursor: Cursor, indent: number, start: number): { gap: string; hasBreak: boolean } {
  const from = cursor.at
  const breaks: string[] = []
  let end = from
  for (;;) {
    const code = cursor.code()
    if (isBreak(code)) breaks.push(cursor.takeBreak())
    else if (!isBlank(code)) break
    else {
      if (breaks.length > 0 && cursor.column <= indent && code === 0x09) {
        cursor.malformed('found a tab character that violates indentation', start)
      }
      cursor.at += 1
      if (breaks.length === 0) end = cursor.at
    }
  }
  return breaks.length === 0
    ? { gap: cursor.text.slice(from, end), hasBreak: false }
    : { gap: foldedBreaks(breaks), hasBreak: true }
}
