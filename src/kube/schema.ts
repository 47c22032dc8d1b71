import { getOwn, type Json } from './json.ts'

/**
 * What merging and comparing must know of a type: how lists are told apart into items, and what is one whole. A type
 * may allow several shapes; each that is there is allowed.
 * Source: sigs.k8s.io/structured-merge-diff schema.Atom.
 */
export interface Schema {
  readonly scalar: Scalar | undefined
  readonly list: ListSchema | undefined
  readonly map: MapSchema | undefined
}

/** `untyped` is any scalar; quantities and durations are equal by value and written in several ways. */
export type Scalar = 'string' | 'numeric' | 'boolean' | 'untyped' | 'quantity' | 'duration'

/** `atomic`: one whole. `set`: items are their value. `map`: items are told apart by their keys. */
export type ListKind = 'atomic' | 'set' | 'map'

export interface ListSchema {
  readonly kind: ListKind
  readonly keys: readonly string[]
  readonly item: Schema
  /** What a key counts as where an item does not say it: `TCP` for the protocol of a port. */
  defaultOf(key: string): Json | undefined
}

export interface MapSchema {
  /** One whole, like an atomic list. */
  readonly isAtomic: boolean
  /** Whether a field is declared by name, and not only as any other key. */
  declares(name: string): boolean
  /** The type of a field or key; undefined where the schema allows none of that name. */
  get(name: string): Schema | undefined
  defaultOf(name: string): Json | undefined
  /** No field declared and anything allowed: the type was never described. */
  readonly isUndescribed: boolean
}

/** A type as data: a scalar, a name (`#core.v1.Container`), anything at all, or shapes. */
export type TypeRef = Scalar | 'any' | 'opaque' | `#${string}` | TypeNode | TypeOverride

export interface TypeNode {
  readonly scalar?: Scalar
  readonly list?: { readonly of: TypeRef; readonly kind?: 'set' | 'map'; readonly keys?: readonly string[] }
  readonly map?: MapNode
}

export interface MapNode {
  readonly fields?: { readonly [name: string]: TypeRef }
  readonly defaults?: { readonly [name: string]: Json }
  /** The type of keys that are not declared; absent where there may be none. */
  readonly rest?: TypeRef
  readonly atomic?: boolean
}

/** A named type that is one whole, or not, at this place only. */
export interface TypeOverride {
  readonly ref: `#${string}`
  readonly atomic: boolean
}

/** Where nothing is known: maps are told apart by key, lists are wholes. */
const anyNode: TypeNode = { scalar: 'untyped', list: { of: 'opaque' }, map: { rest: 'any' } }

/** Where nothing is to be told apart: every map and list is one whole. */
const opaqueNode: TypeNode = {
  scalar: 'untyped',
  list: { of: 'opaque' },
  map: { rest: 'opaque', atomic: true },
}

/** Named types, looked up and turned into schemas when first needed: types may contain themselves. */
export class SchemaTable {
  readonly #lookUp: (name: string) => TypeRef | undefined
  readonly #known: Map<string, Schema> = new Map()

  constructor(lookUp: (name: string) => TypeRef | undefined) {
    this.#lookUp = lookUp
  }

  /** A name that leads nowhere is anything. */
  schemaOf(type: TypeRef): Schema {
    if (typeof type === 'string') return this.#named(type)
    return 'ref' in type ? withAtomic(this.#named(type.ref), type.atomic) : this.#schema(type)
  }

  #named(name: Exclude<TypeRef, TypeNode | TypeOverride>): Schema {
    const known = this.#known.get(name)
    if (known) return known
    const schema = this.#resolve(name)
    this.#known.set(name, schema)
    return schema
  }

  #resolve(name: Exclude<TypeRef, TypeNode | TypeOverride>): Schema {
    if (name === 'any') return this.#schema(anyNode)
    if (name === 'opaque') return this.#schema(opaqueNode)
    if (isScalarName(name)) return { scalar: name, list: undefined, map: undefined }
    return this.schemaOf(this.#lookUp(name.slice(1)) ?? 'any')
  }

  #schema(node: TypeNode): Schema {
    return {
      scalar: node.scalar,
      list: node.list && new TableList(this, node.list),
      map: node.map && new TableMap(this, node.map),
    }
  }
}

function isScalarName(name: Scalar | `#${string}`): name is Scalar {
  return !name.startsWith('#')
}

function withAtomic(schema: Schema, isAtomic: boolean): Schema {
  const { map } = schema
  if (!map) return schema
  return {
    ...schema,
    map: {
      isAtomic,
      declares: (name) => map.declares(name),
      get: (name) => map.get(name),
      defaultOf: (name) => map.defaultOf(name),
      isUndescribed: map.isUndescribed,
    },
  }
}

class TableList implements ListSchema {
  readonly kind: ListKind
  readonly keys: readonly string[]
  readonly #table: SchemaTable
  readonly #of: TypeRef
  #item: Schema | undefined

  constructor(table: SchemaTable, node: NonNullable<TypeNode['list']>) {
    this.#table = table
    this.#of = node.of
    this.kind = node.kind ?? 'atomic'
    this.keys = node.keys ?? []
  }

  get item(): Schema {
    this.#item ??= this.#table.schemaOf(this.#of)
    return this.#item
  }

  defaultOf(key: string): Json | undefined {
    return this.item.map?.defaultOf(key)
  }
}

class TableMap implements MapSchema {
  readonly isAtomic: boolean
  readonly isUndescribed: boolean
  readonly #table: SchemaTable
  readonly #node: MapNode
  readonly #known: Map<string, Schema> = new Map()
  #rest: Schema | undefined

  constructor(table: SchemaTable, node: MapNode) {
    this.#table = table
    this.#node = node
    this.isAtomic = node.atomic ?? false
    this.isUndescribed = node.fields === undefined && node.rest === 'any'
  }

  declares(name: string): boolean {
    return Object.hasOwn(this.#node.fields ?? {}, name)
  }

  get(name: string): Schema | undefined {
    const known = this.#known.get(name)
    if (known) return known
    const type = getOwn(this.#node.fields ?? {}, name)
    if (type === undefined) return this.#ofRest()
    const schema = this.#table.schemaOf(type)
    this.#known.set(name, schema)
    return schema
  }

  defaultOf(name: string): Json | undefined {
    return getOwn(this.#node.defaults ?? {}, name)
  }

  #ofRest(): Schema | undefined {
    if (this.#node.rest !== undefined) this.#rest ??= this.#table.schemaOf(this.#node.rest)
    return this.#rest
  }
}

/** The schema of a kind that is described nowhere. */
export const anySchema: Schema = new SchemaTable(() => undefined).schemaOf('any')
