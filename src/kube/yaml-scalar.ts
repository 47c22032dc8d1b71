import type { JsonScalar } from './json.ts'

const words: ReadonlyMap<string, JsonScalar> = new Map<string, JsonScalar>([
  ...['', '~', 'null', 'Null', 'NULL'].map((word): [string, JsonScalar] => [word, null]),
  ...['true', 'True', 'TRUE'].map((word): [string, JsonScalar] => [word, true]),
  ...['false', 'False', 'FALSE'].map((word): [string, JsonScalar] => [word, false]),
])

const notFinite = /^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/
const integer = /^([-+]?)(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/
const float = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/

/** A number that JSON, or a JavaScript number, cannot hold without changing it. */
export const outOfRange: unique symbol = Symbol('number out of range')

/** What a scalar without quotes means. */
export type ResolvePlain = (source: string) => JsonScalar | typeof outOfRange

/**
 * What an unquoted scalar means: YAML 1.2 words, so `yes` and `on` stay strings, with the numbers of go-yaml v3,
 * so `0644` is octal and `1_000` is a thousand. Dates stay text.
 * Source: go.yaml.in/yaml/v3 resolve.go.
 */
export function resolvePlain(source: string): JsonScalar | typeof outOfRange {
  const word = words.get(source)
  if (word !== undefined) return word
  if (notFinite.test(source)) return outOfRange
  if (!/^[-+.0-9]/.test(source)) return source
  const text = /^[-+0-9]/.test(source) ? source.replaceAll('_', '') : source
  return resolveInteger(text) ?? resolveFloat(text) ?? source
}

function resolveInteger(text: string): number | typeof outOfRange | undefined {
  const [, sign, digits] = integer.exec(text) ?? []
  if (digits === undefined) return undefined
  const octal = /^0[0-7]/.test(digits)
  const size = Number(octal ? `0o${digits}` : digits)
  if (!Number.isSafeInteger(size)) return outOfRange
  return sign === '-' && size !== 0 ? -size : size
}

function resolveFloat(text: string): number | undefined {
  if (!float.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value + 0 : undefined
}
