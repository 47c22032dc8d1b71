import { type FieldPath, field } from './field-path.ts'
import { type FieldSet, FieldSetBuilder } from './field-set.ts'
import { groupItems } from './field-set-of.ts'
import { getOwn } from './json.ts'
import type { LiveValue } from './manifest.ts'
import { anySchema, type ListSchema, type MapSchema, type Schema } from './schema.ts'
import { asList, asMap, equalValues, readShape, type Shape, settled } from './typed-value.ts'

/** What changed from one object to another. No path is in more than one set. */
export interface TypedComparison {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

/**
 * Compares two objects of one schema, lists by their keys. Values are compared as they are written: quantities that
 * are equal only by value are modified.
 * Source: sigs.k8s.io/structured-merge-diff typed/compare.go.
 */
export function compareTyped(before: LiveValue, after: LiveValue, schema: Schema): TypedComparison {
  const changes: Changes = {
    added: new FieldSetBuilder(),
    modified: new FieldSetBuilder(),
    removed: new FieldSetBuilder(),
  }
  compare(changes, { path: [], before, after, schema })
  return {
    added: changes.added.build(),
    modified: changes.modified.build(),
    removed: changes.removed.build(),
  }
}

interface Changes {
  readonly added: FieldSetBuilder
  readonly modified: FieldSetBuilder
  readonly removed: FieldSetBuilder
}

/** At least one side is there. */
interface Pair {
  readonly path: FieldPath
  readonly before: LiveValue | undefined
  readonly after: LiveValue | undefined
  readonly schema: Schema
}

function compare(changes: Changes, pair: Pair): void {
  const { before, after, schema, path } = pair
  const was = readShape(schema, before)
  const is = readShape(schema, after)
  let isLeaf: boolean
  if (after === undefined) isLeaf = compareAs(changes, pair, settled(schema, was))
  else {
    if (before !== undefined && was !== is) compareAs(changes, pair, settled(schema, was))
    isLeaf = compareAs(changes, pair, settled(schema, is))
  }
  if (isLeaf) return
  if (before === undefined) changes.added.add(path)
  else if (after === undefined) changes.removed.add(path)
}

/** True when the pair was compared as one whole. */
function compareAs(changes: Changes, pair: Pair, shape: Shape): boolean {
  const { schema, before, after } = pair
  if (shape === 'list' && schema.list?.kind !== 'atomic' && schema.list) {
    if (asList(before).length > 0 || asList(after).length > 0) return compareItems(changes, pair, schema.list)
  }
  if (shape === 'map' && schema.map && !schema.map.isAtomic) {
    if (Object.keys(asMap(before)).length > 0 || Object.keys(asMap(after)).length > 0) {
      return compareFields(changes, pair, schema.map)
    }
  }
  compareLeaf(changes, pair)
  return true
}

function compareLeaf(changes: Changes, { path, before, after }: Pair): void {
  if (before === undefined) changes.added.add(path)
  else if (after === undefined) changes.removed.add(path)
  else if (!equalValues(before, after)) changes.modified.add(path)
}

function compareFields(changes: Changes, pair: Pair, schema: MapSchema): false {
  const before = asMap(pair.before)
  const after = asMap(pair.after)
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  for (const name of names) {
    compare(changes, {
      path: [...pair.path, field(name)],
      before: getOwn(before, name),
      after: getOwn(after, name),
      schema: schema.get(name) ?? anySchema,
    })
  }
  return false
}

function compareItems(changes: Changes, pair: Pair, list: ListSchema): false {
  const before = groupItems(asList(pair.before), list)
  const after = groupItems(asList(pair.after), list)
  for (const [text, { element }] of new Map([...before, ...after])) {
    const was = before.get(text)?.values ?? []
    const is = after.get(text)?.values ?? []
    compareItem(changes, { path: [...pair.path, element], schema: list.item }, was, is)
  }
  return false
}

/** Items that are there several times are compared as one whole, and change over to single ones and back as one. */
function compareItem(
  changes: Changes,
  at: Pick<Pair, 'path' | 'schema'>,
  was: readonly LiveValue[],
  is: readonly LiveValue[],
): void {
  if (was.length <= 1 && is.length <= 1) {
    compare(changes, { ...at, before: was[0], after: is[0] })
  } else if (was.length > 1 && is.length > 1) {
    if (!equalValues(was, is)) changes.modified.add(at.path)
  } else if (was.length > 1) {
    if (is.length > 0) compare(changes, { ...at, before: undefined, after: is[0] })
    changes.removed.add(at.path)
  } else {
    if (was.length > 0) compare(changes, { ...at, before: was[0], after: undefined })
    changes.added.add(at.path)
  }
}
