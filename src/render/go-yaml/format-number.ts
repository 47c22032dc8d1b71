/** A number as kustomize prints it: integers of 64 bits in full, all else as Go's `%g`. */
export function formatNumber(value: number | bigint): string {
  if (typeof value === 'bigint') return String(value)
  const text = String(value)
  if (/^-?\d+$/.test(text) && value < 2 ** 64 && value >= -(2 ** 63)) return text
  return toExponent(value)
}

/** With an exponent when the decimal one is below -4 or above 5, of two digits or more. */
function toExponent(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power <= 5) return String(value)
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}
