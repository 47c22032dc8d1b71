import type { WrittenEntry, WrittenNode } from '../../../kube/written-yaml.ts'
import { type CommentSlots, commentSlots } from './comment-slots.ts'

/** A text's tree with its comments. */
export interface CommentedText {
  readonly root: WrittenNode
  /** What stands above the document, a blank line apart. */
  readonly head?: string
  /** What stands below the document, a blank line apart. */
  readonly foot?: string
}

/**
 * Each comment at the node that go-yaml v3 gives it to: above a key or an item, behind a value, or below the last one
 * of a block. Undefined when one stands where that is not sure. Source: go.yaml.in/yaml/v3 scannerc.go.
 */
export function placeComments(root: WrittenNode, text: string): CommentedText | undefined {
  const slots = commentSlots(text)
  if (slots === undefined) return undefined
  const placed = withLastFoot(withComments(root, slots), slots)
  const { head, foot } = slots
  if (slots.heads.size + slots.lines.size + slots.feet.size > 0) return undefined
  return { root: placed, ...(head !== undefined && { head }), ...(foot !== undefined && { foot }) }
}

function withComments(node: WrittenNode, slots: CommentSlots, isInList = false): WrittenNode {
  if (isLeaf(node)) return node
  if (node.kind === 'map')
    return { ...node, entries: node.entries.map((entry) => inMap(entry, slots, isInList)) }
  return node.kind === 'list' ? { ...node, items: node.items.map((item) => inList(item, slots)) } : node
}

/** The last comment, below deeper blocks, ends the outermost map. */
function withLastFoot(root: WrittenNode, slots: CommentSlots): WrittenNode {
  const last = root.kind === 'map' && !root.isFlow ? root.entries.at(-1) : undefined
  if (root.kind !== 'map' || last === undefined || isLeaf(last.value)) return root
  const foot = slots.takeLastFoot()
  return { ...root, entries: root.entries.with(-1, { ...last, key: { ...last.key, ...footed(foot) } }) }
}

/** Comments within a flow collection are not placed. */
function isLeaf(node: WrittenNode): boolean {
  return node.kind === 'scalar' || node.kind === 'alias' || node.isFlow
}

function isEmpty(node: WrittenNode): boolean {
  return node.kind === 'scalar' && node.text === '' && node.style === 'plain'
}

function inMap({ key, value }: WrittenEntry, slots: CommentSlots, isInList: boolean): WrittenEntry {
  const [start, end] = key.range ?? [0, 0]
  const head = slots.takeHead(start)
  const isOpen = !isLeaf(value) || isEmpty(value)
  const line = isOpen ? slots.takeLine(end, /^ *: +$/) : undefined
  const placed = isLeaf(value) ? behind(value, slots) : withComments(value, slots, isInList)
  const foot = below(value, slots, slots.columnOf(start), isInList)
  return {
    key: {
      ...key,
      ...(head !== undefined && { head }),
      ...(line !== undefined && { line }),
      ...footed(foot),
    },
    value: placed,
  }
}

function inList(item: WrittenNode, slots: CommentSlots): WrittenNode {
  const [start] = item.range ?? [0, 0]
  const head = isEmpty(item) ? undefined : slots.takeHead(start)
  const placed = isLeaf(item) ? behind(item, slots) : withComments(item, slots, true)
  const dash = slots.dashBefore(start)
  const foot =
    dash === undefined || item.kind === 'map' || item.kind === 'list'
      ? undefined
      : below(item, slots, dash, true)
  return { ...placed, ...(head !== undefined && { head }), ...footed(foot) }
}

/** A block scalar has its comment behind its header. */
function behind(node: WrittenNode, slots: CommentSlots): WrittenNode {
  if (node.range === undefined) return node
  const [start, end] = node.range
  const line = isBlock(node) ? slots.takeLine(start, /^[|>][-+1-9]* +$/) : slots.takeLine(end, /^ +$/)
  return line === undefined ? node : { ...node, line }
}

function isBlock(node: WrittenNode): boolean {
  return node.kind === 'scalar' && (node.style === 'literal' || node.style === 'folded')
}

/** A block scalar ends where the next line begins. */
function below(
  node: WrittenNode,
  slots: CommentSlots,
  column: number,
  isInList: boolean,
): string | undefined {
  if (!isLeaf(node) || isEmpty(node) || node.range === undefined) return undefined
  return slots.takeFoot(node.range[1] - (isBlock(node) ? 1 : 0), column, isInList)
}

function footed(foot: string | undefined): { readonly foot?: string } {
  return foot === undefined ? {} : { foot }
}
