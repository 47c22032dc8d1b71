import type { Json } from '../../../kube/json.ts'
import type { WrittenNode } from '../../written-yaml/written-node.ts'
import type { Resource } from '../resource.ts'
import { put, type ValuePath, valueAt } from '../shared-values.ts'
import { textAt } from '../written-texts.ts'
import { jsonNodes } from './json-nodes.ts'

/** What is copied. A field that holds a scalar takes the text alone. */
export interface SourceValue {
  readonly json: Json
  /** Empty for maps and lists. */
  readonly text: string
  /** What stands in a text of YAML where it takes the place of a map or a list; undefined where the value says it. */
  readonly written?: WrittenNode
}

interface Holder {
  readonly resource: Resource
  readonly path: ValuePath
}

/**
 * Where a copied value comes from. kustomize holds the field, not what stood in it: what is set there on the way is
 * what the next target gets. Without a holder the value stays as it is.
 */
export class SourceField {
  #value: SourceValue
  #holder: Holder | undefined

  constructor(value: SourceValue, holder?: Holder) {
    this.#value = value
    this.#holder = holder
  }

  get value(): SourceValue {
    return this.#value
  }

  isIn(resource: Resource): boolean {
    return this.#holder?.resource === resource
  }

  /** Something else stands at a path of its object. What it stands in may be written over: then what was there is held. */
  set(path: ValuePath, value: SourceValue): void {
    const own = this.#holder?.path ?? []
    const isElsewhere = path.some((step, index) => index < own.length && step !== own[index])
    if (this.#holder === undefined || isElsewhere) return
    if (path.length < own.length) this.#holder = undefined
    else if (path.length === own.length) this.#value = value
    else this.#value = asSourceValue(put(this.#value.json, path.slice(own.length), value.json))
  }

  /** An object has become another one. */
  follow(resource: Resource, next: Resource): void {
    if (this.#holder?.resource !== resource) return
    this.#holder = { ...this.#holder, resource: next }
    const { path } = this.#holder
    const json = valueAt(next.object, path)
    if (json !== undefined) this.#value = asSourceValue(json, textAt(next.texts, next.object, path))
  }
}

/** `text` is how it was written, where its value is written otherwise. */
export function asSourceValue(json: Json, text?: string): SourceValue {
  return { json, text: text ?? jsonNodes.textOf(json) }
}
