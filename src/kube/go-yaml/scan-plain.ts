import { type Cursor, isBlank, isBlankOrEnd, isBreak, isDocumentMark } from './cursor.ts'
import { foldedBreaks } from './folded-breaks.ts'

export interface PlainScalar {
  readonly value: string
  /** A line break stands behind it, so a key may follow. */
  readonly endsLine: boolean
}

/** Text without quotes; `indent` is that of the block around it. Source: go.yaml.in/yaml/v3 scannerc.go. */
export function scanPlain(cursor: Cursor, indent: number, inFlow: boolean): PlainScalar {
  const { text, at: start } = cursor
  let before = ''
  /** Of the words on the last line, which are taken as they stand. */
  let from = start
  let end = start
  let fold: string | undefined
  while (!isDocumentMark(cursor) && cursor.code() !== 0x23) {
    const word = cursor.at
    cursor.at = endOfWord(text, word, inFlow)
    if (cursor.at > word) {
      if (fold !== undefined) {
        before += text.slice(from, end) + fold
        from = word
      }
      end = cursor.at
      fold = undefined
    }
    const code = cursor.code()
    if (!isBlank(code) && !isBreak(code)) break
    fold = scanGap(cursor, indent, start)
    if (!inFlow && cursor.column <= indent) break
  }
  return { value: before + text.slice(from, end), endsLine: fold !== undefined }
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

/** Goes behind white space and line breaks. What the breaks stand for between two words; undefined without any. */
function scanGap(cursor: Cursor, indent: number, start: number): string | undefined {
  let breaks = ''
  for (;;) {
    const code = cursor.code()
    if (isBreak(code)) breaks += cursor.takeBreak()
    else if (!isBlank(code)) break
    else {
      if (code === 0x09 && breaks !== '' && cursor.column <= indent) {
        cursor.malformed('found a tab character that violates indentation', start)
      }
      cursor.at += 1
    }
  }
  return breaks === '' ? undefined : foldedBreaks(breaks)
}
