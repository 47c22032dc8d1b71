/** `2` where the text begins with a blank or a break; `-` for no break at the end, `+` for more than one. */
export function blockHints(text: string): string {
  const indentation = /^[ \n\u2028\u2029]/.test(text) ? '2' : ''
  if (!/[\n\u2028\u2029]$/.test(text)) return `${indentation}-`
  return /^.$|[\n\u2028\u2029].$/su.test(text) ? `${indentation}+` : indentation
}

/** The line break behind a line that can be folded is written twice, unless the text starts with a blank. */
export function unfolded(text: string): string {
  if (/^[\n\u2028\u2029]*[ \t]/.test(text)) return text
  return text.replaceAll(/([^\n\u2028\u2029]+)\n/g, (line) => (/^[ \t]/.test(line) ? line : `${line}\n`))
}

const escapes: { readonly [char: string]: string } = {
  '\0': '\\0',
  '\x07': '\\a',
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\v': '\\v',
  '\f': '\\f',
  '\r': '\\r',
  '\x1b': '\\e',
  '"': '\\"',
  '\\': '\\\\',
  '\u0085': '\\N',
  '\u00a0': '\\_',
  '\u2028': '\\L',
  '\u2029': '\\P',
}

export function doubleQuoted(text: string): string {
  const needsEscape = /["\\\n\r\u2028\u2029]|[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufefe\uff00-\ufffd]/gu
  return `"${text.replaceAll(needsEscape, escapeOf)}"`
}

function escapeOf(char: string): string {
  const known = escapes[char]
  if (known !== undefined) return known
  const hex = (char.codePointAt(0) ?? 0).toString(16).toUpperCase()
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`
}
