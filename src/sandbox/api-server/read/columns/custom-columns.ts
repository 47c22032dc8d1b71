import type { Json, JsonObject } from '../../../../kube/json.ts'
import { objectsAt, shownText, textAt, valueAt } from '../../object.ts'
import { ageColumn, ageOf, type Column, nameColumn, text } from './column.ts'

/**
 * The `additionalPrinterColumns` of a version of a CRD; undefined where one is found by more than plain keys, which the
 * sandbox does not follow.
 */
export function customColumns(version: JsonObject): readonly Column[] | undefined {
  const declared = objectsAt(version, 'additionalPrinterColumns')
  if (declared.length === 0) return [nameColumn, { ...ageColumn, type: 'date' }]
  const columns = declared.flatMap((column) => customColumn(column) ?? [])
  return columns.length < declared.length ? undefined : [nameColumn, ...columns]
}

function customColumn(declared: JsonObject): Column | undefined {
  const jsonPath = textAt(declared, 'jsonPath')
  const type = columnType(textAt(declared, 'type'))
  if (type === undefined || !/^(\.[A-Za-z0-9_-]+)+$/.test(jsonPath)) return undefined
  const path = jsonPath.slice(1).split('.')
  return {
    ...text(textAt(declared, 'name'), (object, now) => customCell(type, valueAt(object, ...path), now)),
    type,
    priority: declared.priority === undefined || declared.priority === 0 ? 0 : 1,
  }
}

function columnType(name: string): Column['type'] | undefined {
  switch (name) {
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'date':
      return name
    default:
      return undefined
  }
}

function customCell(type: Column['type'], value: Json | undefined, now: number): Json {
  if (value === undefined) return null
  switch (type) {
    case 'string':
      return shownText(value)
    case 'date':
      return typeof value === 'string' ? ageOf(value, now) : '<invalid>'
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'integer':
      return Number.isInteger(value) ? value : null
    case 'number':
      return typeof value === 'number' ? value : null
  }
}
