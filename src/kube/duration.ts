const nanoseconds: { readonly [unit: string]: number } = {
  ns: 1,
  us: 1e3,
  µs: 1e3,
  μs: 1e3,
  ms: 1e6,
  s: 1e9,
  m: 6e10,
  h: 3.6e12,
}
const part = /^([0-9]+(?:\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)/
const maxLength = 64

/** Nanoseconds of a Go duration (`1h30m`, `-1.5s`, `0`), or undefined. Source: pkg.go.dev/time#ParseDuration. */
export function parseGoDuration(text: string): number | undefined {
  if (text.length > maxLength) return undefined
  const sign = text.startsWith('-') ? -1 : 1
  let rest = text.replace(/^[+-]/, '')
  if (rest === '0') return 0
  let sum = 0
  do {
    const [matched, amount, unit] = part.exec(rest) ?? []
    if (matched === undefined || unit === undefined) return undefined
    sum += Math.round(Number(amount) * (nanoseconds[unit] ?? 0))
    rest = rest.slice(matched.length)
  } while (rest !== '')
  return sign * sum
}

/** True when both are durations of one length: `90s` and `1m30s`. */
export function sameDuration(a: string, b: string): boolean {
  const length = parseGoDuration(a)
  return length !== undefined && length === parseGoDuration(b)
}
