import { type Cursor, isBlank, isBreak } from './cursor.ts'

/** A literal or folded text; `indent` is that of the block around it. Source: go.yaml.in/yaml/v3 scannerc.go. */
export function scanBlock(cursor: Cursor, parentIndent: number): string {
  const start = cursor.at
  const isLiteral = cursor.code() === 0x7c
  const { chomping, increment } = scanHeader(cursor, start)
  const given = increment === 0 ? 0 : Math.max(parentIndent, 0) + increment
  const first = scanBreaks(cursor, given, parentIndent, start)
  const { indent } = first
  let { breaks } = first
  let value = ''
  let lineBreak = ''
  let isIndented = false
  while (cursor.column === indent && cursor.code() !== 0) {
    const startsBlank = isBlank(cursor.code())
    const isFolded = !isLiteral && !isIndented && !startsBlank && lineBreak === '\n'
    value += (isFolded ? (breaks === '' ? ' ' : '') : lineBreak) + breaks
    isIndented = startsBlank
    value += scanLine(cursor)
    lineBreak = cursor.code() === 0 ? '' : cursor.takeBreak()
    breaks = scanBreaks(cursor, indent, parentIndent, start).breaks
  }
  if (chomping !== '-') value += lineBreak
  return chomping === '+' ? value + breaks : value
}

interface Header {
  readonly chomping: '' | '+' | '-'
  /** 0 for none. */
  readonly increment: number
}

function scanHeader(cursor: Cursor, start: number): Header {
  cursor.at += 1
  let chomping: Header['chomping'] = ''
  let increment = 0
  for (let count = 0; count < 2; count += 1) {
    const code = cursor.code()
    const isChomping = code === 0x2b || code === 0x2d
    if (isChomping && chomping === '') chomping = code === 0x2b ? '+' : '-'
    else if (code >= 0x30 && code <= 0x39 && increment === 0) increment = digit(cursor, code, start)
    else break
    cursor.at += 1
  }
  while (isBlank(cursor.code())) cursor.at += 1
  if (cursor.code() === 0x23) scanLine(cursor)
  if (cursor.code() !== 0 && !isBreak(cursor.code())) {
    cursor.malformed('did not find expected comment or line break', start)
  }
  if (isBreak(cursor.code())) cursor.takeBreak()
  return { chomping, increment }
}

function digit(cursor: Cursor, code: number, start: number): number {
  if (code === 0x30) cursor.malformed('found an indentation indicator equal to 0', start)
  return code - 0x30
}

/** The rest of the line, without its break. */
function scanLine(cursor: Cursor): string {
  const from = cursor.at
  while (cursor.code() !== 0 && !isBreak(cursor.code())) cursor.at += 1
  return cursor.text.slice(from, cursor.at)
}

/** Empty lines, and the indentation of the line behind them; where `indent` is 0, that is the text's. */
function scanBreaks(
  cursor: Cursor,
  indent: number,
  parentIndent: number,
  start: number,
): { readonly breaks: string; readonly indent: number } {
  let breaks = ''
  let widest = 0
  for (;;) {
    while ((indent === 0 || cursor.column < indent) && cursor.code() === 0x20) cursor.at += 1
    widest = Math.max(widest, cursor.column)
    if ((indent === 0 || cursor.column < indent) && cursor.code() === 0x09) {
      cursor.malformed('found a tab character where an indentation space is expected', start)
    }
    if (!isBreak(cursor.code())) break
    breaks += cursor.takeBreak()
  }
  return { breaks, indent: indent === 0 ? Math.max(widest, parentIndent + 1, 1) : indent }
}
