import type { Json } from '../../kube/json.ts'

/** A value that knows where it stands. Aliases share the node of their anchor. */
export interface GoNode {
  readonly value: Json
  readonly offset: number
  /** Of scalars only: the text without its quotes, and whether it has none. */
  readonly source?: string
  readonly isPlain?: boolean
  readonly tag?: string | undefined
  readonly entries?: ReadonlyMap<string, GoEntry>
  readonly items?: readonly GoNode[]
  /** How many keys and values it stands for, and how many levels, aliases followed. */
  readonly size: number
  readonly height: number
}

export interface GoEntry {
  readonly keyOffset: number
  readonly node: GoNode
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
