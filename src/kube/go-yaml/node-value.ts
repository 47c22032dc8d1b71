import type { Json, JsonScalar } from '../json.ts'
import { outOfRange, type ResolvePlain } from '../yaml-scalar.ts'
import { toTimestamp } from './timestamp.ts'

const tagPrefix = 'tag:yaml.org,2002:'

/** `!!int` in full; undefined for none. */
export function fullTag(tag: string): string {
  if (tag.startsWith('!<')) return tag.slice(2, -1)
  return tag.startsWith('!!') ? tagPrefix + tag.slice(2) : tag
}

const scalarTags: ReadonlySet<string> = new Set(
  ['str', 'null', 'bool', 'int', 'float', 'binary', 'timestamp'].map((type) => tagPrefix + type),
)

/** Whether YAML defines what a scalar of this tag is. */
export function isKnownTag(tag: string): boolean {
  return scalarTags.has(tag)
}

/** Whether the tag says of a collection what it is anyway. */
export function isTagOf(type: 'map' | 'seq', tag: string): boolean {
  return tag === '!' || tag === tagPrefix + type
}

/**
 * The value of a scalar that has a tag; undefined when the tag does not fit it. Tags that YAML does not define leave the
 * text. Source: go.yaml.in/yaml/v3 resolve.go.
 */
export function taggedValue(
  tag: string,
  source: string,
  resolve: ResolvePlain,
): JsonScalar | typeof outOfRange | undefined {
  if (!tag.startsWith(tagPrefix)) return source
  const type = tag.slice(tagPrefix.length)
  if (type === 'binary') return decodeBinary(source)
  if (type === 'timestamp') return toTimestamp(source)
  if (!['null', 'bool', 'int', 'float'].includes(type)) return source
  const value = resolve(source)
  return value === outOfRange || fits(type, source, value) ? value : undefined
}

function fits(type: string, source: string, value: Json): boolean {
  if (type === 'null') return value === null
  if (type === 'bool') return typeof value === 'boolean'
  const isNumber = typeof value === 'number' || typeof value === 'bigint'
  return isNumber && (type === 'float' || !/[.eE]/.test(source) || /^[-+]?0x/i.test(source))
}

function decodeBinary(source: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(source.replaceAll(/[\r\n]/g, '')), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
