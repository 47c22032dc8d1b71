import type { Placed, PlacedText, Target } from '../kustomization.ts'
import type { Gvk } from '../resource-id.ts'

/** One value that is copied into fields of objects. */
export interface Replacement extends Placed {
  readonly source?: ReplacementSource
  /** Instead of a source. */
  readonly sourceValue?: string
  /** Undefined when the entry names none. */
  readonly targets?: readonly ReplacementTarget[]
}

/** An entry of `replacements`: the replacement itself, or a file with one or a list of them. */
export interface ReplacementEntry extends Replacement {
  readonly path?: PlacedText
}

/** The one object that each part which is not empty names, and the field of it. */
export interface ReplacementSource extends Placed, Gvk {
  readonly name: string
  readonly namespace: string
  /** Empty for the name. */
  readonly fieldPath: string
  readonly options: FieldOptions
}

/** A part of a text between delimiters; what is missing in a target may be made. */
export interface FieldOptions {
  /** Empty for the whole. */
  readonly delimiter: string
  readonly index: number
  readonly create: boolean
}

export interface ReplacementTarget extends Placed {
  readonly select?: Target
  readonly reject: readonly Target[]
  /** None stand for the name. */
  readonly fieldPaths: readonly PlacedText[]
  readonly options: FieldOptions
}
