import type { Pattern } from '../../../kube/pattern.ts'
import { unanchoredRegExp } from '../../../kube/regexp.ts'
import type { ValuePath } from '../shared-values.ts'
import { indexOf, isListKey, type ListKey, type PathStep, parseListKey } from './field-path.ts'
import { demand, type NodeKind, type Nodes, PathError } from './nodes.ts'

/** What is done at the end of a target's field path, and how many fields it was done to. */
export interface Walk<N> {
  readonly nodes: Nodes<N>
  /** What a missing field becomes; undefined leaves it missing. */
  readonly create: NodeKind | undefined
  /** Undefined is a field that has just been made; `way` is where it stands. */
  readonly change: (node: N | undefined, way: ValuePath) => N
  /** How many fields the rest of a path leads to inside the text of a scalar, where nothing can be written back. */
  readonly countInText: (text: string, rest: readonly PathStep[]) => number
  readonly found: { fields: number; lost: number }
  /** Is told how many items of a list are looked at. */
  readonly looked?: (items: number) => void
  /** How a scalar is written in its file, where that is not how it is printed. */
  readonly writtenAt?: (way: ValuePath) => string | undefined
  /** To what is looked at; it grows and shrinks with the walk. */
  readonly way: (string | number)[]
}

/**
 * The node with `change` applied to every field that the path leads to. What is found below null is made and lost, as
 * in kustomize. Throws `PathError`. Source: kyaml 0.21.1 yaml/match.go.
 */
export function walkPath<N>(node: N, steps: readonly PathStep[], walk: Walk<N>): N {
  const [step, ...rest] = steps
  if (step === undefined) {
    walk.found.fields += 1
    return walk.change(node, [...walk.way])
  }
  if (walk.nodes.kindOf(node) === 'null') return walkNull(node, steps, walk)
  if ((indexOf(step) ?? -1) >= 0) return walkIndex(node, Number(step), rest, walk)
  if (isListKey(step)) return walkMatching(node, keyOf(step), rest, walk)
  if (step === '*') return walkItems(node, walk, (item) => walkPath(item, rest, walk))
  return walkField(node, step, rest, walk)
}

function walkField<N>(node: N, name: string, rest: readonly PathStep[], walk: Walk<N>): N {
  const { nodes, create } = walk
  demand(nodes, node, name === '' ? 'scalar' : 'map')
  const present = nodes.field(node, name)
  if (present === undefined) {
    if (create === undefined) return node
    return nodes.withField(
      node,
      name,
      under(name, walk, () => make(rest, walk)),
    )
  }
  const kind = nodes.kindOf(present)
  if (rest.length > 0 && (kind === 'scalar' || kind === 'null')) {
    countLost(nodes.textOf(present), rest, walk)
    return node
  }
  const next = under(name, walk, () => walkPath(present, rest, walk))
  return next === present ? node : nodes.withField(node, name, next)
}

function under<N>(step: string | number, { way }: Walk<N>, visit: () => N): N {
  way.push(step)
  const next = visit()
  way.pop()
  return next
}

/** kustomize sets what it finds in a text in a copy of it. */
function countLost<N>(text: string, rest: readonly PathStep[], { countInText, found }: Walk<N>): void {
  const count = countInText(text, rest)
  found.fields += count
  found.lost += count
}

function walkIndex<N>(node: N, index: number, rest: readonly PathStep[], walk: Walk<N>): N {
  demand(walk.nodes, node, 'list')
  const items = walk.nodes.items(node)
  const present = items[index]
  if (present === undefined && (walk.create === undefined || index !== items.length)) {
    throw new PathError(`index ${index} specified but only ${items.length} elements found`)
  }
  const next = under(index, walk, () =>
    present === undefined ? make(rest, walk) : walkPath(present, rest, walk),
  )
  return next === present ? node : walk.nodes.withItems(node, items.toSpliced(index, 1, next))
}

function walkItems<N>(node: N, walk: Walk<N>, change: (item: N) => N): N {
  demand(walk.nodes, node, 'list')
  const items = walk.nodes.items(node)
  walk.looked?.(items.length)
  const next = items.map((item, index) => under(index, walk, () => change(item)))
  return next.some((item, index) => item !== items[index]) ? walk.nodes.withItems(node, next) : node
}

/** The key's value is a pattern. An element is made of it where none matches. */
function walkMatching<N>(node: N, key: ListKey, rest: readonly PathStep[], walk: Walk<N>): N {
  const { nodes, found, create } = walk
  const pattern = compile(key.value)
  const before = found.fields
  const change = (item: N): N => {
    if (key.name === '') return pattern.matches(shown(item, walk)) ? walkPath(item, [], walk) : item
    const value = nodes.kindOf(item) === 'map' ? nodes.field(item, key.name) : undefined
    return value !== undefined && pattern.matches(shown(value, walk, key.name))
      ? walkPath(item, rest, walk)
      : item
  }
  const next = walkItems(node, walk, change)
  if (create === undefined || found.fields > before) return next
  const made = madeBy(key, nodes)
  const items = nodes.items(next)
  const changed = under(items.length, walk, () => change(made))
  if (found.fields === before) throw new PathError(`an element made of "${key.value}" does not match it`)
  return nodes.withItems(next, [...items, changed])
}

function shown<N>(node: N, { nodes, way, writtenAt }: Walk<N>, ...below: readonly string[]): string {
  return writtenAt?.([...way, ...below]) ?? nodes.printed(node)
}

function madeBy<N>({ name, value }: ListKey, nodes: Nodes<N>): N {
  const scalar = nodes.scalar(value)
  return name === '' ? scalar : nodes.withField(nodes.empty('map'), name, scalar)
}

/** What is made below an explicit null never shows. */
function walkNull<N>(node: N, steps: readonly PathStep[], walk: Walk<N>): N {
  const [step = '', ...rest] = steps
  const index = indexOf(step) ?? -1
  if (index >= 0 && !(walk.create !== undefined && index === 0)) {
    throw new PathError(`index ${index} specified but only 0 elements found`)
  }
  if (walk.create === undefined || step === '*') return node
  const before = walk.found.fields
  if (isListKey(step)) walkMatching(walk.nodes.empty('list'), keyOf(step), rest, walk)
  else make(rest, walk)
  walk.found.lost += walk.found.fields - before
  return node
}

/** A field that is missing, with what the rest of the path demands of it. */
function make<N>(rest: readonly PathStep[], walk: Walk<N>): N {
  const [next] = rest
  if (next === undefined) {
    walk.found.fields += 1
    return walk.change(undefined, [...walk.way])
  }
  const isList = isListKey(next) || (indexOf(next) ?? -1) >= 0
  return walkPath(walk.nodes.empty(isList ? 'list' : 'map'), rest, walk)
}

function keyOf(step: PathStep): ListKey {
  const key = parseListKey(step)
  if (key !== undefined) return key
  throw new PathError('list path element must contain fieldName=fieldValue for element to match')
}

function compile(expression: string): Pattern {
  const pattern = unanchoredRegExp(expression)
  if (pattern !== undefined) return pattern
  throw new PathError(`error parsing regexp: "${expression}" is no valid regular expression (RE2 syntax)`)
}
