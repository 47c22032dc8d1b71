const endsInBreak = /[\n\u2028\u2029]$/

/** `-` for no break at the end, `+` for more than one. */
export function chomping(text: string): '' | '+' | '-' {
  if (!endsInBreak.test(text)) return '-'
  return text.length === 1 || endsInBreak.test(text.slice(0, -1)) ? '+' : ''
}
