/**
 * Text from outside, for one line of a terminal or a status: white space and line breaks become one space, control
 * and direction characters and broken surrogates a replacement character.
 */
export function printable(text: string): string {
  return text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\u{fffd}')
    .trim()
}

/** The same for text of several lines: its line breaks and spaces stay. */
export function printableLines(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' ? character : '\u{fffd}',
  )
}

/** At most `limit` UTF-16 units, and so at most that many characters; a cut shows as `…` and splits no character. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > limit - 1) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/** `1 object`, `2 objects`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`
}
