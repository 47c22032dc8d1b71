const form = /^([+-]?)([0-9]+(?:\.[0-9]*)?|\.[0-9]+)([a-zA-Z]*|[eE][+-]?[0-9]+)$/

const decimalPowers: { readonly [suffix: string]: number } = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
}
const binaryPowers: { readonly [suffix: string]: bigint } = {
  Ki: 10n,
  Mi: 20n,
  Gi: 30n,
  Ti: 40n,
  Pi: 50n,
  Ei: 60n,
}
const maxLength = 64
const maxExponent = 64

/**
 * The value of a Kubernetes quantity in units of 10⁻⁹, what is finer rounded away from zero as the API server does.
 * Undefined for what is no quantity. Source: pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#Quantity.
 */
export function parseQuantity(quantity: string | number): bigint | undefined {
  const text = typeof quantity === 'number' ? String(quantity) : quantity
  if (text.length > maxLength) return undefined
  const [, sign, digits, suffix] = form.exec(text) ?? []
  if (digits === undefined || suffix === undefined) return undefined
  const factor = factorOf(suffix)
  if (factor === undefined) return undefined
  const nano = scaled(digits, factor)
  return sign === '-' ? -nano : nano
}

/** True when both are quantities of one value: `1000m` and `1`, `1Gi` and `1024Mi`. */
export function sameQuantity(a: string | number, b: string | number): boolean {
  const value = parseQuantity(a)
  return value !== undefined && value === parseQuantity(b)
}

interface Factor {
  readonly power10: number
  readonly power2: bigint
}

function factorOf(suffix: string): Factor | undefined {
  if (Object.hasOwn(decimalPowers, suffix)) return { power10: decimalPowers[suffix] ?? 0, power2: 0n }
  if (Object.hasOwn(binaryPowers, suffix)) return { power10: 0, power2: binaryPowers[suffix] ?? 0n }
  const exponent = /^[eE]([+-]?[0-9]+)$/.exec(suffix)?.[1]
  if (exponent === undefined || Math.abs(Number(exponent)) > maxExponent) return undefined
  return { power10: Number(exponent), power2: 0n }
}

function scaled(digits: string, { power10, power2 }: Factor): bigint {
  const [whole = '', fraction = ''] = digits.split('.')
  const mantissa = BigInt(`0${whole}${fraction}`) << power2
  const power = power10 + 9 - fraction.length
  if (power >= 0) return mantissa * 10n ** BigInt(power)
  const divisor = 10n ** BigInt(-power)
  return (mantissa + divisor - 1n) / divisor
}
