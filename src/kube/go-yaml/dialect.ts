import type { ResolvePlain } from '../yaml-scalar.ts'

/** Which of Go's readings of YAML it is. */
export interface Dialect {
  readonly resolve: ResolvePlain
  /** kustomize prints what it has read in its own style and reads it once more, which not everything survives. */
  readonly isReread: boolean
  /** A key that stands twice is an error; else the last of equal keys stays. */
  readonly hasUniqueKeys: boolean
  /** Keys that are no text become text. */
  readonly hasAnyKeys: boolean
  /** A tag that YAML does not define is an error; else it says nothing. */
  readonly hasKnownTags: boolean
  /** Texts in double quotes have the escapes of JSON too. */
  readonly hasJsonEscapes: boolean
}
