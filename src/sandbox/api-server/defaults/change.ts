import { isJsonObject, isList, type Json, type JsonObject } from '../../../kube/json.ts'
import { withKeys } from '../object.ts'

/** Makes one object from another; defaults are built from these. */
export type Change = (object: JsonObject) => JsonObject

type Filling = Json | ((object: JsonObject) => Json | undefined)

/** Sets the keys that are absent. */
export function fill(values: { readonly [key: string]: Filling }): Change {
  return (object) => {
    let filled = object
    for (const [key, value] of Object.entries(values)) {
      if (Object.hasOwn(object, key)) continue
      const made = typeof value === 'function' ? value(object) : value
      if (made !== undefined) filled = withKeys(filled, { [key]: made })
    }
    return filled
  }
}

export function all(...changes: readonly Change[]): Change {
  return (object) => changes.reduce((changed, change) => change(changed), object)
}

/** Changes the object at a path of keys, where there is one. */
export function within(path: string, change: Change): Change {
  const [key = '', ...rest] = path.split('.')
  const inner = rest.length === 0 ? change : within(rest.join('.'), change)
  return (object) => {
    const value = Object.hasOwn(object, key) ? object[key] : undefined
    return isJsonObject(value) ? withKeys(object, { [key]: inner(value) }) : object
  }
}

/** Changes every object of the list at a key. */
export function each(key: string, change: Change): Change {
  return (object) => {
    const items = Object.hasOwn(object, key) ? object[key] : undefined
    if (!isList<Json, Json | undefined>(items)) return object
    return withKeys(object, { [key]: items.map((item) => (isJsonObject(item) ? change(item) : item)) })
  }
}

export function when(holds: (object: JsonObject) => boolean, change: Change): Change {
  return (object) => (holds(object) ? change(object) : object)
}
