import { field, type PathElement } from './field-path.ts'
import type { FieldSet } from './field-set.ts'
import type { Json } from './json.ts'
import type { LiveMap, LiveValue } from './manifest.ts'
import { anySchema, type ListSchema, type MapSchema, type Schema } from './schema.ts'
import { asList, asMap, itemElement, readShape, settled } from './typed-value.ts'

/**
 * The object without the fields of a set. What becomes empty is null.
 * Source: sigs.k8s.io/structured-merge-diff typed/remove.go.
 */
export function removeFields(value: Json, fields: FieldSet, schema: Schema): Json
export function removeFields(value: LiveValue, fields: FieldSet, schema: Schema): LiveValue
export function removeFields(value: LiveValue, fields: FieldSet, schema: Schema): LiveValue {
  return walk('remove', value, fields, schema)
}

/** Only the fields of a set; of an atomic list or map with a field in the set, all of it. */
export function extractFields(value: Json, fields: FieldSet, schema: Schema): Json
export function extractFields(value: LiveValue, fields: FieldSet, schema: Schema): LiveValue
export function extractFields(value: LiveValue, fields: FieldSet, schema: Schema): LiveValue {
  return walk('extract', value, fields, schema)
}

type Mode = 'remove' | 'extract'

function walk(mode: Mode, value: LiveValue, fields: FieldSet, schema: Schema): LiveValue {
  switch (settled(schema, readShape(schema, value))) {
    case 'scalar':
      return value
    case 'list':
      return walkList(mode, value, fields, schema.list)
    case 'map':
      return walkMap(mode, value, fields, schema.map)
  }
}

function walkList(mode: Mode, value: LiveValue, fields: FieldSet, list: ListSchema | undefined): LiveValue {
  const items = asList(value)
  if (items.length === 0 || !list || list.kind === 'atomic') return mode === 'extract' ? value : null
  const kept = items.flatMap((item) => {
    const element = itemElement(list, item)
    if (typeof element === 'string') return mode === 'extract' ? [] : [item]
    return keep(mode, item, element, fields, list.item)
  })
  return kept.length === 0 ? null : kept
}

function walkMap(mode: Mode, value: LiveValue, fields: FieldSet, map: MapSchema | undefined): LiveValue {
  const entries = Object.entries(asMap(value))
  if (entries.length === 0 || !map || map.isAtomic) return mode === 'extract' ? value : null
  const kept = entries.flatMap(([name, inner]) =>
    keep(mode, inner, field(name), fields, map.get(name) ?? anySchema).map((left) => [name, left] as const),
  )
  const left: LiveMap = Object.fromEntries(kept)
  return kept.length === 0 ? null : left
}

/** Nothing, or what is left of one field or item. */
function keep(
  mode: Mode,
  value: LiveValue,
  element: PathElement,
  fields: FieldSet,
  schema: Schema,
): readonly LiveValue[] {
  const isMember = fields.hasElement(element)
  const below = fields.under([element])
  if (mode === 'remove') {
    if (isMember) return []
    return [below.isEmpty ? value : walk(mode, value, below, schema)]
  }
  if (!isMember && below.isEmpty) return []
  return [below.isEmpty && element.kind !== 'field' ? value : walk(mode, value, below, schema)]
}
