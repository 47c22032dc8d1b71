import type { Json } from '../json.ts'

/** A value that knows where it stands. Aliases share the node of their anchor. */
export interface GoNode {
  readonly value: Json
  readonly offset: number
  /** Of scalars only: the text without its quotes, and whether it has none. */
  readonly source?: string
  readonly isPlain?: boolean
  readonly tag?: string | undefined
  readonly entries?: GoEntries
  readonly items?: readonly GoNode[]
  /** How many keys and values it stands for, and how many levels, aliases followed. */
  readonly size: number
  readonly height: number
}

export interface GoEntry {
  readonly key: string
  readonly keyOffset: number
  readonly node: GoNode
}

/** Of a mapping, in their order; the last of equal keys counts. Few are asked for by key: then they are indexed. */
export class GoEntries {
  readonly list: readonly GoEntry[]
  #byKey: ReadonlyMap<string, GoEntry> | undefined

  constructor(list: readonly GoEntry[]) {
    this.list = list
  }

  get(key: string): GoEntry | undefined {
    this.#byKey ??= new Map(this.list.map((entry) => [entry.key, entry]))
    return this.#byKey.get(key)
  }
}

export function extent(children: readonly GoNode[]): { readonly size: number; readonly height: number } {
  let size = 1
  let height = 0
  for (const child of children) {
    size += child.size
    if (child.height > height) height = child.height
  }
  return { size, height: height + 1 }
}
