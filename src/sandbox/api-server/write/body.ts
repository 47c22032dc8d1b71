import { isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { parseYamlValue } from '../../../kube/yaml.ts'
import { YamlError } from '../../../kube/yaml-error.ts'
import { groupVersionOf } from '../kinds/resource-kind.ts'
import type { ServedKind } from '../kinds/served-kind.ts'
import { listAt, objectAt, sameJson, textAt, valueAt, withAt, withKeys } from '../object.ts'
import { badRequest } from '../refusal.ts'
import { DecodeError } from '../types/decode-error.ts'
import type { WriteRequest } from './write-request.ts'

/** The object of a create or update: parsed, of the right kind, read into its type. */
export function readBody(request: WriteRequest): JsonObject {
  const { kind } = request
  const parsed = parseBody(request)
  if (!isJsonObject(parsed)) {
    const got = `json: cannot unmarshal ${Array.isArray(parsed) ? 'array' : typeof parsed} into Go value`
    throw badRequest(`the object provided is unrecognized (must be of type ${kind.kind}): ${got}`)
  }
  return readTyped(request, assertKind(kind, parsed))
}

function parseBody({ text, contentType, kind }: WriteRequest): Json {
  try {
    if (contentType.includes('yaml')) return parseYamlValue(text).value
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : ''
    throw badRequest(
      `the object provided is unrecognized (must be of type ${kind.kind}): couldn't get version/kind; json parse error: ${why}`,
    )
  }
}

/** A body may leave out what the URL says already. */
function assertKind(kind: ServedKind, body: JsonObject): JsonObject {
  const version = textAt(body, 'apiVersion') || groupVersionOf(kind)
  const name = textAt(body, 'kind') || kind.kind
  if (version === groupVersionOf(kind) && name === kind.kind) return body
  throw badRequest(
    `${name} in version ${JSON.stringify(version)} cannot be handled as a ${kind.kind}: it is another kind`,
  )
}

/** Reads an object into its type; unknown fields are refused, warned of or passed over as asked. */
export function readTyped({ kind, options, warnings }: WriteRequest, body: JsonObject): JsonObject {
  const { object, unknown } = decodeOr(kind, body, (why) => badRequest(`${cannotBeHandled(kind)}: ${why}`))
  const texts = unknown.map((path) => `unknown field ${JSON.stringify(path)}`)
  if (options.fieldValidation === 'Strict' && texts.length > 0) {
    throw badRequest(`${cannotBeHandled(kind)}: strict decoding error: ${texts.join(', ')}`)
  }
  if (options.fieldValidation === 'Warn') warnings.push(...texts)
  return object
}

export function decodeOr(
  kind: ServedKind,
  body: JsonObject,
  refuse: (why: string) => Error,
): ReturnType<ServedKind['codec']['read']> {
  try {
    const { object, unknown } = kind.codec.read(body)
    const whole = withSingleOwners(object)
    return { object: kind.custom === undefined && isReset(body) ? withReset(whole) : whole, unknown }
  } catch (error) {
    if (error instanceof DecodeError) throw refuse(error.message)
    throw error
  }
}

/** An owner that is named twice counts once. */
function withSingleOwners(object: JsonObject): JsonObject {
  const owners = listAt(object, 'metadata', 'ownerReferences')
  const single = owners.filter((one, index) => owners.findIndex((other) => sameJson(other, one)) === index)
  return single.length === owners.length
    ? object
    : withAt(object, ['metadata', 'ownerReferences'], () => single)
}

/** Of a built-in kind an empty list of managed fields is a wish, though what is written has no such field. */
function isReset(body: JsonObject): boolean {
  const given = valueAt(body, 'metadata', 'managedFields')
  return isList<Json, Json | undefined>(given) && given.length === 0
}

function withReset(object: JsonObject): JsonObject {
  return withKeys(object, { metadata: withKeys(objectAt(object, 'metadata'), { managedFields: [] }) })
}

function cannotBeHandled(kind: ServedKind): string {
  return `${kind.kind} in version ${JSON.stringify(kind.version)} cannot be handled as a ${kind.kind}`
}

/** The YAML of an apply; keys that are there twice are refused or warned of as asked. */
export function readApplyBody(request: WriteRequest): JsonObject {
  const value = parseApply(request)
  if (isJsonObject(value)) return value
  const got = Array.isArray(value) ? 'array' : typeof value
  const why = `json: cannot unmarshal ${got} into Go value of type map[string]interface {}`
  throw badRequest(`error decoding YAML: error unmarshaling JSON: while decoding JSON: ${why}`)
}

function parseApply(request: WriteRequest): Json {
  const { text, options, warnings } = request
  try {
    return text.trimStart().startsWith('{') ? parseFlow(text) : parseYamlValue(text).value
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const [, key = ''] = /key ("[^"]*")/.exec(error.message) ?? []
    if (error.code !== 'duplicate-key') {
      throw badRequest(`error decoding YAML: error converting YAML to JSON: yaml: ${error.message}`)
    }
    const what = `line ${error.line + 1}: key ${key} already set in map`
    if (options.fieldValidation === 'Strict') {
      throw badRequest(
        `error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:\n  ${what}`,
      )
    }
    if (options.fieldValidation === 'Warn') warnings.push(what)
    return {}
  }
}

/** JSON is YAML, and cheaper to read as JSON. */
function parseFlow(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return parseYamlValue(text).value
  }
}

/** The object with the namespace of the URL; refuses another name or namespace than the URL's. */
export function placed({ namespace, name }: WriteRequest, object: JsonObject): JsonObject {
  const metadata = objectAt(object, 'metadata')
  const given = textAt(metadata, 'namespace')
  if (given !== '' && given !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
  const named = textAt(metadata, 'name')
  if (name !== '' && named === '') {
    throw badRequest(
      `the name of the object (${name} based on URL) was undeterminable: name must be provided`,
    )
  }
  if (name !== '' && named !== name) {
    throw badRequest(`the name of the object (${named}) does not match the name on the URL (${name})`)
  }
  return withKeys(object, { metadata: withKeys(metadata, { namespace: namespace || undefined }) })
}
