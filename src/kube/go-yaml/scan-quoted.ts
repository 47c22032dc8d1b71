import { type Cursor, isBlank, isBlankOrEnd, isBreak, isDocumentMark } from './cursor.ts'
import { foldedBreaks } from './folded-breaks.ts'

/** Text in quotes, with the escapes of JSON too where they are allowed. Source: go.yaml.in/yaml/v3 scannerc.go. */
export function scanQuoted(cursor: Cursor, hasJsonEscapes: boolean): string {
  const start = cursor.at
  const quote = cursor.code()
  cursor.at += 1
  let value = ''
  for (;;) {
    if (isDocumentMark(cursor)) cursor.malformed('found unexpected document indicator', start)
    if (cursor.code() === 0) cursor.malformed('found unexpected end of stream', start)
    const word = scanWord(cursor, quote, start, hasJsonEscapes)
    value += word.value
    if (cursor.code() === quote && !word.isBroken) break
    value += scanGap(cursor, word.isBroken)
  }
  cursor.at += 1
  return value
}

interface Word {
  readonly value: string
  /** It ends in a backslash before a line break, which both are nothing. */
  readonly isBroken: boolean
}

function scanWord(cursor: Cursor, quote: number, start: number, hasJsonEscapes: boolean): Word {
  let value = ''
  for (;;) {
    const from = cursor.at
    while (!isSpecial(cursor.code(), quote)) cursor.at += 1
    value += cursor.text.slice(from, cursor.at)
    const code = cursor.code()
    if (code === 0x27 && quote === 0x27 && cursor.code(1) === 0x27) {
      value += "'"
      cursor.at += 2
    } else if (code !== 0x5c || quote !== 0x22) return { value, isBroken: false }
    else if (isBreak(cursor.code(1))) {
      cursor.at += 1
      cursor.takeBreak()
      return { value, isBroken: true }
    } else value += (hasJsonEscapes ? scanJsonEscape(cursor) : '') || scanEscape(cursor, start)
  }
}

function isSpecial(code: number, quote: number): boolean {
  return isBlankOrEnd(code) || code === quote || (code === 0x5c && quote === 0x22)
}

function scanGap(cursor: Cursor, isBroken: boolean): string {
  const from = cursor.at
  let breaks = ''
  let end = from
  for (;;) {
    if (isBreak(cursor.code())) breaks += cursor.takeBreak()
    else if (!isBlank(cursor.code())) break
    else {
      cursor.at += 1
      if (breaks === '') end = cursor.at
    }
  }
  if (isBroken) return breaks
  return breaks === '' ? cursor.text.slice(from, end) : foldedBreaks(breaks)
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\u0085'],
  ['_', '\u00a0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
])

const lengths: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

const jsonEscape = /^\\(?:\/|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})/

const longestEscape = 12

/** What only JSON has: a slash, and a character beyond U+FFFF as two. Empty for none. */
function scanJsonEscape(cursor: Cursor): string {
  const [written = ''] = jsonEscape.exec(cursor.text.slice(cursor.at, cursor.at + longestEscape)) ?? []
  cursor.at += written.length
  if (written.length <= 2) return written.slice(1)
  const units = [written.slice(2, 6), written.slice(8)].map((digits) => Number.parseInt(digits, 16))
  return String.fromCharCode(...units)
}

function scanEscape(cursor: Cursor, start: number): string {
  const letter = cursor.text.charAt(cursor.at + 1)
  const length = lengths.get(letter)
  cursor.at += 2
  if (length !== undefined) return scanCode(cursor, length, start)
  return escapes.get(letter) ?? cursor.malformed('found unknown escape character', start)
}

function scanCode(cursor: Cursor, length: number, start: number): string {
  const digits = cursor.text.slice(cursor.at, cursor.at + length)
  if (digits.length < length || !/^[0-9a-fA-F]*$/.test(digits)) {
    cursor.malformed('did not find expected hexdecimal number', start)
  }
  const point = Number.parseInt(digits, 16)
  if ((point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff) {
    cursor.malformed('found invalid Unicode character escape code', start)
  }
  cursor.at += length
  return String.fromCodePoint(point)
}
