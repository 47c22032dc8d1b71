import fc from 'fast-check'
import { isJsonObject, isList, type Json, type JsonObject } from '../../../src/kube/json.ts'

/** A body as it is, or with one thing in it that no careful writer sends. */
export function spoiled(bodies: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  const spoil = fc.record({ at: fc.nat(60), how: fc.constantFrom(...ways) })
  return fc
    .tuple(bodies, fc.option(spoil, { freq: 6 }))
    .map(([body, wish]) => (wish === null ? body : spoilAt(body, wish.at, wish.how)))
}

type Way = 'null' | 'empty map' | 'empty list' | 'text' | 'number' | 'unknown field' | 'twice'

/** Values that are absent or nothing come more often than those that never fit. */
const ways: readonly Way[] = [
  ...(['null', 'null', 'null', 'empty map', 'empty map', 'empty list', 'empty list'] as const),
  ...(['text', 'number', 'unknown field', 'twice'] as const),
]

function spoilAt(body: JsonObject, at: number, how: Way): JsonObject {
  const places = [...placesIn(body, [])]
  const place = places[at % places.length]
  if (place === undefined) return body
  const changed = changeAt(body, place, (value) => spoil(value, how))
  return isJsonObject(changed) ? changed : body
}

function* placesIn(value: Json, path: readonly (string | number)[]): Generator<readonly (string | number)[]> {
  if (path.length > 0) yield path
  if (isList<Json, Json>(value)) {
    for (const [index, item] of value.entries()) yield* placesIn(item, [...path, index])
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* placesIn(item, [...path, key])
  }
}

function changeAt(
  value: Json,
  [step, ...rest]: readonly (string | number)[],
  change: (value: Json) => Json,
): Json {
  if (step === undefined) return change(value)
  if (isList<Json, Json>(value)) {
    return value.map((item, index) => (index === step ? changeAt(item, rest, change) : item))
  }
  if (!isJsonObject(value)) return value
  return { ...value, [step]: changeAt(value[step] ?? null, rest, change) }
}

function spoil(value: Json, how: Way): Json {
  switch (how) {
    case 'null':
      return null
    case 'empty map':
      return {}
    case 'empty list':
      return []
    case 'text':
      return typeof value === 'string' ? value : 'text'
    case 'number':
      return 7
    case 'unknown field':
      return isJsonObject(value) ? { ...value, surprise: 'x' } : value
    case 'twice':
      return isList<Json, Json>(value) && value[0] !== undefined ? [...value, value[0]] : value
  }
}
