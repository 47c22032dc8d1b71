import { getOwn, isList } from '../json.ts'
import type { LiveValue } from '../manifest.ts'
import type { Pattern } from '../pattern.ts'
import { unanchoredRegExp } from '../regexp.ts'
import { isLiveMap } from '../typed-value.ts'
import { compareJq, containsJq } from './compare-values.ts'
import type { CallName, Comparator, Filter, PathExpression } from './path-expression.ts'

/** A way into an object: names of fields and positions in lists. */
export type Steps = readonly (string | number)[]

/** The expression would take more work than the object's size warrants. */
export class PathExpressionTooCostly extends Error {}

/**
 * The places of an object that an expression names and that are there, each once, never the whole object. What does not
 * fit (a field of a text, an iteration of what is no list) names nothing, as if `?` stood behind it. The work is bounded
 * by the sizes of the object and the expression: beyond it throws `PathExpressionTooCostly`.
 */
export function placesOf(object: LiveValue, { filter }: PathExpression): readonly Steps[] {
  const root = new Node(object, [])
  const most = Math.min(50 * sizeOf(filter) * (100 + nodesIn(object)), mostWork)
  const run: Run = { left: most, patterns: new Map() }
  return [...evaluate(filter, new Set([root]), run)].flatMap(({ steps }) =>
    steps === undefined || steps.length === 0 ? [] : [steps],
  )
}

const mostWork = 5_000_000

interface Run {
  left: number
  readonly patterns: Map<string, Pattern | undefined>
}

/** A value, and where it stands; one that stands nowhere was made by the expression. Each place is one node. */
class Node {
  readonly value: LiveValue
  readonly steps: Steps | undefined
  readonly #children = new Map<string | number, Node>()

  constructor(value: LiveValue, steps: Steps | undefined) {
    this.value = value
    this.steps = steps
  }

  child(step: string | number, value: LiveValue | undefined): Node {
    const known = this.#children.get(step)
    if (known !== undefined) return known
    const isThere = value !== undefined && this.steps !== undefined
    const made = new Node(value ?? null, isThere ? [...(this.steps ?? []), step] : undefined)
    this.#children.set(step, made)
    return made
  }

  children(): readonly Node[] {
    const { value } = this
    if (isList(value)) return value.map((item, at) => this.child(at, item))
    if (!isLiveMap(value)) return []
    return Object.entries(value).map(([name, inner]) => this.child(name, inner))
  }
}

type Nodes = ReadonlySet<Node>

function evaluate(filter: Filter, nodes: Nodes, run: Run): Nodes {
  spend(run, 1 + nodes.size)
  switch (filter.kind) {
    case 'identity':
      return nodes
    case 'recurse':
      return descendants(nodes, run)
    case 'iterate':
      return each(nodes, run, (node) => node.children())
    case 'field':
      return each(nodes, run, (node) => fieldOf(node, filter.name))
    case 'index':
      return each(nodes, run, (node) => itemOf(node, filter.index))
    case 'literal':
      return each(nodes, run, () => [made(filter.value)])
    case 'pipe':
      return evaluate(filter.right, evaluate(filter.left, nodes, run), run)
    case 'comma':
      return new Set([...evaluate(filter.left, nodes, run), ...evaluate(filter.right, nodes, run)])
    case 'select':
      return each(nodes, run, (node) => (outcomes(filter.condition, node, run).includes(true) ? [node] : []))
    case 'and':
    case 'call':
    case 'compare':
    case 'not':
    case 'or':
    case 'test':
      return each(nodes, run, (node) => outcomes(filter, node, run).map(made))
  }
}

/** Whether a condition can be true of a node, and whether it can be false. */
function outcomes(filter: Filter, node: Node, run: Run): readonly boolean[] {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return distinct(
        outcomes(filter.left, node, run).flatMap((left) =>
          left === (filter.kind === 'or') ? [left] : outcomes(filter.right, node, run),
        ),
      )
    case 'not':
      return [!isTruthy(node.value)]
    case 'test':
      return typeof node.value === 'string' ? [isFound(filter.pattern, node.value, run)] : []
    case 'compare': {
      const right = valuesOf(filter.right, node, run)
      const left = valuesOf(filter.left, node, run)
      return distinct(left.flatMap((a) => right.flatMap((b) => compared(filter.operator, a, b, run))))
    }
    case 'call': {
      const { name } = filter
      return distinct(
        valuesOf(filter.argument, node, run).flatMap((value) => called(name, node.value, value, run)),
      )
    }
    case 'comma':
    case 'field':
    case 'identity':
    case 'index':
    case 'iterate':
    case 'literal':
    case 'pipe':
    case 'recurse':
    case 'select':
      return distinct(valuesOf(filter, node, run).map(isTruthy))
  }
}

