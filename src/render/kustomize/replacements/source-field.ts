import type { Json } from '../../../kube/json.ts'
import type { Resource } from '../resource.ts'
import { put, type ValuePath, valueAt } from '../shared-values.ts'
import { jsonNodes } from './json-nodes.ts'

/** What is copied. A field that holds a scalar takes the text alone. */
export interface SourceValue {
  readonly json: Json
  /** Empty for maps and lists. */
  readonly text: string
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
  set(path: ValuePath, json: Json): void {
    const own = this.#holder?.path ?? []
    const isElsewhere = path.some((step, index) => index < own.length && step !== own[index])
    if (this.#holder === undefined || isElsewhere) return
    if (path.length < own.length) this.#holder = undefined
    else this.#value = asSourceValue(put(this.#value.json, path.slice(own.length), json))
  }

  /** An object has become another one. */
  follow(resource: Resource, next: Resource): void {
    if (this.#holder?.resource !== resource) return
    this.#holder = { ...this.#holder, resource: next }
    const json = valueAt(next.object, this.#holder.path)
    if (json !== undefined) this.#value = asSourceValue(json)
  }
}

export function asSourceValue(json: Json): SourceValue {
  return { json, text: jsonNodes.textOf(json) }
}
