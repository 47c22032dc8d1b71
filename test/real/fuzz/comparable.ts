import { isJsonObject, isList, type Json, type JsonObject } from '../../../src/kube/json.ts'
import { compareText } from '../../../src/kube/object-key.ts'
import { objectAt, objectsAt, textAt } from '../../../src/sandbox/api-server/object.ts'
import type { ApiAnswer } from './api.ts'

/** An answer without what each server chooses for itself: ids, revisions, times, addresses. */
export function comparable({ status, body }: ApiAnswer, previous: string | undefined): JsonObject {
  const isStatus = body.kind === 'Status'
  if (isStatus) return { status, body: comparableStatus(body) }
  const revision = textAt(body, 'metadata', 'resourceVersion')
  return { status, isNewRevision: revision !== '' && revision !== previous, body: comparableObject(body) }
}

function comparableStatus(body: JsonObject): JsonObject {
  const { message: _, details: _details, ...rest } = body
  const { causes: _causes, ...details } = objectAt(body, 'details')
  const causes = objectsAt(body, 'details', 'causes').map(causeText)
  const message = body.reason === 'Invalid' ? '' : essence(textAt(body, 'message'))
  return {
    ...rest,
    message,
    details: masked(details, []),
    causes: [...new Set(causes)].toSorted(compareText),
  }
}

function causeText(cause: JsonObject): string {
  if (cause.field === 'patch') return 'patch'
  return ['field', 'reason', 'message'].map((key) => essence(textAt(cause, key))).join(' | ')
}

/**
 * What a refusal says, without values and types in Go's syntax and without the order in which Go walks maps: a map with
 * a field that is not declared is walked no further.
 */
function essence(message: string): string {
  const [head = '', ...all] = maskedText(message).split('\n').map(lineEssence)
  const undeclared = all.filter((line) => line.includes('not declared in schema'))
  const lines = undeclared.length > 0 ? undeclared : all
  return [head, ...lines.toSorted(compareText)].join('\n')
}

function lineEssence(line: string): string {
  return line
    .replace(/(expected [^,]+, got ).*/, '$1…')
    .replace(/(cannot unmarshal \w+ into Go) .*/, '$1…')
    .replace(/(ResourceVersion in record) \(\d+\)/, '$1')
    .replace(/^map: .*( does not contain declared merge key)/, 'map: …$1')
    .replace(/(list element types are not identical).*/, '$1')
    .replace(/Duplicate value: ([{].*|3\d{4})/, 'Duplicate value: …')
    .replace(/(duplicate nodePort: ).*/, '$1…')
    .replace(/Invalid value: (null|[[{].*[\]}]): /, 'Invalid value: …: ')
}

function comparableObject(body: JsonObject): Json {
  return masked(body, [])
}

/** Addresses and ports that only a server gives out. */
const addresses = /^10\.0\.\d+\.\d+$/
const chosen: ReadonlySet<string> = new Set([
  'uid',
  'resourceVersion',
  'creationTimestamp',
  'deletionTimestamp',
  'time',
])

function masked(value: Json, path: readonly string[]): Json {
  const key = path.at(-1) ?? ''
  if (isList<Json, Json>(value)) {
    const items = value.map((item) => masked(item, [...path, '*']))
    return key === 'managedFields' ? items.toSorted((a, b) => compareText(entryText(a), entryText(b))) : items
  }
  if (isJsonObject(value)) {
    return Object.fromEntries(
      Object.entries(value)
        .toSorted(([a], [b]) => compareText(a, b))
        .map(([name, item]) => [name, path.at(-1) === 'fieldsV1' ? item : masked(item, [...path, name])]),
    )
  }
  if (chosen.has(key) && path[0] === 'metadata' && path.length <= 4) return `<${key}>`
  if (key === 'lastTransitionTime') return '<time>'
  if (key === 'nodePort' && typeof value === 'number' && value >= 30_000) return '<nodePort>'
  return typeof value === 'string' ? maskedText(value) : value
}

/** Entries of one second stand in the order of their managers; of several, in that of the seconds. */
function entryText(entry: Json): string {
  const part = (key: string) => (isJsonObject(entry) ? textAt(entry, key) : '')
  return ['operation', 'manager', 'apiVersion', 'subresource'].map(part).join('\n')
}

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

function maskedText(text: string): string {
  if (addresses.test(text)) return '<address>'
  return text.replace(uid, '<uid>').replace(/\b(at )?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '<time>')
}

export interface Difference {
  readonly path: string
  /** Undefined where it is absent. */
  readonly real: Json | undefined
  readonly sandbox: Json | undefined
}

/** The first place where two answers differ, and what stands there; undefined where all that counts is the same. */
export function firstDifference(
  real: Json,
  sandbox: Json,
  mayDiffer: (difference: Difference) => boolean,
): Difference | undefined {
  for (const difference of differences(real, sandbox, '')) if (!mayDiffer(difference)) return difference
  return undefined
}

function* differences(
  real: Json | undefined,
  sandbox: Json | undefined,
  path: string,
): Generator<Difference> {
  if (isJsonObject(real) && isJsonObject(sandbox)) {
    for (const key of new Set([...Object.keys(real), ...Object.keys(sandbox)])) {
      yield* differences(real[key], sandbox[key], `${path}.${key}`)
    }
  } else if (isList<Json, Json | undefined>(real) && isList<Json, Json | undefined>(sandbox)) {
    for (let at = 0; at < Math.max(real.length, sandbox.length); at += 1) {
      yield* differences(real[at], sandbox[at], `${path}[${at}]`)
    }
  } else if (real !== sandbox) yield { path, real, sandbox }
}
