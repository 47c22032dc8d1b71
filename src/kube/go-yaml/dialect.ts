import type { ResolvePlain } from '../yaml-scalar.ts'

/** Which of Go's readings of YAML it is. */
export interface Dialect {
  readonly resolve: ResolvePlain
  /**
   * Manifests (go-yaml v3) have no key twice and none that is no text, and are read once more after flow collections
   * have been printed. Configuration (go-yaml v2) is turned into JSON, where the last of equal keys stays.
   */
  readonly isManifest: boolean
  /** Keys that are no text become text: in patches, where the object's own key stays. */
  readonly hasAnyKeys: boolean
}
