import { elementText, type FieldPath, field, type PathElement } from './field-path.ts'
import { type FieldSet, FieldSetBuilder } from './field-set.ts'
import type { LiveMap, LiveValue } from './manifest.ts'
import { anySchema, type ListSchema, type MapSchema, type Schema } from './schema.ts'
import { asList, asMap, isLiveMap, itemElement, readShape, settled } from './typed-value.ts'

/**
 * The fields that an object sets, as its applier would own them: leaves, atomic wholes, list items, and keys that are
 * not declared. An empty map counts as a field, an empty list does not. List items that cannot be told apart are left
 * out; of items that are there twice only the item is counted.
 * Source: sigs.k8s.io/structured-merge-diff typed/tofieldset.go.
 */
export function fieldSetOf(value: LiveValue, schema: Schema): FieldSet {
  const fields = new FieldSetBuilder()
  visit(fields, [], value, schema)
  return fields.build()
}

function visit(fields: FieldSetBuilder, path: FieldPath, value: LiveValue, schema: Schema): void {
  const shape = settled(schema, readShape(schema, value))
  if (shape === 'list' && schema.list && schema.list.kind !== 'atomic') {
    visitItems(fields, path, asList(value), schema.list)
  } else if (shape === 'map' && schema.map && !schema.map.isAtomic) {
    visitFields(fields, path, asMap(value), schema.map)
  } else fields.add(path)
}

function visitFields(fields: FieldSetBuilder, path: FieldPath, map: LiveMap, schema: MapSchema): void {
  for (const [name, value] of Object.entries(map)) {
    const inner = [...path, field(name)]
    visit(fields, inner, value, schema.get(name) ?? anySchema)
    if (isEmpty(value) || !schema.declares(name)) fields.add(inner)
  }
}

function isEmpty(value: LiveValue): boolean {
  return value === null || (isLiveMap(value) && Object.keys(value).length === 0)
}

function visitItems(
  fields: FieldSetBuilder,
  path: FieldPath,
  items: readonly LiveValue[],
  schema: ListSchema,
): void {
  for (const { element, values } of groupItems(items, schema).values()) {
    const inner = [...path, element]
    fields.add(inner)
    const [only, ...others] = values
    if (only !== undefined && others.length === 0) visit(fields, inner, only, schema.item)
  }
}

export interface ItemGroup {
  readonly element: PathElement
  readonly values: readonly LiveValue[]
}

/** Items by how they are told apart, in the order of first appearance; several of one are kept together. */
export function groupItems(items: readonly LiveValue[], schema: ListSchema): ReadonlyMap<string, ItemGroup> {
  const groups = new Map<string, { element: PathElement; values: LiveValue[] }>()
  for (const item of items) {
    const element = itemElement(schema, item)
    if (typeof element === 'string') continue
    const text = elementText(element)
    const group = groups.get(text)
    if (group) group.values.push(item)
    else groups.set(text, { element, values: [item] })
  }
  return groups
}
