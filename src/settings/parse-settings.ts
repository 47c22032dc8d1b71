import { parseYamlValue } from '../kube/yaml.ts'
import { YamlError } from '../kube/yaml-error.ts'
import type { ApiSettings, Brakes, SecretReference, Settings, SweepSettings } from '../settings.ts'
import { type FieldProblem, Fields } from './fields.ts'
import { parseClusters } from './parse-clusters.ts'
import { parseHosts } from './parse-hosts.ts'
import { parseRoots } from './parse-roots.ts'
import { present } from './present.ts'
import { readSecret } from './read-secret.ts'
import { SettingsError } from './settings-error.ts'

/** The whole settings from one YAML document. `origin` names it in errors. Throws `SettingsError` with every problem. */
export function parseSettings(text: string, origin: string): Settings {
  const problems: FieldProblem[] = []
  const fields = Fields.open(readDocument(text, origin), problems)
  const settings = fields && readSettings(fields)
  if (settings && problems.length === 0) return frozen(settings)
  throw invalid(problems, origin)
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) frozen(member)
  return Object.freeze(value)
}

function readSettings(fields: Fields): Settings {
  const clusters = parseClusters(fields)
  const hosts = parseHosts(fields)
  const settings = {
    installation: readInstallation(fields),
    roots: parseRoots(fields, clusters, hosts),
    clusters,
    hosts,
    brakes: readBrakes(fields.mapping('brakes')),
    sweep: readSweep(fields.mapping('sweep')),
    ...present({
      api: readApi(fields.mapping('api')),
      metrics: readMetrics(fields.mapping('metrics')),
    }),
  }
  fields.close()
  return settings
}

function readInstallation(fields: Fields): string {
  const name = fields.text('installation') ?? 'plumbline'
  if (!/^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$/.test(name)) {
    fields.problem('installation', 'must be lower-case letters, digits, `-` and `.`, at most 63 of them')
  }
  return name
}

const day = 24 * 3600

function readBrakes(fields: Fields | undefined): Brakes {
  const brakes = {
    pruneObjects: fields?.integer('pruneObjects', 20, { min: 0, max: 100_000 }) ?? 20,
    pruneShare: fields?.number('pruneShare', 0.5, { min: 0, max: 1 }) ?? 0.5,
    hookSeconds: fields?.integer('hookSeconds', 600, { min: 1, max: day }) ?? 600,
    waveSeconds: fields?.integer('waveSeconds', 1800, { min: 1, max: day }) ?? 1800,
  }
  fields?.close()
  return brakes
}

function readSweep(fields: Fields | undefined): SweepSettings {
  const sweep = { seconds: fields?.integer('seconds', 180, { min: 0, max: day }) ?? 180 }
  fields?.close()
  return sweep
}

function readApi(fields: Fields | undefined): ApiSettings | undefined {
  if (!fields) return undefined
  const token = readToken(fields, 'leave api out to have no JSON API')
  const url = readUrl(fields)
  fields.close()
  return token && { token, ...present({ url }) }
}

function readMetrics(fields: Fields | undefined): Settings['metrics'] {
  if (!fields) return undefined
  const token = readToken(fields, 'leave metrics out to have none')
  fields.close()
  return token && { token }
}

function readToken(fields: Fields, otherwise: string): SecretReference | undefined {
  const token = readSecret(fields, 'token')
  if (!fields.has('token')) fields.problem('token', `is required; ${otherwise}`)
  return token
}

/** It is written into commit statuses, for everyone to read. */
function readUrl(fields: Fields): string | undefined {
  const url = fields.optionalText('url')
  if (url === undefined || url === '') return undefined
  if (!/^https?:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?\/?$/i.test(url)) {
    fields.problem(
      'url',
      'must be the https:// or http:// address of this server, without a path or a credential',
    )
  }
  return url.replace(/\/$/, '')
}

function readDocument(text: string, origin: string): ReturnType<typeof parseYamlValue> {
  try {
    return parseYamlValue(text, { file: origin })
  } catch (cause) {
    if (!(cause instanceof YamlError)) throw cause
    const { line, message } = cause
    const problems = [{ field: '', line, message }]
    throw new SettingsError('invalid', message, { subject: { file: origin, line }, problems, cause })
  }
}

function invalid(problems: readonly FieldProblem[], origin: string): SettingsError {
  const inOrder = problems.toSorted((a, b) => a.line - b.line)
  const lines = inOrder.map(({ field, line, message }) => {
    return `${origin}:${line}: ${field === '' ? 'the settings' : field}: ${message}`
  })
  const subject = { file: origin, line: inOrder[0]?.line ?? 1 }
  return new SettingsError('invalid', lines.join('\n'), {
    subject,
    problems: inOrder.map(({ field, line, message }) => ({ field, line, message })),
  })
}
