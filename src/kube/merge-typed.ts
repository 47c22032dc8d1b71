import { elementText } from './field-path.ts'
import { getOwn, isList, type Json, type JsonObject } from './json.ts'
import { anySchema, type ListSchema, type MapSchema, type Schema } from './schema.ts'
import { isLiveMap, itemElement, readShape, settled } from './typed-value.ts'

/**
 * The live object with a config laid over it: leaves and atomic wholes are the config's, keyed items are merged key by
 * key, live-only items stay in their place. Nothing is removed. Null where nothing is left. List items that cannot be
 * told apart are left out.
 * Source: sigs.k8s.io/structured-merge-diff typed/merge.go.
 */
export function mergeTyped(live: Json, config: Json, schema: Schema): Json {
  return merge(live, config, schema) ?? null
}

/** At least one side is there. Undefined where nothing is left. */
function merge(live: Json | undefined, config: Json | undefined, schema: Schema): Json | undefined {
  const shape = settled(schema, readShape(schema, config === undefined ? live : config))
  if (shape === 'list' && schema.list && schema.list.kind !== 'atomic') {
    const lists = { live: asList(live), config: asList(config) }
    if (lists.live.length > 0 || lists.config.length > 0)
      return mergeItems(lists.live, lists.config, schema.list)
  }
  if (shape === 'map' && schema.map && !schema.map.isAtomic) {
    const maps = { live: asMap(live), config: asMap(config) }
    const names = new Set([...Object.keys(maps.live), ...Object.keys(maps.config)])
    if (names.size > 0) return mergeFields(names, maps.live, maps.config, schema.map)
  }
  return config === undefined ? live : config
}

function mergeFields(
  names: ReadonlySet<string>,
  live: JsonObject,
  config: JsonObject,
  schema: MapSchema,
): Json | undefined {
  const entries = [...names].flatMap((name): (readonly [string, Json])[] => {
    const value = merge(getOwn(live, name), getOwn(config, name), schema.get(name) ?? anySchema)
    return value === undefined ? [] : [[name, value]]
  })
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}

interface Item {
  readonly text: string
  readonly value: Json
}

/**
 * Shared items come in the config's order; live-only ones stay behind the item they were behind. A live item that is
 * there several times is not merged but replaced.
 */
function mergeItems(live: readonly Json[], config: readonly Json[], list: ListSchema): Json | undefined {
  const liveItems = itemsOf(live, list)
  const configItems = itemsOf(config, list)
  const liveByText = byText(liveItems)
  const configTexts = new Set(configItems.map((item) => item.text))
  const shared = configItems.filter((item) => liveByText.has(item.text)).map((item) => item.text)
  const merged: (Json | undefined)[] = []
  const done = new Set<string>()
  const take = (item: Item): void => {
    done.add(item.text)
    merged.push(merge(liveByText.get(item.text), item.value, list.item))
  }
  let nextShared = 0
  let l = 0
  let c = 0
  while (l < liveItems.length || c < configItems.length) {
    const liveItem = liveItems[l]
    const configItem = configItems[c]
    if (liveItem && configItem) {
      if (liveItem.text === configItem.text) {
        take(configItem)
        l++
        c++
        nextShared++
        continue
      }
      const isAwaited = nextShared >= shared.length || shared[nextShared] === liveItem.text
      if (configTexts.has(liveItem.text) && !isAwaited) {
        l++
        continue
      }
    }
    if (liveItem) {
      if (!configTexts.has(liveItem.text)) {
        merged.push(merge(liveItem.value, undefined, list.item))
        l++
        continue
      }
      if (done.has(liveItem.text)) l++
    }
    if (configItem) {
      take(configItem)
      c++
      if (shared[nextShared] === configItem.text) nextShared++
    }
  }
  const items = merged.filter((item) => item !== undefined)
  return items.length === 0 ? undefined : items
}

function itemsOf(values: readonly Json[], list: ListSchema): readonly Item[] {
  return values.flatMap((value) => {
    const element = itemElement(list, value)
    return typeof element === 'string' ? [] : [{ text: elementText(element), value }]
  })
}

/** Items that are there several times count as null. */
function byText(items: readonly Item[]): ReadonlyMap<string, Json> {
  const map = new Map<string, Json>()
  for (const { text, value } of items) map.set(text, map.has(text) ? null : value)
  return map
}

function asList(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : []
}

function asMap(value: Json | undefined): JsonObject {
  return isLiveMap(value) ? (value as JsonObject) : {}
}
