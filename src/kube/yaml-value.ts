import {
  isAlias,
  isMap,
  isScalar,
  type LineCounter,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { Json } from './json.ts'
import { noAnchor, unfitTag, YamlError, type YamlErrorCode } from './yaml-error.ts'
import type { YamlLimits } from './yaml-limits.ts'
import { outOfRange, type ResolvePlain } from './yaml-scalar.ts'

/** A value that knows where it stands. Aliases share the node of their anchor. */
export interface YamlNode {
  readonly value: Json
  readonly offset: number
  /** Of scalars only: the text without its quotes. */
  readonly source?: string
  readonly entries?: ReadonlyMap<string, YamlEntry>
  readonly items?: readonly YamlNode[]
  /** How many keys and values it stands for, and how many levels, aliases followed. */
  readonly size: number
  readonly height: number
}

export interface YamlEntry {
  readonly keyOffset: number
  readonly node: YamlNode
}

const tagPrefix = 'tag:yaml.org,2002:'

/** Turns syntax trees into values, all documents of a text under one budget. */
export class YamlReader {
  readonly #limits: YamlLimits
  readonly #lines: LineCounter
  readonly #file: string | undefined
  readonly #resolve: ResolvePlain
  #spent = 0
  #anchors: Map<string, YamlNode | 'open'> = new Map()

  constructor(limits: YamlLimits, lines: LineCounter, file: string | undefined, resolve: ResolvePlain) {
    this.#limits = limits
    this.#lines = lines
    this.#file = file
    this.#resolve = resolve
  }

  read(root: ParsedNode | null): YamlNode {
    this.#anchors = new Map()
    return this.#node(root, 0, root?.range[0] ?? 0)
  }

  lineAt(offset: number): number {
    return Math.max(1, this.#lines.linePos(offset).line)
  }

  #node(node: ParsedNode | null, depth: number, fallback: number): YamlNode {
    if (node === null) return this.#spend(scalarNode(null, '', fallback), fallback)
    if (isAlias(node)) return this.#alias(node.source, depth, node.range[0])
    if (!isScalar(node) && depth >= this.#limits.depth) this.#failTooDeep(node.range[0])
    const { anchor } = node
    if (anchor !== undefined) this.#anchors.set(anchor, 'open')
    const result = isScalar(node)
      ? this.#scalar(node)
      : isMap(node)
        ? this.#map(node, depth)
        : this.#sequence(node, depth)
    if (anchor !== undefined) this.#anchors.set(anchor, result)
    return result
  }

  #alias(name: string, depth: number, offset: number): YamlNode {
    const target = this.#anchors.get(name)
    if (target === undefined) this.#fail('unknown-alias', noAnchor, offset)
    if (target === 'open') this.#fail('alias-limit', `*${clip(name)} contains itself`, offset)
    if (depth + target.height > this.#limits.depth) this.#failTooDeep(offset)
    this.#spent += target.size
    if (this.#spent > this.#limits.nodes) {
      this.#fail('alias-limit', `aliases expand to more than ${this.#limits.nodes} values`, offset)
    }
    return target
  }

  #scalar(node: Scalar.Parsed): YamlNode {
    const [offset] = node.range
    const source = node.source
    const plain = node.type === 'PLAIN' || node.type === undefined
    const value = scalarValue(source, node.tag, plain, this.#resolve)
    if (value === outOfRange) {
      const what = 'a number that JSON cannot hold exactly; quote it if it is meant as text'
      this.#fail('number-out-of-range', what, offset)
    }
    if (value === undefined) {
      this.#fail('bad-tag', unfitTag, offset)
    }
    return this.#spend(scalarNode(value, source, offset), offset)
  }

  #sequence(node: YAMLSeq.Parsed, depth: number): YamlNode {
    const [offset] = node.range
    this.#checkTag(node.tag, 'seq', offset)
    const items = node.items.map((item) => this.#node(item, depth + 1, offset))
    return this.#spend({ value: items.map((item) => item.value), items, offset, ...extent(items) }, offset)
  }

  #map(node: YAMLMap.Parsed, depth: number): YamlNode {
    const [offset] = node.range
    this.#checkTag(node.tag, 'map', offset)
    const entries = new Map<string, YamlEntry>()
    let merges: YamlNode | undefined
    for (const { key, value } of node.items) {
      const keyOffset = key.range[0]
      const text = this.#key(key)
      const isMerge = text === '<<' && isScalar(key) && key.type === 'PLAIN'
      if (isMerge ? merges !== undefined : entries.has(text)) {
        const what = `the key ${clip(JSON.stringify(text))} appears twice in one mapping; keep one`
        this.#fail('duplicate-key', what, keyOffset)
      }
      const read = this.#node(value, depth + 1, keyOffset)
      if (isMerge) merges = read
      else entries.set(text, { keyOffset, node: read })
    }
    if (merges) this.#merge(entries, merges)
    const nodes = [...entries.values()].map((entry) => entry.node)
    const value = Object.fromEntries([...entries].map(([key, entry]) => [key, entry.node.value]))
    return this.#spend({ value, entries, offset, ...extent(nodes) }, offset)
  }

  /** Keys of the mapping itself win, then the earlier of several merged ones. */
  #merge(entries: Map<string, YamlEntry>, merges: YamlNode): void {
    for (const source of merges.items ?? [merges]) {
      if (!source.entries) this.#fail('bad-merge', '<< takes a mapping or a list of mappings', merges.offset)
      for (const [key, entry] of source.entries) {
        if (!entries.has(key)) entries.set(key, entry)
      }
    }
  }

  #key(key: ParsedNode): string {
    const offset = key.range[0]
    const node = this.#node(key, 0, offset)
    if (typeof node.value === 'object') {
      this.#fail('bad-key', 'a key must be text, a number or a boolean; quote it', offset)
    }
    return String(node.value)
  }

  #checkTag(tag: string | undefined, expected: 'map' | 'seq', offset: number): void {
    if (tag === undefined || tag === '!' || tag === tagPrefix + expected) return
    this.#fail('bad-tag', unfitTag, offset)
  }

  #spend(node: YamlNode, offset: number): YamlNode {
    if (++this.#spent > this.#limits.nodes) {
      this.#fail('too-many-nodes', `more than ${this.#limits.nodes} keys and values; split it`, offset)
    }
    return node
  }

  #failTooDeep(offset: number): never {
    this.#fail('too-deep', `the nesting is deeper than ${this.#limits.depth} levels; flatten it`, offset)
  }

  #fail(code: YamlErrorCode, what: string, offset: number): never {
    throw new YamlError(code, what, this.#file, this.lineAt(offset))
  }
}

function scalarNode(value: Json, source: string, offset: number): YamlNode {
  return { value, source, offset, size: 1, height: 0 }
}

function extent(children: readonly YamlNode[]): { size: number; height: number } {
  let size = 1
  let height = 0
  for (const child of children) {
    size += child.size
    height = Math.max(height, child.height)
  }
  return { size, height: height + 1 }
}

function scalarValue(
  source: string,
  tag: string | undefined,
  plain: boolean,
  resolve: ResolvePlain,
): Json | typeof outOfRange | undefined {
  if (tag === undefined) return plain ? resolve(source) : source
  if (tag === '!' || tag === `${tagPrefix}str`) return source
  if (tag === `${tagPrefix}binary`) return decodeBinary(source)
  const value = resolve(source)
  if (value === outOfRange) return value
  return tagFits(tag.slice(tagPrefix.length), value) ? value : undefined
}

function tagFits(tag: string, value: Json): boolean {
  if (tag === 'null') return value === null
  if (tag === 'bool') return typeof value === 'boolean'
  if (tag === 'int') return Number.isInteger(value)
  return tag === 'float' && typeof value === 'number'
}

function decodeBinary(source: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(source.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
