import type { JsonScalar } from '../../kube/json.ts'

/**
 * The text with the values of its vars: `$(NAME)` is one, `$$` a dollar. A text that is nothing but one var takes the
 * type of its value; a name without a value stays as it is. `spend` is told how long the text becomes before it is made.
 */
export function expandVars(
  text: string,
  lookUp: (name: string) => JsonScalar | undefined,
  spend: (size: number) => void,
): JsonScalar {
  const pieces: string[] = []
  const lastClose = text.lastIndexOf(')')
  let copied = 0
  for (let dollar = text.indexOf('$'); dollar >= 0; dollar = text.indexOf('$', copied)) {
    pieces.push(text.slice(copied, dollar))
    const next = text[dollar + 1]
    const close = next === '(' && dollar < lastClose ? text.indexOf(')', dollar) : -1
    copied = dollar + 1
    if (close < 0) {
      pieces.push('$')
      if (next === '$') copied += 1
      continue
    }
    const name = text.slice(dollar + 2, close)
    const value = lookUp(name)
    if (value !== undefined && dollar === 0 && close === text.length - 1) return value
    pieces.push(value === undefined ? `$(${name})` : formatScalar(value))
    copied = close + 1
  }
  if (copied === 0) return text
  pieces.push(text.slice(copied))
  spend(pieces.reduce((size, piece) => size + piece.length, 0))
  return pieces.join('')
}

/** Numbers as Go prints them: an exponent of two digits below 0.0001 and from 1e21 up. */
function formatScalar(value: JsonScalar): string {
  if (typeof value !== 'number') return String(value)
  const isTiny = value !== 0 && Math.abs(value) < 1e-4
  const text = isTiny ? value.toExponential() : String(value)
  return text.replace(/e([-+])(\d)$/, 'e$10$2')
}
