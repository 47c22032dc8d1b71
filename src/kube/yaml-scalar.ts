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
 * so `0644` is octal and `1_000` is a thousand. Dates stay text. Source: go.yaml.in/yaml/v3 resolve.go.
 */
export function resolvePlain(source: string): JsonScalar | typeof outOfRange {
  const value = resolveExact(source)
  const isExact = typeof value !== 'bigint' && !(isUnsafe(value) && integer.test(source.replaceAll('_', '')))
  return isExact ? value : outOfRange
}

/** As `resolvePlain`, with integers as large as go-yaml's: those that a number cannot hold exactly are a `bigint`. */
export function resolveExact(source: string): JsonScalar | typeof outOfRange {
  if (source.length <= longestWord) {
    const word = words.get(source)
    if (word !== undefined) return word
  }
  if (!mayBeNumber(source.charCodeAt(0))) return source
  if (notFinite.test(source)) return outOfRange
  const text = /^[-+0-9]|^\.[0-9](?:_?[0-9])*(?:[eE]|$)/.test(source) ? source.replaceAll('_', '') : source
  return resolveInteger(text) ?? resolveFloat(text) ?? source
}

/** `false` */
const longestWord = 5

/** Of the first character: a digit, a sign or a dot. */
function mayBeNumber(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e
}

function isUnsafe(value: JsonScalar | typeof outOfRange): boolean {
  return typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER
}

/** Undefined for what does not fit into 64 bits. */
function resolveInteger(text: string): number | bigint | undefined {
  const [, sign, digits] = integer.exec(text) ?? []
  if (digits === undefined || digits.length > longestInteger) return undefined
  const size = BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits)
  const value = sign === '-' ? -size : size
  if (value < -(2n ** 63n) || value >= (sign === '' ? 2n ** 64n : 2n ** 63n)) return undefined
  return Number.isSafeInteger(Number(value)) ? Number(value) : value
}

/** 64 bits in binary, with room for zeros in front. */
const longestInteger = 128

function resolveFloat(text: string): number | undefined {
  if (!float.test(text)) return undefined
  const value = Number(text)
  return Number.isFinite(value) ? value + 0 : undefined
}
