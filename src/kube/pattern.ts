/** A pattern that is matched in time linear in the text, whatever the pattern. */
export interface Pattern {
  matches(text: string): boolean
}

/** Undefined when the expression is no pattern. */
export type Compile = (expression: string) => Pattern | undefined

/** Longer ones are left to the engine, which has a cap. */
const longest = 4096

const plain = /^\^?(?:[\w/|-]|\.\*)*\$?$/

/**
 * A regular expression of words, `.*` and `|` alone, over the whole text, as most selectors are: it needs no engine.
 * Undefined for others.
 */
export const plainPattern: Compile = (expression) => {
  if (expression.length > longest || !plain.test(expression)) return undefined
  const start = expression.startsWith('^') ? 1 : 0
  const end = expression.length - (expression.endsWith('$') ? 1 : 0)
  const alternatives = expression
    .slice(start, end)
    .split('|')
    .map((alternative) => alternative.split('.*'))
  return { matches: (text) => alternatives.some((pieces) => isMadeOf(text, pieces)) }
}

/** Whether a text is the pieces in their order, with anything but line breaks between them. */
function isMadeOf(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces
  const last = others.pop()
  if (last === undefined) return text === first
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last) || text.includes('\n')) return false
  let at = first.length
  for (const piece of others) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return at <= end
}
