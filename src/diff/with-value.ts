import { elementText, type FieldPath, type PathElement } from '../kube/field-path.ts'
import { getOwn, isJsonObject, isList, type Json } from '../kube/json.ts'
import { anySchema, type Schema } from '../kube/schema.ts'
import { elementOf } from './list-items.ts'

/** An object with a value at a path; maps and items of lists with keys on the way to it are made where they are missing. */
export function withValue(object: Json | undefined, path: FieldPath, value: Json, schema: Schema): Json {
  const [element, ...rest] = path
  if (element === undefined) return value
  if (element.kind === 'field') {
    const map = isJsonObject(object) ? object : {}
    const type = schema.map?.get(element.name) ?? anySchema
    return { ...map, [element.name]: withValue(getOwn(map, element.name), rest, value, type) }
  }
  const list = object !== undefined && isList(object) ? object : []
  const type = schema.list?.item ?? anySchema
  const at = positionOf(list, element, schema)
  const changed = withValue(list[at] ?? seedOf(element), rest, value, type)
  return list[at] === undefined ? [...list, changed] : list.with(at, changed)
}

function positionOf(list: readonly Json[], element: PathElement, schema: Schema): number {
  if (element.kind === 'index') return element.index
  const text = elementText(element)
  return list.findIndex((item) => {
    const own = elementOf(item, schema.list)
    return own !== undefined && elementText(own) === text
  })
}

function seedOf(element: PathElement): Json | undefined {
  return element.kind === 'key' ? Object.fromEntries(element.keys) : undefined
}
