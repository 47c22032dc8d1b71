const units: { readonly [unit: string]: number } = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
}

const bareSeconds = /^[0-9]+$/
const goDuration = /^([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)/

/**
 * Seconds of a Go duration (`1h30m`, `500ms`) or of bare seconds (`5`), as Argo CD reads its retry settings.
 * Undefined for anything else, negative durations included. Source: pkg.go.dev/time#ParseDuration.
 */
export function parseDuration(text: string): number | undefined {
  if (text.length > 64) return undefined
  if (bareSeconds.test(text)) return finite(Number(text))
  let seconds = 0
  let rest = text
  do {
    const [part, amount, , unit] = goDuration.exec(rest) ?? []
    if (part === undefined || unit === undefined) return undefined
    seconds += Number(amount) * (units[unit] ?? 0)
    rest = rest.slice(part.length)
  } while (rest !== '')
  return finite(seconds)
}

/** Go keeps durations in 64 bits of nanoseconds. */
function finite(seconds: number): number | undefined {
  return seconds <= 9_223_372_036 ? seconds : undefined
}
