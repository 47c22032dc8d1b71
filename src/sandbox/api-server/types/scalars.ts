import { isJsonObject, isList, type Json } from '../../../kube/json.ts'
import { DecodeError } from './decode-error.ts'
import type { ScalarName } from './go-type.ts'
import { canonicalQuantity } from './quantity-text.ts'

/** A scalar as Go would write it; null is its zero value, which of bytes and times is null again. */
export function decodeScalar(name: ScalarName, given: Json, mismatch: () => DecodeError): Json {
  if (name === 'any') return given
  if (given === null) return zeroOf(name)
  switch (name) {
    case 'string':
      if (typeof given !== 'string') throw mismatch()
      return given
    case 'bool':
      if (typeof given !== 'boolean') throw mismatch()
      return given
    case 'int32':
    case 'int64':
      return decodeInteger(name, given, mismatch)
    case 'float64':
      if (typeof given !== 'number') throw mismatch()
      return given
    case 'bytes':
      return isList<Json, Json>(given) ? bytesOf(given, mismatch) : checkedBase64(textOf(given, mismatch))
    case 'time':
    case 'microtime':
      return decodeTime(name, given, mismatch)
    case 'quantity':
      return decodeQuantity(given)
    case 'intOrString':
      if (typeof given === 'string') return given
      return decodeInteger('int32', given, mismatch)
  }
}

function zeroOf(name: ScalarName): Json {
  if (name === 'bool') return false
  if (name === 'quantity') return '0'
  if (name === 'time' || name === 'microtime') return null
  if (name === 'bytes') return null
  return name === 'string' ? '' : 0
}

function decodeInteger(name: 'int32' | 'int64', given: Json, mismatch: () => DecodeError): number {
  if (typeof given !== 'number' || !Number.isInteger(given)) throw mismatch()
  if (name === 'int32' && given !== (given | 0)) throw mismatch()
  return given
}

function textOf(given: Json, mismatch: () => DecodeError): string {
  if (typeof given !== 'string') throw mismatch()
  return given
}

/** Go takes bytes as a list of numbers too. */
function bytesOf(given: readonly Json[], mismatch: () => DecodeError): string {
  const numbers = given.map((item) => {
    if (typeof item !== 'number' || !Number.isInteger(item) || item < 0 || item > 255) throw mismatch()
    return item
  })
  return btoa(String.fromCharCode(...numbers))
}

function checkedBase64(text: string): string {
  const packed = text.replace(/[\r\n]/g, '')
  const bad =
    /[^A-Za-z0-9+/=]/.exec(packed)?.index ??
    (packed.length % 4 === 0 ? -1 : packed.length - (packed.length % 4))
  const padding = /=+[^=]/.exec(packed)?.index ?? -1
  if (bad >= 0 || padding >= 0)
    throw new DecodeError(`illegal base64 data at input byte ${bad < 0 ? padding : bad}`)
  return packed
}

const layouts = { time: '2006-01-02T15:04:05Z07:00', microtime: '2006-01-02T15:04:05.000000Z07:00' } as const
const fullTime = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

function decodeTime(name: 'time' | 'microtime', given: Json, mismatch: () => DecodeError): string {
  if (typeof given !== 'string') throw mismatch()
  const [, , fraction] = fullTime.exec(given) ?? []
  const date = fullTime.test(given) ? new Date(given) : new Date(Number.NaN)
  if (Number.isNaN(date.getTime())) throw unparsed(name, given, given, '2006')
  if (name === 'time') return `${date.toISOString().slice(0, 19)}Z`
  if (fraction === undefined) throw unparsed(name, given, given.slice(19), '.000000')
  return `${date.toISOString().slice(0, 19)}${fraction.slice(0, 7).padEnd(7, '0')}Z`
}

function unparsed(name: 'time' | 'microtime', text: string, rest: string, part: string): DecodeError {
  return new DecodeError(`parsing time "${text}" as "${layouts[name]}": cannot parse "${rest}" as "${part}"`)
}

function decodeQuantity(given: Json): string {
  const text = isJsonObject(given) || isList(given) || given === null ? '' : String(given)
  const canonical = canonicalQuantity(text)
  if (canonical !== undefined) return canonical
  throw new DecodeError(
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  )
}
