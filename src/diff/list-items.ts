import { elementText, type KeyValue, keyed, type PathElement, setItem } from '../kube/field-path.ts'
import { getOwn } from '../kube/json.ts'
import type { LiveValue } from '../kube/manifest.ts'
import type { ListSchema } from '../kube/schema.ts'
import { isLiveMap } from '../kube/typed-value.ts'
import { isPlain } from './plain-value.ts'

export interface ListItem {
  readonly element: PathElement
  readonly value: LiveValue
}

/**
 * The items of a list that is no whole, each with the step that leads to it; undefined for a whole, for a list whose
 * items cannot be told apart, and, when they must be `unique`, for one with two of the same.
 */
export function itemsOf(
  list: readonly LiveValue[],
  schema: ListSchema | undefined,
  unique: boolean,
): readonly ListItem[] | undefined {
  if (schema === undefined || schema.kind === 'atomic') return undefined
  const items = list.flatMap((value) => {
    const element = elementOf(value, schema)
    return element === undefined ? [] : [{ element, value }]
  })
  if (items.length < list.length) return undefined
  const texts = new Set(items.map(({ element }) => elementText(element)))
  return unique && texts.size < items.length ? undefined : items
}

/** The item that a step leads to; the first one where there are several. The list is gone through once, when it is first asked. */
export function itemFinder(
  list: readonly LiveValue[],
  schema: ListSchema | undefined,
): (element: PathElement) => LiveValue | undefined {
  let known: ReadonlyMap<string, LiveValue> | undefined
  return (element) => {
    if (element.kind === 'index') return list[element.index]
    known ??= byElement(list, schema)
    return known.get(elementText(element))
  }
}

function byElement(
  list: readonly LiveValue[],
  schema: ListSchema | undefined,
): ReadonlyMap<string, LiveValue> {
  const found = new Map<string, LiveValue>()
  for (const value of list) {
    const element = elementOf(value, schema)
    const text = element && elementText(element)
    if (text !== undefined && !found.has(text)) found.set(text, value)
  }
  return found
}

/** The step to an item by what tells it apart; undefined in a whole, and for an item without its keys. */
export function elementOf(value: LiveValue, schema: ListSchema | undefined): PathElement | undefined {
  if (schema === undefined || schema.kind === 'atomic') return undefined
  if (schema.kind === 'set') return isPlain(value) ? setItem(value) : undefined
  if (!isLiveMap(value)) return undefined
  const keys = schema.keys.flatMap((name): readonly KeyValue[] => {
    const key = getOwn(value, name) ?? schema.defaultOf(name)
    return key === undefined || !isPlain(key) ? [] : [[name, key]]
  })
  return keys.length === 0 ? undefined : keyed(keys)
}
