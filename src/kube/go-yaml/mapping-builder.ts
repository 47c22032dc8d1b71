import type { Json } from '../json.ts'
import { type Cursor, clip } from './cursor.ts'
import type { Dialect } from './dialect.ts'
import { GoEntries, type GoEntry, type GoNode } from './go-node.ts'

/** Puts a mapping together by go-yaml's rules for keys. */
export class MappingBuilder {
  readonly #cursor: Cursor
  readonly #dialect: Dialect
  readonly #offset: number
  readonly #isRoot: boolean
  readonly #entries: GoEntry[] = []
  readonly #value: { [key: string]: Json } = {}
  #size = 1
  #height = 0
  #merges: GoNode | undefined

  constructor(cursor: Cursor, dialect: Dialect, offset: number, isRoot: boolean) {
    this.#cursor = cursor
    this.#dialect = dialect
    this.#offset = offset
    this.#isRoot = isRoot
  }

  add(key: GoNode, node: GoNode): void {
    if (key.source === '<<' && key.isPlain) this.#addMerge(key, node)
    else if (key.source !== '<<' || !this.#dialect.isReread) this.#addEntry(key, node)
  }

  node(): GoNode {
    if (this.#merges !== undefined) this.#merge(this.#merges)
    return {
      value: this.#value,
      entries: new GoEntries(this.#entries),
      offset: this.#offset,
      size: this.#size,
      height: this.#height + 1,
    }
  }

  #keep(entry: GoEntry): void {
    const { key, node } = entry
    this.#entries.push(entry)
    setOwn(this.#value, key, node.value)
    this.#size += node.size
    if (node.height > this.#height) this.#height = node.height
  }

  #addMerge(key: GoNode, node: GoNode): void {
    if (this.#merges !== undefined && this.#dialect.hasUniqueKeys) {
      this.#cursor.fail('duplicate-key', 'duplicate merge key; give one << a list', key.offset)
    }
    this.#merges = node
  }

  #addEntry(key: GoNode, node: GoNode): void {
    const text = this.#dialect.hasAnyKeys ? this.#anyKey(key) : this.#textKey(key)
    if (this.#dialect.hasUniqueKeys && Object.hasOwn(this.#value, text)) {
      const before = this.#entries.find((entry) => entry.key === text)
      this.#failTwice(text, key, before?.keyOffset ?? key.offset)
    }
    this.#keep({ key: text, keyOffset: key.offset, node })
  }

  #failTwice(text: string, key: GoNode, before: number): never {
    const line = this.#cursor.lineAt(before)
    const what = `mapping key ${JSON.stringify(clip(text))} already defined at line ${line}; keep one`
    this.#cursor.fail('duplicate-key', what, key.offset)
  }

  #textKey(key: GoNode): string {
    if (key.value === null && key.source !== '') this.#failTwice(key.source ?? '', key, key.offset)
    if ((this.#isRoot || key.value === null) && key.source !== undefined) return key.source
    const isText =
      typeof key.value === 'string' && !(key.isPlain && key.value !== key.source) && isTextTag(key.tag)
    if (typeof key.value === 'string' && isText) return key.value
    const what = 'json: unsupported type: map[interface {}]interface {}; a key must be text, quote it'
    this.#cursor.fail('bad-key', what, key.offset)
  }

  #anyKey({ value, offset }: GoNode): string {
    if (typeof value !== 'object') return String(value)
    this.#cursor.fail('bad-key', 'a key must be text, a number or a boolean; quote it', offset)
  }

  /** Keys of the mapping itself win, then the earlier of several merged ones. */
  #merge(merges: GoNode): void {
    for (const source of merges.items ?? [merges]) {
      if (!source.entries) {
        const what = 'map merge requires map or sequence of maps as the value of <<'
        this.#cursor.fail('bad-merge', what, merges.offset)
      }
      for (const { key } of source.entries.list) {
        const entry = source.entries.get(key)
        if (entry !== undefined && !Object.hasOwn(this.#value, key)) this.#keep(entry)
      }
    }
  }
}

function isTextTag(tag: string | undefined): boolean {
  return tag === undefined || tag === '!' || tag === 'tag:yaml.org,2002:str'
}

/** `__proto__` is an ordinary key. */
function setOwn(map: { [key: string]: Json }, key: string, value: Json): void {
  if (key !== '__proto__') map[key] = value
  else Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true })
}
