import type { CommitSha } from '../git/commit.ts'
import type { Repository } from '../git/repository.ts'

/** Value 1 of the pipe: what made us look. It is a hint; what is true is read from the Git host afterwards. */
export type Trigger = PushTrigger | SweepTrigger | ManualTrigger

/**
 * A branch or tag moved. `before` is absent when it was created (Gitea tells a moved tag so, too), `after` when it was
 * deleted. Of an annotated tag, they are ids of the tag object.
 */
export interface PushTrigger {
  readonly kind: 'push'
  readonly host: string
  readonly repository: Repository
  /** Full: `refs/heads/main`, `refs/tags/v1`. */
  readonly ref: string
  readonly before?: CommitSha
  readonly after?: CommitSha
  readonly forced?: boolean
  readonly deliveryId: string
}

export interface SweepTrigger {
  readonly kind: 'sweep'
}

/** A person asked by command line: one application, or all of them. */
export interface ManualTrigger {
  readonly kind: 'manual'
  readonly application?: string
}
