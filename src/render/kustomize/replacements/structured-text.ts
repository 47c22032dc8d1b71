import { YamlError } from '../../../kube/yaml-error.ts'
import { parseWritten } from '../../written-yaml/parse-written.ts'
import { printWritten } from '../../written-yaml/print-written.ts'
import type { WrittenDocument, WrittenNode } from '../../written-yaml/written-node.ts'
import type { PathStep } from './field-path.ts'
import { printJson } from './json-text.ts'
import { type NodeKind, PathError } from './nodes.ts'
import type { SourceValue } from './source-field.ts'
import { fromJson, textNodes, untyped } from './text-tree.ts'
import { type Walk, walkPath } from './walk-path.ts'

/** How many fields a path leads to inside a text. Throws `PathError`. */
export function countFields(text: string, steps: readonly PathStep[], create: NodeKind | undefined): number {
  return walkText(readable(text)?.root, steps, create, (node) => node ?? untyped('')).found.fields
}

export interface ChangedText {
  readonly text: string
  /** Fields that kustomize says it has set and has not. */
  readonly lost: number
}

/**
 * The text with the value in every field that the path leads to: JSON where it starts like JSON, else YAML. Undefined
 * when it cannot be set there. Source: kustomize 5.8.1 api/filters/replacement.
 */
export function setInText(
  text: string,
  steps: readonly PathStep[],
  value: SourceValue,
  create: NodeKind | undefined,
): ChangedText | undefined {
  try {
    const document = readable(text)
    const { root, found } = walkText(document?.root, steps, create, (node) => withValue(node, value))
    if (found.fields === 0 || root === undefined) return undefined
    return { text: print({ ...document, root }, text), lost: found.lost }
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

function print(document: WrittenDocument, old: string): string {
  if (!/^\s*[{[]/.test(old)) return printWritten(document).trim()
  return printJson(document.root, old.includes('\n') && old.includes('  '))
}

/** A scalar keeps its type and quotes. */
function withValue(node: WrittenNode | undefined, { json, text, written }: SourceValue): WrittenNode {
  if (node?.kind === 'scalar') return { ...node, text }
  if (node === undefined && typeof json !== 'object') return untyped(text)
  return written ?? fromJson(json)
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

function readable(text: string): WrittenDocument | undefined {
  try {
    return parseWritten(text)
  } catch (error) {
    if (error instanceof YamlError) throw new PathError('the text in the field is no YAML')
    throw error
  }
}
