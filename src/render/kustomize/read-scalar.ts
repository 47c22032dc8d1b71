import { outOfRange, resolvePlain } from '../../kube/yaml-scalar.ts'

type Scalar = ReturnType<typeof resolvePlain>

const yaml11Words: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map((word): [string, boolean] => [word, true]),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map((word): [string, boolean] => [word, false]),
])

/** YAML 1.1, in which kustomize reads kustomization files and JSON patches: `yes` is true. */
export function resolveYaml11(source: string): Scalar {
  return yaml11Words.get(source) ?? resolvePlain(source)
}

/** In manifests kustomize writes dates out as times: `2020-01-01` is `2020-01-01T00:00:00Z`. */
export function resolveManifestScalar(source: string): Scalar {
  const value = resolvePlain(source)
  return value === outOfRange || typeof value !== 'string' ? value : (toTimestamp(value) ?? value)
}

const timestamp =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:(?:[Tt](\d{1,2}):(\d{1,2}):(\d{1,2})(\.\d{1,9})?(Z|[-+]\d{2}:\d{2}))|(?: (\d{1,2}):(\d{1,2}):(\d{1,2})(\.\d{1,9})?))?$/

/** RFC 3339 as Go prints it; undefined for what is no time. */
function toTimestamp(source: string): string | undefined {
  const match = timestamp.exec(source)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0] = match.slice(1, 4).map(Number)
  const [hour = 0, minute = 0, second = 0] = [0, 1, 2].map((part) =>
    Number(match[4 + part] ?? match[9 + part] ?? 0),
  )
  const isDay =
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (!isDay || hour > 23 || minute > 59 || second > 59) return undefined
  const fraction = (match[7] ?? match[12] ?? '').replace(/\.?0+$/, '')
  const zone = match[8] === undefined || /^[-+]00:00$/.test(match[8]) ? 'Z' : match[8]
  const [months, days, hours, minutes, seconds] = [month, day, hour, minute, second].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${match[1]}-${months}-${days}T${hours}:${minutes}:${seconds}${fraction}${zone}`
}
