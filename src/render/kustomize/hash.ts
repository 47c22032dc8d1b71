import { compareBytes } from '../../git/byte-order.ts'
import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../kube/json.ts'
import { sha256Hex } from '../../kube/sha256.ts'
import { fail } from '../render-error.ts'
import { type Resource, rememberId, textOf, withObject } from './resource.ts'
import { formatId } from './resource-id.ts'

/**
 * The name with the hash of its data behind it, for the objects that generators made. The hash depends on the data
 * alone, not on name, labels or namespace. Source: api 0.21.1 hasher/hasher.go.
 */
export function addHash(resource: Resource): Resource {
  if (!resource.needsHash) return resource
  const remembered = rememberId(resource)
  const metadata = getOwn(resource.object, 'metadata')
  const name = `${resource.id.name}-${contentHash(resource)}`
  return withObject(remembered, {
    ...resource.object,
    metadata: { ...(isJsonObject(metadata) ? metadata : {}), name },
  })
}

function contentHash(resource: Resource): string {
  return encode(sha256Hex(goJson(hashed(resource))).slice(0, 10))
}

/** `name` is always the empty text: kustomize looks it up where it never is. */
function hashed({ object, id, origin }: Resource): JsonObject {
  const data = getOwn(object, 'data') ?? ''
  const common = { kind: id.kind, name: '', data }
  if (id.kind === 'ConfigMap') return { ...common, ...optional(object, 'binaryData') }
  if (id.kind === 'Secret') {
    return { ...common, type: textOf(getOwn(object, 'type')), ...optional(object, 'stringData') }
  }
  fail({ file: origin.path, line: origin.line }, `${formatId(id)} cannot have a hash`, 'unsupported')
}

function optional(object: JsonObject, field: string): JsonObject {
  const value = getOwn(object, field)
  return value === undefined || value === null ? {} : { [field]: value }
}

/** JSON as Go's encoder writes it: keys in byte order, no white space, HTML characters escaped. */
function goJson(value: Json): string {
  if (isList(value)) return `[${value.map(goJson).join(',')}]`
  if (!isJsonObject(value)) return escapeHtml(JSON.stringify(value))
  const members = Object.keys(value)
    .sort(compareBytes)
    .map((key) => `${escapeHtml(JSON.stringify(key))}:${goJson(getOwn(value, key) ?? null)}`)
  return `{${members.join(',')}}`
}

function escapeHtml(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}

/** Letters that make no words. */
const letters: { readonly [digit: string]: string } = { '0': 'g', '1': 'h', '3': 'k', a: 'm', e: 't' }

function encode(hex: string): string {
  return hex.replace(/[013ae]/g, (digit) => letters[digit] ?? digit)
}