function isFound(pattern: string, text: string, run: Run): boolean {
  spend(run, text.length / 16)
  const compiled = run.patterns.get(pattern) ?? unanchoredRegExp(pattern)
  run.patterns.set(pattern, compiled)
  return compiled?.matches(text) === true
}

function valuesOf(filter: Filter, node: Node, run: Run): readonly LiveValue[] {
  return [...evaluate(filter, new Set([node]), run)].map(({ value }) => value)
}

function compared(operator: Comparator, a: LiveValue, b: LiveValue, run: Run): readonly boolean[] {
  spend(run, weightOf(a) + weightOf(b))
  const order = compareJq(a, b)
  return order === undefined ? [] : [holds(operator, order)]
}

function holds(operator: Comparator, order: number): boolean {
  switch (operator) {
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}

function called(name: CallName, value: LiveValue, argument: LiveValue, run: Run): readonly boolean[] {
  spend(run, weightOf(value) * weightOf(argument))
  switch (name) {
    case 'has':
      return hasKey(value, argument)
    case 'contains': {
      const answer = containsJq(value, argument)
      return answer === undefined ? [] : [answer]
    }
    case 'startswith':
    case 'endswith':
      if (typeof value !== 'string' || typeof argument !== 'string') return []
      return [name === 'startswith' ? value.startsWith(argument) : value.endsWith(argument)]
  }
}

function hasKey(value: LiveValue, key: LiveValue): readonly boolean[] {
  if (isList(value) && typeof key === 'number') return [key >= 0 && key < value.length]
  return isLiveMap(value) && typeof key === 'string' ? [Object.hasOwn(value, key)] : []
}

function fieldOf(node: Node, name: string): readonly Node[] {
  const { value } = node
  if (value === null) return [node.child(name, undefined)]
  return isLiveMap(value) ? [node.child(name, getOwn(value, name))] : []
}

function itemOf(node: Node, index: number): readonly Node[] {
  const { value } = node
  if (value === null) return [node.child(index, undefined)]
  if (!isList(value)) return []
  const at = index < 0 ? value.length + index : index
  return [node.child(at, value[at])]
}

function descendants(nodes: Nodes, run: Run): Nodes {
  const seen = new Set(nodes)
  for (const node of seen) {
    spend(run, 1)
    for (const child of node.children()) seen.add(child)
  }
  return seen
}

function each(nodes: Nodes, run: Run, change: (node: Node) => readonly Node[]): Nodes {
  const found = new Set<Node>()
  for (const node of nodes) {
    const next = change(node)
    spend(run, next.length)
    for (const one of next) found.add(one)
  }
  return found
}

function made(value: LiveValue): Node {
  return new Node(value, undefined)
}

function isTruthy(value: LiveValue): boolean {
  return value !== null && value !== false
}

function distinct(answers: readonly boolean[]): readonly boolean[] {
  return [...new Set(answers)]
}

function spend(run: Run, work: number): void {
  run.left -= work
  if (run.left < 0) throw new PathExpressionTooCostly()
}

function sizeOf(filter: Filter): number {
  switch (filter.kind) {
    case 'pipe':
    case 'comma':
    case 'and':
    case 'or':
    case 'compare':
      return 1 + sizeOf(filter.left) + sizeOf(filter.right)
    case 'select':
      return 1 + sizeOf(filter.condition)
    case 'call':
      return 1 + sizeOf(filter.argument)
    case 'field':
    case 'identity':
    case 'index':
    case 'iterate':
    case 'literal':
    case 'not':
    case 'recurse':
    case 'test':
      return 1
  }
}

function nodesIn(value: LiveValue): number {
  if (isList(value)) return value.reduce<number>((sum, item) => sum + nodesIn(item), 1)
  if (!isLiveMap(value)) return 1
  return Object.values(value).reduce<number>((sum, item) => sum + nodesIn(item), 1)
}

/** How long looking at a value takes, in the unit of one place. */
function weightOf(value: LiveValue): number {
  return typeof value === 'string' ? 1 + value.length / 64 : nodesIn(value)
}
