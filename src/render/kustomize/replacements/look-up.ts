import { indexOf, isListKey, type PathStep, parseListKey } from './field-path.ts'
import { demand, type Nodes, PathError } from './nodes.ts'

/** A position, or a key. */
export type Trail = readonly (number | string)[]

export interface Found<N> {
  readonly node: N
  readonly trail: Trail
}

/**
 * The one node that a path leads to exactly: keys, positions, `-` for the last element, `[key=value]` by the same
 * text. Throws `PathError`. Source: kyaml 0.21.1 yaml/fns.go (PathGetter).
 */
export function lookUp<N>(root: N, steps: readonly PathStep[], nodes: Nodes<N>): Found<N> | undefined {
  let found: Found<N> | undefined = { node: root, trail: [] }
  for (const step of steps.map((text) => text.trim()).filter((text) => text !== '')) {
    const next: Found<N> | undefined = found && child(found.node, step, nodes)
    found = next && { node: next.node, trail: [...(found?.trail ?? []), ...next.trail] }
  }
  return found
}

function child<N>(node: N, step: PathStep, nodes: Nodes<N>): Found<N> | undefined {
  const index = indexOf(step)
  if (index !== undefined && index < 0) throw new PathError(`array index ${index} cannot be negative`)
  if (step === '*') throw new PathError('wildcard is not supported in PathGetter')
  const position = index ?? (isListKey(step) ? matching(node, step, nodes) : undefined)
  const isField = index === undefined && step !== '-' && !isListKey(step)
  if (nodes.kindOf(node) === 'null') return undefined
  demand(nodes, node, isField ? 'map' : 'list')
  if (isField) return at(nodes.field(node, step), step)
  const items = nodes.items(node)
  if (step === '-' && items.length === 0) throw new PathError('- names the last element of an empty list')
  const last = step === '-' ? items.length - 1 : position
  return last === undefined ? undefined : at(items[last], last)
}

function at<N>(node: N | undefined, step: number | string): Found<N> | undefined {
  return node === undefined ? undefined : { node, trail: [step] }
}

function matching<N>(node: N, step: PathStep, nodes: Nodes<N>): number | undefined {
  const key = parseListKey(step)
  if (key === undefined) {
    throw new PathError('list path element must contain fieldName=fieldValue for element to match')
  }
  if (nodes.kindOf(node) !== 'list') return undefined
  const index = nodes.items(node).findIndex((item) => {
    if (key.name === '') return nodes.textOf(item) === key.value
    const value = nodes.kindOf(item) === 'map' ? nodes.field(item, key.name) : undefined
    return value !== undefined && nodes.textOf(value) === key.value
  })
  return index < 0 ? undefined : index
}
