import { compareElements, elementText, type FieldPath, type PathElement } from './field-path.ts'

/** One step and what is below it. */
export interface FieldNode {
  readonly element: PathElement
  readonly isMember: boolean
  readonly below: FieldSet
}

/**
 * A set of field paths, immutable. A path and paths below it are members independently of each other, as in
 * `metadata.managedFields`.
 * Source: sigs.k8s.io/structured-merge-diff fieldpath.Set.
 */
export class FieldSet {
  static readonly empty: FieldSet = new this(new Map())

  readonly #nodes: ReadonlyMap<string, FieldNode>

  private constructor(nodes: ReadonlyMap<string, FieldNode>) {
    this.#nodes = nodes
  }

  static of(paths: Iterable<FieldPath>): FieldSet {
    const builder = new FieldSetBuilder()
    for (const path of paths) builder.add(path)
    return builder.build()
  }

  /** A set from its first steps; of two of the same step both count. Steps that hold nothing are left out. */
  static fromNodes(nodes: Iterable<FieldNode>): FieldSet {
    const map = new Map<string, FieldNode>()
    for (const node of nodes) {
      if (!node.isMember && node.below.isEmpty) continue
      const text = elementText(node.element)
      const other = map.get(text)
      map.set(text, other ? join(other, node) : node)
    }
    return map.size === 0 ? FieldSet.empty : new FieldSet(map)
  }

  get isEmpty(): boolean {
    return this.#nodes.size === 0
  }

  /** How many paths are members. */
  get size(): number {
    let size = 0
    for (const node of this.#nodes.values()) size += (node.isMember ? 1 : 0) + node.below.size
    return size
  }

  /** The first steps, in the order of FieldsV1. */
  get nodes(): readonly FieldNode[] {
    return [...this.#nodes.values()].sort((a, b) => compareElements(a.element, b.element))
  }

  /** The set with each first step changed. */
  mapNodes(change: (node: FieldNode) => FieldNode): FieldSet {
    return FieldSet.fromNodes([...this.#nodes.values()].map(change))
  }

  has(path: FieldPath): boolean {
    const last = path.at(-1)
    return last !== undefined && this.under(path.slice(0, -1)).hasElement(last)
  }

  hasElement(element: PathElement): boolean {
    return this.#nodes.get(elementText(element))?.isMember ?? false
  }

  /** The members below a path, relative to it. */
  under(path: FieldPath): FieldSet {
    return path.reduce<FieldSet>(
      (set, element) => set.#nodes.get(elementText(element))?.below ?? FieldSet.empty,
      this,
    )
  }

  /** All members, a path before those below it, in the order of FieldsV1. */
  *paths(): Generator<FieldPath> {
    yield* this.#pathsFrom([], () => true)
  }

  /** The members without members below them. */
  *leaves(): Generator<FieldPath> {
    yield* this.#pathsFrom([], (node) => node.below.isEmpty)
  }

  *#pathsFrom(prefix: FieldPath, isWanted: (node: FieldNode) => boolean): Generator<FieldPath> {
    for (const node of this.nodes) {
      const path = [...prefix, node.element]
      if (node.isMember && isWanted(node)) yield path
      yield* node.below.#pathsFrom(path, isWanted)
    }
  }

  union(other: FieldSet): FieldSet {
    if (this.isEmpty) return other
    if (other.isEmpty) return this
    return FieldSet.fromNodes([...this.#nodes.values(), ...other.#nodes.values()])
  }

  intersection(other: FieldSet): FieldSet {
    return this.#combine(other, (mine, theirs) => ({
      isMember: mine.isMember && theirs?.isMember === true,
      below: theirs ? mine.below.intersection(theirs.below) : FieldSet.empty,
    }))
  }

  /** The members that are not members of the other set. */
  difference(other: FieldSet): FieldSet {
    return this.#combine(other, (mine, theirs) => ({
      isMember: mine.isMember && theirs?.isMember !== true,
      below: theirs ? mine.below.difference(theirs.below) : mine.below,
    }))
  }

  /** The members that are neither members of the other set nor below one. */
  withoutTrees(other: FieldSet): FieldSet {
    return this.#combine(other, (mine, theirs) => {
      if (theirs?.isMember) return { isMember: false, below: FieldSet.empty }
      return { isMember: mine.isMember, below: theirs ? mine.below.withoutTrees(theirs.below) : mine.below }
    })
  }

  equals(other: FieldSet): boolean {
    if (this.#nodes.size !== other.#nodes.size) return false
    for (const [text, mine] of this.#nodes) {
      const theirs = other.#nodes.get(text)
      if (!theirs || mine.isMember !== theirs.isMember || !mine.below.equals(theirs.below)) return false
    }
    return true
  }

  #combine(
    other: FieldSet,
    combine: (mine: FieldNode, theirs: FieldNode | undefined) => Omit<FieldNode, 'element'>,
  ): FieldSet {
    const nodes = new Map<string, FieldNode>()
    for (const [text, mine] of this.#nodes) {
      const combined = combine(mine, other.#nodes.get(text))
      if (combined.isMember || !combined.below.isEmpty)
        nodes.set(text, { element: mine.element, ...combined })
    }
    return nodes.size === 0 ? FieldSet.empty : new FieldSet(nodes)
  }
}

function join(a: FieldNode, b: FieldNode): FieldNode {
  return { element: a.element, isMember: a.isMember || b.isMember, below: a.below.union(b.below) }
}

interface Growing {
  readonly element: PathElement
  readonly below: FieldSetBuilder
  isMember: boolean
}

/** Collects paths one by one. The empty path, the whole object, is owned by nobody and ignored. */
export class FieldSetBuilder {
  readonly #nodes: Map<string, Growing> = new Map()

  add(path: FieldPath): void {
    const node = path.reduce<Growing | undefined>(
      (parent, element) => (parent?.below ?? this).#step(element),
      undefined,
    )
    if (node) node.isMember = true
  }

  build(): FieldSet {
    const nodes = [...this.#nodes.values()]
    return FieldSet.fromNodes(
      nodes.map(({ element, isMember, below }) => ({ element, isMember, below: below.build() })),
    )
  }

  #step(element: PathElement): Growing {
    const text = elementText(element)
    const known = this.#nodes.get(text)
    if (known) return known
    const grown = { element, isMember: false, below: new FieldSetBuilder() }
    this.#nodes.set(text, grown)
    return grown
  }
}
