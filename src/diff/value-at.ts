import type { FieldPath, PathElement } from '../kube/field-path.ts'
import { getOwn, isList } from '../kube/json.ts'
import type { LiveValue } from '../kube/manifest.ts'
import { anySchema, type Schema } from '../kube/schema.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { itemFinder } from './list-items.ts'

/** A place in an object: what is there, and its type. */
export interface Place {
  readonly value: LiveValue | undefined
  readonly schema: Schema
}

/** What stands at a path; the value is undefined where the path leads nowhere. */
export function placeAt(object: LiveValue, path: FieldPath, schema: Schema): Place {
  return placeFinder(object, schema)(path)
}

type FindItem = ReturnType<typeof itemFinder>

/** The same for many paths of one object: each of its lists is gone through once. An alias may give one list two types. */
export function placeFinder(object: LiveValue, schema: Schema): (path: FieldPath) => Place {
  const finders = new Map<readonly LiveValue[], { readonly type: Schema; readonly find: FindItem }>()
  const finderOf = (list: readonly LiveValue[], type: Schema): FindItem => {
    const known = finders.get(list)
    if (known?.type === type) return known.find
    const find = itemFinder(list, type.list)
    finders.set(list, { type, find })
    return find
  }
  return (path) =>
    path.reduce<Place>((place, element) => step(place, element, finderOf), { value: object, schema })
}

function step(
  { value, schema }: Place,
  element: PathElement,
  finderOf: (list: readonly LiveValue[], type: Schema) => FindItem,
): Place {
  if (element.kind === 'field') {
    return {
      value: isLiveMap(value) ? getOwn(value, element.name) : undefined,
      schema: schema.map?.get(element.name) ?? anySchema,
    }
  }
  return {
    value: isListValue(value) ? finderOf(value, schema)(element) : undefined,
    schema: schema.list?.item ?? anySchema,
  }
}

function isListValue(value: LiveValue | undefined): value is readonly LiveValue[] {
  return value !== undefined && isList(value)
}
