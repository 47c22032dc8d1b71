import type { Origin } from '../kube/manifest.ts'
import type { ObjectKey } from '../kube/object-key.ts'

/** What a plan has to know of the other applications of its cluster. */
export interface Neighbours {
  /** The other applications that declare an object. */
  declarersOf(key: ObjectKey): readonly Declarer[]
  /** Whether any of them declares something in a namespace. */
  use(namespace: string): boolean
  /** Whether an application of this name is declared. */
  knows(application: string): boolean
  /** False when something could not be read that may declare what this application gives up. */
  readonly isComplete: boolean
}

export interface Declarer {
  readonly application: string
  readonly origin: Origin
}
