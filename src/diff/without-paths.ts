import { field, index } from '../kube/field-path.ts'
import type { FieldSet } from '../kube/field-set.ts'
import { isList } from '../kube/json.ts'
import type { LiveMap, LiveValue } from '../kube/manifest.ts'
import { anySchema, type ListSchema, type Schema } from '../kube/schema.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { elementOf } from './list-items.ts'

/** A value without what stands at some paths; lists that are wholes lose single items, too. */
export function withoutPaths<T extends LiveMap>(object: T, paths: FieldSet, schema: Schema): T {
  return without(object, paths, schema) as T
}

function without(value: LiveValue, paths: FieldSet, schema: Schema): LiveValue {
  if (paths.isEmpty) return value
  if (isList(value)) return value.flatMap((item, at) => itemWithout(item, at, paths, schema.list))
  if (!isLiveMap(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !paths.hasElement(field(name)))
      .map(([name, inner]) => [
        name,
        without(inner, paths.under([field(name)]), schema.map?.get(name) ?? anySchema),
      ]),
  )
}

function itemWithout(
  item: LiveValue,
  at: number,
  paths: FieldSet,
  list: ListSchema | undefined,
): readonly LiveValue[] {
  const key = elementOf(item, list)
  const steps = [index(at), ...(key === undefined ? [] : [key])]
  if (steps.some((step) => paths.hasElement(step))) return []
  const below = steps.map((step) => paths.under([step])).reduce((all, some) => all.union(some))
  return [without(item, below, list?.item ?? anySchema)]
}
