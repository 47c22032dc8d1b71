import type { Json } from './json.ts'
import { YamlError } from './yaml-error.ts'
import { defaultYamlLimits, type YamlLimits } from './yaml-limits.ts'
import { type ResolvePlain, resolvePlain } from './yaml-scalar.ts'
import { parseYamlTree } from './yaml-tree.ts'
import { type YamlNode, YamlReader } from './yaml-value.ts'

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

export interface YamlOptions {
  /** Named in errors. */
  readonly file?: string
  readonly limits?: Partial<YamlLimits>
  /** What scalars without quotes mean; those of go-yaml v3 unless given. */
  readonly resolve?: ResolvePlain
}

/**
 * All documents of a YAML or JSON text, without the empty ones, read as go-yaml v3 reads manifests:
 * `yes` is a string, `0644` is octal, `<<` merges, keys that are numbers or booleans become strings.
 * Throws `YamlError`. Repeated aliases share one value.
 */
export function parseYaml(text: string, options: YamlOptions = {}): readonly YamlDocument[] {
  return readDocuments(text, options).filter((document) => document.value !== null)
}

/** The one document of a text; an empty text is null. Throws `YamlError`, also for a second document. */
export function parseYamlValue(text: string, options: YamlOptions = {}): YamlDocument {
  const [first, second] = parseYaml(text, options)
  if (second) {
    throw new YamlError('several-documents', 'a second document; one is expected', options.file, second.line)
  }
  return first ?? { value: null, line: 1, lineOf: () => 1, sourceOf: () => undefined }
}

function readDocuments(text: string, options: YamlOptions): readonly YamlDocument[] {
  const limits = { ...defaultYamlLimits, ...options.limits }
  try {
    const { documents, lines } = parseYamlTree(text, limits, options.file)
    const reader = new YamlReader(limits, lines, options.file, options.resolve ?? resolvePlain)
    return documents.map((document) => aDocument(reader.read(document.contents), reader))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new YamlError('too-deep', 'the text exhausts the parser; flatten or split it', options.file, 1)
  }
}

function aDocument(root: YamlNode, reader: YamlReader): YamlDocument {
  return {
    value: root.value,
    line: reader.lineAt(root.offset),
    lineOf: (path) => reader.lineAt(find(root, path).offset),
    sourceOf: (path) => find(root, path).node?.source,
  }
}

interface Found {
  /** Absent when the path leads nowhere. */
  readonly node: YamlNode | undefined
  readonly offset: number
}

function find(root: YamlNode, path: YamlPath): Found {
  let found = { node: root, offset: root.offset }
  for (const step of path) {
    const next = child(found.node, step)
    if (!next) return { node: undefined, offset: found.offset }
    found = next
  }
  return found
}

function child(parent: YamlNode, step: string | number): { node: YamlNode; offset: number } | undefined {
  const entry = parent.entries?.get(String(step))
  if (entry) return { node: entry.node, offset: entry.keyOffset }
  const item = parent.items?.[Number(step)]
  return item && { node: item, offset: item.offset }
}
