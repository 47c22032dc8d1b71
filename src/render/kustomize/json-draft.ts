import { isList, type Json, type JsonObject } from '../../kube/json.ts'

/** A map or list that may be changed in place. */
export type OwnContainer = Json[] | { [key: string]: Json }

/** Items of a list that are moved as fast as one key of a map is copied. */
const itemsForKey = 32

/**
 * Whose containers many small changes may change in place: a container is copied when it is first opened, and is the
 * draft's own from then on. What the draft was made of stays as it is.
 */
export class JsonDraft {
  readonly #own = new WeakSet<object>()
  readonly #onMoved: (keys: number) => void

  /** `onMoved` is told how many keys of maps are copied; items of lists count for a part of one. */
  constructor(onMoved: (keys: number) => void = () => undefined) {
    this.#onMoved = onMoved
  }

  open(container: JsonObject | readonly Json[]): OwnContainer {
    const own = this.#asOwn(container)
    if (own !== undefined) return own
    const copy = isList(container) ? [...container] : { ...container }
    this.#tell(copy)
    this.#own.add(copy)
    return copy
  }

  /** From now on the value may stand in several places: it is changed in none of them. */
  share(value: Json): void {
    const stack = [value]
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      if (next === null || typeof next !== 'object') continue
      const own = this.#asOwn(next)
      if (own === undefined) continue
      this.#own.delete(own)
      this.#tell(own)
      for (const field of Object.values(own)) stack.push(field)
    }
  }

  insert(list: Json[], at: number, value: Json): void {
    this.#onMoved((list.length - at) / itemsForKey)
    list.splice(at, 0, value)
  }

  remove(list: Json[], at: number): void {
    this.#onMoved((list.length - at) / itemsForKey)
    list.splice(at, 1)
  }

  #tell(container: OwnContainer): void {
    const keys = isList(container) ? container.length / itemsForKey : Object.keys(container).length
    this.#onMoved(keys)
  }

  #asOwn(container: JsonObject | readonly Json[]): OwnContainer | undefined {
    return this.#isOwn(container) ? container : undefined
  }

  #isOwn(container: JsonObject | readonly Json[]): container is OwnContainer {
    return this.#own.has(container)
  }
}

/** `__proto__` is a key like others. */
export function setKey(map: { [key: string]: Json }, key: string, value: Json): void {
  if (key !== '__proto__') map[key] = value
  else Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true })
}
