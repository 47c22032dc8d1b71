import { compareBytes } from '../../../git/byte-order.ts'
import { plainTag } from '../../written-yaml/plain-tag.ts'
import type { WrittenNode, WrittenScalar } from '../../written-yaml/written-node.ts'
import { PathError } from './nodes.ts'

/**
 * A tree as JSON of Go's encoder: keys sorted, `<`, `>` and `&` escaped, numbers in their shortest form; on one line or
 * by two spaces. Throws `PathError` for what JSON does not have.
 */
export function printJson(node: WrittenNode, isIndented: boolean, depth = 0): string {
  if (node.kind === 'alias') throw new PathError('an alias cannot be written as JSON')
  if (node.kind === 'scalar') return printScalar(node)
  const parts =
    node.kind === 'list'
      ? node.items.map((item) => printJson(item, isIndented, depth + 1))
      : sortedEntries(node.entries).map(
          ([key, value]) =>
            `${quote(key)}:${isIndented ? ' ' : ''}${printJson(value, isIndented, depth + 1)}`,
        )
  const [open, close] = node.kind === 'list' ? ['[', ']'] : ['{', '}']
  if (!isIndented || parts.length === 0) return `${open}${parts.join(',')}${close}`
  const margin = `\n${'  '.repeat(depth + 1)}`
  return `${open}${margin}${parts.join(`,${margin}`)}\n${'  '.repeat(depth)}${close}`
}

function sortedEntries(
  entries: readonly { readonly key: WrittenNode; readonly value: WrittenNode }[],
): readonly (readonly [string, WrittenNode])[] {
  const pairs = entries.map(({ key, value }): readonly [string, WrittenNode] => {
    if (key.kind === 'scalar' && typeOf(key) === '!!str') return [key.text, value]
    throw new PathError('a key that is no text cannot be written as JSON')
  })
  return pairs.sort(([a], [b]) => compareBytes(a, b))
}

function printScalar(scalar: WrittenScalar): string {
  const tag = typeOf(scalar)
  if (tag === '!!str') return quote(scalar.text)
  const actual = plainTag(scalar.text)
  if (actual !== tag && !(tag === '!!float' && actual === '!!int')) {
    throw new PathError(`yaml: cannot decode ${actual} as a ${tag}`)
  }
  if (tag === '!!null') return 'null'
  if (tag === '!!bool') return scalar.text.toLowerCase()
  return tag === '!!int' ? printInteger(scalar.text) : printFloat(scalar.text)
}

function typeOf({ tag, text, style }: WrittenScalar): string {
  return tag !== '' ? tag : style === 'plain' ? plainTag(text) : '!!str'
}

function printInteger(text: string): string {
  const [, sign = '', digits = ''] = /^([-+]?)(.*)$/.exec(text.replaceAll('_', '')) ?? []
  const size = BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits)
  return sign === '-' ? String(-size) : String(size)
}

function printFloat(text: string): string {
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isFinite(value)) throw new PathError('json: unsupported value')
  return Object.is(value, -0) ? '-0' : String(value)
}

const escapes: { readonly [char: string]: string } = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

function quote(text: string): string {
  return JSON.stringify(text).replaceAll(/[<>&\u2028\u2029]/g, (char) => escapes[char] ?? char)
}
