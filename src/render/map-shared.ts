import type { Json, JsonObject } from '../kube/json.ts'

/** The list with every item changed; the same list where nothing changes. */
export function mapShared(
  list: readonly Json[],
  change: (item: Json, index: number) => Json,
): readonly Json[] {
  let next: Json[] | undefined
  for (let at = 0; at < list.length; at += 1) {
    const item = list[at] ?? null
    const changed = change(item, at)
    if (changed === item) continue
    next ??= [...list]
    next[at] = changed
  }
  return next ?? list
}

/** The map with every field changed; the same map where nothing changes. */
export function mapFields(map: JsonObject, change: (field: Json, key: string) => Json): JsonObject {
  let changes: [string, Json][] | undefined
  for (const key in map) {
    const field = map[key] ?? null
    const changed = change(field, key)
    if (changed === field) continue
    changes ??= []
    changes.push([key, changed])
  }
  return changes === undefined ? map : { ...map, ...Object.fromEntries(changes) }
}
