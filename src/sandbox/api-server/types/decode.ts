import { isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { DecodeError } from './decode-error.ts'
import { bareName, type GoField, type GoStruct, type GoType, type GoTypes, goTypeText } from './go-type.ts'
import { decodeScalar } from './scalars.ts'

export interface Decoded {
  /** The object as the API server would write it: defaults of Go, empty fields left out, quantities canonical. */
  readonly value: JsonObject
  /** Fields that the type does not have, as in `spec.template.spec.containers[0].imaje`. */
  readonly unknown: readonly string[]
}

/** Reads an object into its Go type and writes it again. Throws `DecodeError`. */
export function decode(types: GoTypes, structName: string, object: JsonObject): Decoded {
  const decoder = new Decoder(types)
  const value = decoder.struct(decoder.find(structName), object, rootPlace)
  return { value, unknown: decoder.unknown }
}

/** Where the decoder is: `path` with list positions, `fields` as Go's errors say it, without them. */
interface Place {
  readonly path: string
  readonly fields: string
  readonly struct: string
}

const rootPlace: Place = { path: '', fields: '', struct: '' }

class Decoder {
  readonly unknown: string[] = []
  readonly #types: GoTypes

  constructor(types: GoTypes) {
    this.#types = types
  }

  find(name: string): GoStruct {
    const struct = this.#types.get(name)
    if (struct === undefined) throw new Error(`no Go type ${name}`)
    return struct
  }

  /** Keys are read in the order in which they are given, and written in that of the struct. */
  struct(struct: GoStruct, object: JsonObject, place: Place): JsonObject {
    const read = new Map<string, Json | undefined>()
    for (const [key, given] of Object.entries(object)) {
      const field = struct.fields.get(key)
      if (field === undefined) this.unknown.push(place.path === '' ? key : `${place.path}.${key}`)
      else read.set(key, this.#field(field, given, step(place, struct, key)))
    }
    const written: [string, Json][] = []
    for (const field of struct.fields.values()) {
      const { name } = field
      const value = read.has(name) ? read.get(name) : this.#field(field, null, step(place, struct, name))
      if (value !== undefined) written.push([name, value])
    }
    return Object.fromEntries(written)
  }

  /** Undefined where Go leaves the field out. */
  #field(field: GoField, given: Json, place: Place): Json | undefined {
    const value = this.#value(field.type, given, place)
    return field.omit !== 'never' && isLeftOut(field, value) ? undefined : value
  }

  #value(type: GoType, given: Json, place: Place): Json {
    switch (type.kind) {
      case 'pointer':
        return given === null ? null : this.#value(type.to, given, place)
      case 'slice':
        if (given === null) return null
        if (!isList<Json, Json>(given)) throw mismatch(given, type, place)
        return given.map((item, index) => this.#value(type.of, item, at(place, `[${index}]`)))
      case 'map':
        if (given === null) return null
        if (!isJsonObject(given)) throw mismatch(given, type, place)
        return this.#map(type.of, given, place)
      case 'struct':
        if (given !== null && !isJsonObject(given)) throw mismatch(given, type, place)
        return this.struct(this.find(type.name), given ?? {}, place)
      case 'scalar':
        return decodeScalar(type.name, given, () => mismatch(given, type, place))
    }
  }

  #map(of: GoType, given: JsonObject, place: Place): JsonObject {
    const entries = Object.entries(given).map(([key, item]): [string, Json] => [
      key,
      this.#value(of, item, at(place, `.${key}`)),
    ])
    return Object.fromEntries(entries)
  }
}

function step(place: Place, struct: GoStruct, name: string): Place {
  const fields = place.fields === '' ? name : `${place.fields}.${name}`
  return { path: place.path === '' ? name : `${place.path}.${name}`, fields, struct: bareName(struct.name) }
}

function at(place: Place, suffix: string): Place {
  return { ...place, path: place.path + suffix }
}

function isLeftOut({ type, omit }: GoField, value: Json): boolean {
  if (type.kind === 'pointer') return value === null
  if (type.kind === 'struct') return false
  if (type.kind === 'scalar') return isZeroScalar(type.name, omit, value)
  return value === null || Object.keys(value).length === 0
}

/** Go's omitempty never leaves out a struct, and times, quantities and raw values are structs. */
function isZeroScalar(name: string, omit: GoField['omit'], value: Json): boolean {
  const isStruct = ['time', 'microtime', 'quantity', 'intOrString', 'any'].includes(name)
  if (isStruct) return omit === 'zero' && value === null
  return value === '' || value === 0 || value === false || value === null
}

function mismatch(given: Json, type: GoType, place: Place): DecodeError {
  const field = place.struct === '' ? '' : ` struct field ${place.struct}.${place.fields}`
  const into = field === '' ? ' value' : field
  return new DecodeError(
    `json: cannot unmarshal ${jsonType(given)} into Go${into} of type ${goTypeText(type)}`,
  )
}

export function jsonType(value: Json): string {
  if (value === null) return 'null'
  if (isList(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value
}
