import type { Cursor } from './go-yaml/cursor.ts'
import type { GoNode } from './go-yaml/go-node.ts'
import type { Json } from './json.ts'

export type YamlPath = readonly (string | number)[]

export interface YamlDocument {
  readonly value: Json
  /** The line, from 1, on which the document's content starts. */
  readonly line: number
  /** The line, from 1, of the value at a path (its key, in a mapping), or of its nearest ancestor that exists. */
  lineOf(path: YamlPath): number
  /** The text of a scalar as it stands in the file, without quotes: `3.10` where the value is the number 3.1. */
  sourceOf(path: YamlPath): string | undefined
}

export function toDocument(root: GoNode, cursor: Cursor): YamlDocument {
  return {
    value: root.value,
    line: cursor.lineAt(root.offset),
    lineOf: (path) => cursor.lineAt(findNode(root, path).offset),
    sourceOf: (path) => findNode(root, path).node?.source,
  }
}

export interface Found {
  /** Absent when the path leads nowhere. */
  readonly node: GoNode | undefined
  /** Of the key, in a mapping; of the nearest ancestor when the path leads nowhere. */
  readonly offset: number
}

export function findNode(root: GoNode, path: YamlPath): Found {
  let found: { readonly node: GoNode; readonly offset: number } = { node: root, offset: root.offset }
  for (const step of path) {
    const entry = found.node.entries?.get(String(step))
    const item = found.node.items?.[Number(step)]
    if (entry !== undefined) found = { node: entry.node, offset: entry.keyOffset }
    else if (item !== undefined) found = { node: item, offset: item.offset }
    else return { node: undefined, offset: found.offset }
  }
  return found
}
