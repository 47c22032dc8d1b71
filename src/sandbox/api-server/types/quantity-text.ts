import { parseQuantity } from '../../../kube/quantity.ts'

const nano = 1_000_000_000n
const decimalSuffixes: readonly [bigint, string][] = [
  [10n ** 27n, 'E'],
  [10n ** 24n, 'P'],
  [10n ** 21n, 'T'],
  [10n ** 18n, 'G'],
  [10n ** 15n, 'M'],
  [10n ** 12n, 'k'],
  [nano, ''],
  [1_000_000n, 'm'],
  [1_000n, 'u'],
  [1n, 'n'],
]
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

/**
 * A quantity in its canonical form: `1000m` is `1`, `1024Mi` is `1Gi`. Undefined for what is no quantity.
 * Source: pkg.go.dev/k8s.io/apimachinery/pkg/api/resource#Quantity.
 */
export function canonicalQuantity(text: string): string | undefined {
  const value = parseQuantity(text)
  if (value === undefined) return undefined
  if (text.endsWith('i') && (value <= -1024n * nano || value >= 1024n * nano)) return binaryText(value)
  if (/[eE][+-]?\d+$/.test(text)) return exponentText(value)
  return decimalText(value)
}

function decimalText(value: bigint): string {
  if (value === 0n) return '0'
  const [unit, suffix] = decimalSuffixes.find(([unit]) => value % unit === 0n) ?? [1n, 'n']
  return `${value / unit}${suffix}`
}

function exponentText(value: bigint): string {
  if (value === 0n) return '0'
  const [unit] = decimalSuffixes.find(([unit]) => value % unit === 0n) ?? [1n]
  const exponent = String(unit).length - 10
  return exponent === 0 ? String(value / unit) : `${value / unit}e${exponent}`
}

function binaryText(value: bigint): string {
  const whole = value % nano === 0n ? value / nano : value / nano + (value > 0n ? 1n : 0n)
  let mantissa = whole
  let power = 0
  while (mantissa % 1024n === 0n && power < binarySuffixes.length - 1) {
    mantissa /= 1024n
    power += 1
  }
  return `${mantissa}${binarySuffixes[power] ?? ''}`
}
