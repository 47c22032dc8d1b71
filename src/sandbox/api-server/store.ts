import type { KubeObject } from './object.ts'

interface Table {
  readonly objects: Map<string, KubeObject>
  /** The keys in byte order, as etcd has them. */
  readonly keys: string[]
}

/** The objects of a resource as they were at one revision. */
export interface Snapshot {
  readonly revision: number
  readonly entries: readonly Entry[]
}

export interface Entry {
  /** `namespace/name`, or `name` for cluster-scoped objects. */
  readonly key: string
  readonly object: KubeObject
}

export interface StoredKey {
  /** Group and plural: one table holds all versions of a resource. */
  readonly table: string
  readonly namespace: string
  readonly name: string
}

/** How long old revisions can be listed: the compaction interval of a real server. */
const historyMs = 300_000
const mostSnapshots = 256

/** All objects, one revision counter over all of them, and the snapshots that unfinished lists still need. */
export class Store {
  readonly #tables: Map<string, Table> = new Map()
  readonly #snapshots: Map<string, Snapshot & { readonly at: number }> = new Map()
  readonly #now: () => number
  #revision = 1

  constructor(now: () => number) {
    this.#now = now
  }

  get revision(): number {
    return this.#revision
  }

  get({ table, namespace, name }: StoredKey): KubeObject | undefined {
    return this.#tables.get(table)?.objects.get(keyText(namespace, name))
  }

  /** Keeps an object under a new revision, which is written into it. */
  put(key: StoredKey, object: KubeObject): KubeObject {
    this.#revision += 1
    const metadata = { ...object.metadata, resourceVersion: String(this.#revision) }
    const stored: KubeObject = { ...object, metadata }
    const table = this.#table(key.table)
    const text = keyText(key.namespace, key.name)
    if (!table.objects.has(text)) table.keys.splice(firstAtOrAfter(table.keys, text), 0, text)
    table.objects.set(text, stored)
    return stored
  }

  remove({ table, namespace, name }: StoredKey): void {
    const found = this.#tables.get(table)
    const text = keyText(namespace, name)
    if (found === undefined || !found.objects.delete(text)) return
    this.#revision += 1
    found.keys.splice(firstAtOrAfter(found.keys, text), 1)
  }

  dropTable(table: string): void {
    if (this.#tables.delete(table)) this.#revision += 1
  }

  /** The objects of a table in key order; of one namespace where one is given. */
  list(table: string, namespace?: string): readonly KubeObject[] {
    const found = this.#tables.get(table)
    if (found === undefined) return []
    const objects: KubeObject[] = []
    for (const key of keysWithin(found.keys, namespace)) {
      const object = found.objects.get(key)
      if (object !== undefined) objects.push(object)
    }
    return objects
  }

  entries(table: string, namespace?: string): readonly Entry[] {
    const found = this.#tables.get(table)
    if (found === undefined) return []
    const entries: Entry[] = []
    for (const key of keysWithin(found.keys, namespace)) {
      const object = found.objects.get(key)
      if (object !== undefined) entries.push({ key, object })
    }
    return entries
  }

  get tables(): readonly string[] {
    return [...this.#tables.keys()]
  }

  /** Remembers how a table is now, for the next pages of a list. */
  snapshot(table: string): Snapshot {
    this.#forgetOld()
    const id = `${table} ${this.#revision}`
    const known = this.#snapshots.get(id)
    if (known !== undefined) return known
    const taken = { revision: this.#revision, entries: this.entries(table), at: this.#now() }
    this.#snapshots.set(id, taken)
    return taken
  }

  /** Undefined when the revision is too old, or was never listed. */
  snapshotAt(table: string, revision: number): Snapshot | undefined {
    this.#forgetOld()
    return this.#snapshots.get(`${table} ${revision}`)
  }

  #forgetOld(): void {
    const oldest = this.#now() - historyMs
    let excess = this.#snapshots.size - mostSnapshots
    for (const [id, { at }] of this.#snapshots) {
      if (at > oldest && excess <= 0) return
      this.#snapshots.delete(id)
      excess -= 1
    }
  }

  #table(name: string): Table {
    const known = this.#tables.get(name)
    if (known !== undefined) return known
    const table = { objects: new Map(), keys: [] }
    this.#tables.set(name, table)
    return table
  }
}

export function keyText(namespace: string, name: string): string {
  return namespace === '' ? name : `${namespace}/${name}`
}

function keysWithin(keys: readonly string[], namespace: string | undefined): readonly string[] {
  if (namespace === undefined) return keys
  const from = firstAtOrAfter(keys, `${namespace}/`)
  return keys.slice(from, firstAtOrAfter(keys, `${namespace}0`, from))
}

/** Where a text is, or would be, in a sorted list. */
function firstAtOrAfter(keys: readonly string[], text: string, from: number = 0): number {
  let low = from
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}
