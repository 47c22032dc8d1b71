import { canonicalJson } from '../../../kube/canonical-json.ts'
import { getOwn, isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { unanchoredRegExp } from '../../../kube/regexp.ts'
import { type FieldError, invalid, required, tooLong, unsupported, wrongType } from '../field-error.ts'
import { listAt, numberAt, objectAt, objectsAt, textAt } from '../object.ts'
import type { Structural } from './structural.ts'

/** What is wrong with a value, in the words of k8s.io/kube-openapi's validation. */
export function validateStructural(value: Json, schema: Structural, path: string): readonly FieldError[] {
  if (value === null) return schema.nullable === true ? [] : typeErrors(value, schema, path)
  const wrong = typeErrors(value, schema, path)
  const enumErrors = validateEnum(value, schema, path)
  if (wrong.length > 0) return [...wrong, ...enumErrors]
  return [...enumErrors, ...shapeErrors(value, schema, path), ...logicErrors(value, schema, path)]
}

function shapeErrors(value: Json, schema: Structural, path: string): readonly FieldError[] {
  if (typeof value === 'string') return textErrors(value, schema, path)
  if (typeof value === 'number') return numberErrors(value, schema, path)
  if (isList<Json, Json>(value)) return listErrors(value, schema, path)
  return isJsonObject(value) ? objectErrors(value, schema, path) : []
}

function typeErrors(value: Json, schema: Structural, path: string): readonly FieldError[] {
  const type = textAt(schema, 'type')
  const actual = typeOf(value)
  const isFree = type === '' && value !== null
  if (schema['x-kubernetes-int-or-string'] === true) {
    if (actual === 'integer' || actual === 'string') return []
    return [
      wrongType(path, actual, `${path} in body must be of type integer,string: ${JSON.stringify(actual)}`),
    ]
  }
  if (isFree || type === actual || (type === 'number' && actual === 'integer')) return []
  return [wrongType(path, actual, `${path} in body must be of type ${type}: ${JSON.stringify(actual)}`)]
}

function typeOf(value: Json): string {
  if (value === null) return 'null'
  if (isList<Json, Json>(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function validateEnum(value: Json, schema: Structural, path: string): readonly FieldError[] {
  const allowed = listAt(schema, 'enum')
  if (allowed.length === 0 || allowed.some((one) => canonicalJson(one) === canonicalJson(value))) return []
  return [unsupported(path, value, allowed.map(String))]
}

function textErrors(text: string, schema: Structural, path: string): readonly FieldError[] {
  const length = Array.from(text).length
  const longest = numberAt(schema, 'maxLength')
  const shortest = numberAt(schema, 'minLength')
  const pattern = textAt(schema, 'pattern')
  if (longest !== undefined && length > longest) return [tooLong(path, longest)]
  if (shortest !== undefined && length < shortest) {
    return [invalid(path, text, `${path} in body should be at least ${shortest} chars long`)]
  }
  if (pattern !== '' && !matches(pattern, text)) {
    return [invalid(path, text, `${path} in body should match '${pattern}'`)]
  }
  return []
}

function matches(pattern: string, text: string): boolean {
  return unanchoredRegExp(pattern)?.matches(text) ?? true
}

function numberErrors(value: number, schema: Structural, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  const say = (what: string) => errors.push(invalid(path, value, `${path} in body should be ${what}`))
  const { minimum, maximum, multipleOf } = schema
  if (typeof minimum === 'number') {
    if (schema.exclusiveMinimum === true && value <= minimum) say(`greater than ${minimum}`)
    else if (value < minimum) say(`greater than or equal to ${minimum}`)
  }
  if (typeof maximum === 'number') {
    if (schema.exclusiveMaximum === true && value >= maximum) say(`less than ${maximum}`)
    else if (value > maximum) say(`less than or equal to ${maximum}`)
  }
  if (typeof multipleOf === 'number' && !Number.isInteger(value / multipleOf))
    say(`a multiple of ${multipleOf}`)
  return errors
}

function listErrors(items: readonly Json[], schema: Structural, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  const most = numberAt(schema, 'maxItems')
  const least = numberAt(schema, 'minItems')
  if (most !== undefined && items.length > most) errors.push(tooMany(path, items.length, most))
  if (least !== undefined && items.length < least) {
    errors.push(invalid(path, items.length, `${path} in body should have at least ${least} items`))
  }
  if (schema.uniqueItems === true && new Set(items.map(canonicalJson)).size < items.length) {
    errors.push(invalid(path, items, `${path} in body shouldn't contain duplicates`))
  }
  const of = getOwn(schema, 'items')
  if (isJsonObject(of)) {
    errors.push(...items.flatMap((item, index) => validateStructural(item, of, `${path}[${index}]`)))
  }
  return [...errors, ...duplicates(items, schema, path)]
}

/**
 * Items that a set or a keyed list holds twice; of one that is there more often only the second is told.
 * Source: k8s.io/apiextensions-apiserver pkg/apiserver/schema/listtype/validation.go.
 */
function duplicates(items: readonly Json[], schema: Structural, path: string): readonly FieldError[] {
  const type = textAt(schema, 'x-kubernetes-list-type')
  if (type !== 'set' && type !== 'map') return []
  const stranger = items.findIndex((item) => type === 'map' && item !== null && !isJsonObject(item))
  if (stranger >= 0) {
    const why = 'must be an object for an array of list-type map'
    return [invalid(`${path}[${stranger}]`, items[stranger] ?? null, why)]
  }
  const keys = listAt(schema, 'x-kubernetes-list-map-keys').map(String)
  const seen = new Map<string, number>()
  return items.flatMap((item, index) => {
    const identity = type === 'set' ? item : pick(item, keys)
    const text = canonicalJson(identity)
    const times = seen.get(text) ?? 0
    seen.set(text, times + 1)
    if (times !== 1 || item === null) return []
    const message = `Duplicate value: ${JSON.stringify(identity)}`
    return [{ reason: 'FieldValueDuplicate', field: `${path}[${index}]`, message }]
  })
}

function pick(item: Json, keys: readonly string[]): JsonObject {
  if (!isJsonObject(item)) return {}
  return Object.fromEntries(keys.map((key): [string, Json] => [key, getOwn(item, key) ?? null]))
}

function objectErrors(value: JsonObject, schema: Structural, path: string): readonly FieldError[] {
  const errors: FieldError[] = []
  const size = Object.keys(value).length
  const most = numberAt(schema, 'maxProperties')
  const least = numberAt(schema, 'minProperties')
  if (most !== undefined && size > most) errors.push(tooMany(path, size, most))
  if (least !== undefined && size < least) {
    errors.push(invalid(path, size, `${path} in body should have at least ${least} properties`))
  }
  for (const key of listAt(schema, 'required')) {
    if (typeof key === 'string' && !Object.hasOwn(value, key)) errors.push(required(below(path, key)))
  }
  const properties = objectAt(schema, 'properties')
  for (const [key, item] of Object.entries(value)) {
    const type = getOwn(properties, key) ?? getOwn(schema, 'additionalProperties')
    if (isJsonObject(type)) errors.push(...validateStructural(item, type, below(path, key)))
  }
  return errors
}

function logicErrors(value: Json, schema: Structural, path: string): readonly FieldError[] {
  const fits = (option: JsonObject) => validateStructural(value, option, path).length === 0
  const anyOf = objectsAt(schema, 'anyOf')
  const oneOf = objectsAt(schema, 'oneOf')
  const say = (keyword: string) => invalid(path, value, `${path} in body must validate ${keyword}`)
  const errors = objectsAt(schema, 'allOf').flatMap((option) => validateStructural(value, option, path))
  if (anyOf.length > 0 && !anyOf.some(fits)) errors.push(say('at least one schema (anyOf)'))
  if (oneOf.length > 0 && oneOf.filter(fits).length !== 1) errors.push(say('one and only one schema (oneOf)'))
  const not = getOwn(schema, 'not')
  if (isJsonObject(not) && fits(not)) errors.push(say('not the schema (not)'))
  return errors
}

function tooMany(field: string, actual: number, most: number): FieldError {
  const message = `Too many: ${actual}: must have at most ${most} items`
  return { reason: 'FieldValueTooMany', field, message }
}

function below(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
