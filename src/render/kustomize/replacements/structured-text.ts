import type { WrittenNode } from '../../../kube/written-yaml.ts'
import { YamlError } from '../../../kube/yaml-error.ts'
import type { PathStep } from './field-path.ts'
import { printJson } from './json-text.ts'
import { type NodeKind, PathError } from './nodes.ts'
import { type CommentedText, placeComments } from './place-comments.ts'
import { printText } from './print-text.ts'
import type { SourceValue } from './source-field.ts'
import { fromJson, parseText, textNodes, untyped } from './text-tree.ts'
import { type Walk, walkPath } from './walk-path.ts'

/** How many fields a path leads to inside a text. Throws `PathError`. */
export function countFields(text: string, steps: readonly PathStep[], create: NodeKind | undefined): number {
  return walkText(readable(text), steps, create, (node) => node ?? untyped('')).found.fields
}

export interface ChangedText {
  readonly text: string
  /** Fields that kustomize says it has set and has not. */
  readonly lost: number
}

/**
 * The text with the value in every field that the path leads to: JSON where it starts like JSON, else YAML. Undefined
 * when it cannot be set there. A comment whose place is not sure could be lost or moved, so a text with one is refused.
 * Source: kustomize 5.8.1 api/filters/replacement.
 */
export function setInText(
  text: string,
  steps: readonly PathStep[],
  value: SourceValue,
  create: NodeKind | undefined,
): ChangedText | 'has comments' | undefined {
  try {
    const plain = readable(text)
    const commented = plain && !isJson(text) ? placeComments(plain, text) : undefined
    const { root, found } = walkText(commented?.root ?? plain, steps, create, (node) =>
      withValue(node, value),
    )
    if (found.fields === 0 || root === undefined) return undefined
    if (isJson(text)) return { text: print({ root }, text), lost: found.lost }
    if (commented === undefined) return 'has comments'
    return { text: print({ ...commented, root }, text), lost: found.lost }
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

function isJson(text: string): boolean {
  return /^\s*[{[]/.test(text)
}

function print({ root, head, foot }: CommentedText, old: string): string {
  if (!isJson(old)) return printText(root, head, foot).trim()
  return printJson(root, old.includes('\n') && old.includes('  '))
}

/** A scalar keeps its type and quotes. */
function withValue(node: WrittenNode | undefined, { json, text }: SourceValue): WrittenNode {
  if (node?.kind === 'scalar') return { ...node, text }
  if (node === undefined && typeof json !== 'object') return untyped(text)
  return fromJson(json)
}

function walkText(
  root: WrittenNode | undefined,
  steps: readonly PathStep[],
  create: NodeKind | undefined,
  change: (node: WrittenNode | undefined) => WrittenNode,
): { readonly root: WrittenNode | undefined; readonly found: Walk<WrittenNode>['found'] } {
  const found = { fields: 0, lost: 0 }
  const countInText = (text: string, rest: readonly PathStep[]): number => countFields(text, rest, create)
  const walk = { nodes: textNodes, create, change, countInText, found, way: [] }
  return { root: walkPath<WrittenNode | undefined>(root, steps, walk), found }
}

function readable(text: string): WrittenNode | undefined {
  try {
    return parseText(text)
  } catch (error) {
    if (error instanceof YamlError) throw new PathError('the text in the field is no YAML')
    throw error
  }
}
