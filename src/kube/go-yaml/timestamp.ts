const pattern =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?(Z|[-+]\d{2}:\d{2})|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.,](\d+))?))?$/

/** A time as RFC 3339 of what go-yaml takes for one; undefined for other text. Source: go.yaml.in/yaml resolve.go. */
export function toTimestamp(source: string): string | undefined {
  const match = source.charCodeAt(4) === 0x2d ? pattern.exec(source) : null
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number)
  const time = match.slice(4, 7).map((part, index) => Number(part ?? match[9 + index] ?? 0))
  const [hour = 0, minute = 0, second = 0] = time
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined
  const zone = toZone(match[8])
  if (zone === undefined) return undefined
  const fraction = (match[7] ?? match[12] ?? '').slice(0, 9).replace(/0+$/, '')
  const [months, days, hours, minutes, seconds] = [month, day, ...time].map((part) =>
    String(part).padStart(2, '0'),
  )
  const exact = fraction === '' ? '' : `.${fraction}`
  return `${match[1]}-${months}-${days}T${hours}:${minutes}:${seconds}${exact}${zone}`
}

function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31)
}

function toZone(source: string | undefined): string | undefined {
  if (source === undefined || source === 'Z') return 'Z'
  const [hours = 0, minutes = 0] = source.slice(1).split(':').map(Number)
  if (hours > 24 || minutes > 60) return undefined
  return hours === 0 && minutes === 0 ? 'Z' : source
}
