import { isList, type Json, type JsonObject } from '../kube/json.ts'

/** How much a value holds, shared parts counted in full: keys, values and UTF-16 units; and levels below each other. */
export interface Extent {
  readonly size: number
  readonly depth: number
}

const endless: Extent = { size: Number.POSITIVE_INFINITY, depth: Number.POSITIVE_INFINITY }

/** Measures values that are made of one another: what was measured once is not walked again. */
export class Extents {
  readonly #known = new WeakMap<object, Extent>()
  readonly #deepest: number
  #walked = 0

  constructor(deepest: number) {
    this.#deepest = deepest
  }

  /** Keys and items that had to be looked at so far. */
  get walked(): number {
    return this.#walked
  }

  /** Infinite for what is nested deeper than the deepest. */
  of(value: Json): Extent {
    return this.#below(value, this.#deepest)
  }

  #below(value: Json, room: number): Extent {
    if (value === null || typeof value !== 'object') return { size: scalarSize(value), depth: 0 }
    const known = this.#known.get(value) ?? this.#walk(value, room)
    return known.depth > room ? endless : known
  }

  #walk(container: JsonObject | readonly Json[], room: number): Extent {
    if (room === 0) return endless
    let size = 1
    let depth = 0
    const add = (value: Json): void => {
      this.#walked += 1
      const below = this.#below(value, room - 1)
      size += below.size
      if (below.depth > depth) depth = below.depth
    }
    if (isList(container)) container.forEach(add)
    else {
      for (const key of Object.keys(container)) {
        size += key.length
        add(container[key] ?? null)
      }
    }
    const extent = { size, depth: depth + 1 }
    if (size < Number.POSITIVE_INFINITY) this.#known.set(container, extent)
    return extent
  }
}

function scalarSize(value: Json): number {
  return typeof value === 'string' ? 1 + value.length : 1
}
